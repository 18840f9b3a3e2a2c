/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.config;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.yaml.ConfigurationProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Checks the configuration. Its problems are the result of this command, so they go to stdout. */
@Command(
        name = "check",
        description = "Check all files of the configuration and report every problem, with its position and"
                + " the accepted values: hbase-search.yaml, the index definitions, and all row-key specifications.")
final class ConfigCheckCommand extends BaseCommand {
    ConfigCheckCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Path file = session().configFile();
        List<ConfigurationProblem> problems =
                Configuration.problems(file, session().environment());
        if (!problems.isEmpty()) {
            show(problems);
            throw new CommandFailure(
                    ExitCode.CONFIGURATION_INVALID,
                    "CONFIGURATION_INVALID",
                    problems.size() == 1
                            ? "the configuration has a problem"
                            : "the configuration has " + problems.size() + " problems",
                    "Correct them and run the command again; config/README.md describes every setting.");
        }
        show(session().configuration());
        console()
                .hint("No problems in " + file + " and its files; no server was contacted. To create an index:"
                        + " hbase-search index create INDEX");
        return ExitCode.DONE;
    }

    /** Prints problems for people as lines that terminals and editors can jump to, whatever their width. */
    private void show(List<ConfigurationProblem> problems) {
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
        Stream<Map<String, @Nullable Object>> named = configuration.definitions().stream()
                .map(definition -> row(definition.name(), definition.table().toString(), definition));
        // Only HBase knows which tables match.
        Stream<Map<String, @Nullable Object>> patterns = configuration.defined().patterns().stream()
                .map(pattern -> row(pattern.template(), pattern.toString(), pattern.sample()));
        console()
                .result(Result.rows(
                        "definitions",
                        List.of("index", "table", "fields"),
                        Stream.concat(named, patterns).toList()));
    }

    private static Map<String, @Nullable Object> row(String index, String table, IndexDefinition definition) {
        return Result.row(
                "index", index, "table", table, "fields", definition.fields().size());
    }
}
