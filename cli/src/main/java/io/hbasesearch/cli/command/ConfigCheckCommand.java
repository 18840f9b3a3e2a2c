/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.CommandFailure;
import io.hbasesearch.cli.Configuration;
import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.core.yaml.Problem;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** What is wrong is the result here, and goes where results go. */
@Command(
        name = "check",
        description = "Read all files of the configuration and say everything that is wrong, each with its place and"
                + " what would be right: hbase-search.yaml, the index definitions, and all row-key specifications.")
final class ConfigCheckCommand extends BaseCommand {
    ConfigCheckCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Path file = session().configFile();
        List<Problem> problems = Configuration.problems(file, session().environment());
        if (!problems.isEmpty()) {
            show(problems);
            throw new CommandFailure(
                    ExitCode.CONFIGURATION_INVALID,
                    "CONFIGURATION_INVALID",
                    problems.size() == 1
                            ? "the configuration has a problem"
                            : "the configuration has " + problems.size() + " problems",
                    "Mend them and run the command again; config/README.md describes every setting.");
        }
        show(session().configuration());
        console()
                .hint("Nothing is wrong in " + file + " and what it names; no server was asked. To make an index:"
                        + " hbase-search index create INDEX");
        return ExitCode.DONE;
    }

    /** For people as lines that terminals and editors can jump to, of whatever width. */
    private void show(List<Problem> problems) {
        if (session().format() == OutputFormat.TABLE) {
            problems.forEach(problem -> console().print(problem.toString()));
            return;
        }
        console()
                .result(Result.rows(
                        "problems",
                        List.of("file", "line", "column", "problem"),
                        problems.stream()
                                .map(problem -> Result.row(
                                        "file", problem.file().toString(),
                                        "line", problem.line(),
                                        "column", problem.column(),
                                        "problem", problem.message()))
                                .toList()));
    }

    private void show(Configuration configuration) {
        console()
                .result(Result.rows(
                        "definitions",
                        List.of("index", "table", "fields"),
                        configuration.definitions().stream()
                                .map(definition -> Result.row(
                                        "index", definition.name(),
                                        "table", definition.table().toString(),
                                        "fields", definition.fields().size()))
                                .toList()));
    }
}
