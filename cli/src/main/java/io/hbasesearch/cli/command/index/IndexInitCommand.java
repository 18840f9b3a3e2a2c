/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "init",
        description = "Sample a table and write a first definition: guessed column types, a guessed row key, and the"
                + " reason for each guess as a comment. Review it before you create the index.")
final class IndexInitCommand extends BaseCommand {
    @Mixin
    private final SampleOptions sample = new SampleOptions();

    @Option(names = "--force", description = "Overwrite the existing definition.")
    private boolean force;

    @Option(names = "--dry-run", description = "Print the definition, and write no file.")
    private boolean dryRun;

    IndexInitCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        TableId sampled = sample.table();
        String index = sample.name() == null ? FirstDefinition.nameOf(sampled) : sample.name();
        sample.check(index);
        Configuration configuration = session().configuration();
        FirstDefinition first = FirstDefinition.of(configuration, sampled, index);
        if (!dryRun) {
            first.requireFree(configuration, force);
        }
        String draft = first.propose(console(), configuration.service().hbase(), sample.rows());
        return dryRun ? print(draft) : write(first, draft);
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
