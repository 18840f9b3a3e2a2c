/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.TableConverter;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "init",
        description = "Sample a table and write a first definition: guessed column types, a guessed row key, and the"
                + " reason for each guess as a comment. Review it before you create the index.")
final class IndexInitCommand extends BaseCommand {
    @Parameters(
            paramLabel = "TABLE",
            converter = TableConverter.class,
            description = "A table, as table or namespace:table.")
    private @Nullable TableId table;

    @Option(
            names = "--name",
            paramLabel = "INDEX",
            description = "The index's name (default: derived from the table's).")
    private @Nullable String name;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000",
            description = "The most rows to sample (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--force", description = "Overwrite the existing definition.")
    private boolean force;

    @Option(names = "--dry-run", description = "Print the definition, and write no file.")
    private boolean dryRun;

    IndexInitCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        TableId sampled = Objects.requireNonNull(table, "TABLE");
        String index = name == null ? FirstDefinition.nameOf(sampled) : name;
        checkOptions(this, index, rows);
        Configuration configuration = session().configuration();
        FirstDefinition first = FirstDefinition.of(configuration, sampled, index);
        if (!dryRun) {
            first.requireFree(configuration, force);
        }
        String draft = first.propose(console(), configuration.service().hbase(), rows);
        return dryRun ? print(draft) : write(first, draft);
    }

    static void checkOptions(BaseCommand command, String index, int rows) {
        if (!FirstDefinition.INDEX_NAME.matcher(index).matches()) {
            throw new ParameterException(
                    command.spec().commandLine(),
                    "--name must be 1 to 100 lower-case letters, digits, - and _, starting with a letter, not '" + index
                            + "'");
        }
        if (rows < 1 || rows > FirstDefinition.MOST_ROWS) {
            throw new ParameterException(
                    command.spec().commandLine(), "--rows must be from 1 to " + FirstDefinition.MOST_ROWS);
        }
    }

    private int print(String draft) {
        console().print(draft.stripTrailing());
        console().hint("Nothing was written: omit --dry-run to do it.");
        return ExitCode.DONE;
    }

    private int write(FirstDefinition first, String draft) throws IOException {
        IndexDefinition definition = first.write(draft, session().environment());
        console()
                .result(Result.rows(
                        "definitions",
                        List.of("index", "table", "fields", "file"),
                        List.of(Result.row(
                                "index", definition.name(),
                                "table", definition.table().toString(),
                                "fields", definition.fields().size(),
                                "file", first.file().toString()))));
        console()
                .hint("Review " + first.file() + "; its meaning: hbase-search config explain " + first.index()
                        + ". Then go on: " + FirstDefinition.command(first.table(), first.index()));
        return ExitCode.DONE;
    }
}
