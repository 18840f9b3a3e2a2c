/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.GroupCommand;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.sample.SampleRow;
import io.hbasesearch.cli.sample.SampleTable;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowWriter;
import io.hbasesearch.hbase.HBaseTables;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Loads the sample data of the quickstart into an existing HBase. */
@Command(
        name = "sample",
        description =
                "Put the sample data (tables mail and wordnet) into the configured HBase, to try out an installation.",
        subcommands = {SampleCommand.Create.class, SampleCommand.Load.class})
public final class SampleCommand extends GroupCommand {

    @Command(name = "create", description = "Create the missing sample tables, ready to be announced.")
    static final class Create extends BaseCommand {
        Create(Session session) {
            super(session);
        }

        @Override
        public Integer call() {
            try (HBaseConnections hbase =
                    new HBaseConnections(session().config().hbase())) {
                HBaseTables tables = new HBaseTables(hbase);
                console()
                        .result(Result.rows(
                                "tables",
                                List.of("table", "created"),
                                SampleTable.ALL.stream()
                                        .map(sample -> Result.row(
                                                "table", sample.table().toString(),
                                                "created",
                                                        tables.create(sample.table(), Map.of(sample.family(), true))))
                                        .toList()));
            }
            console().hint("Announce their edits: hbase-search peer add --table mail --table wordnet");
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "load",
            description = "Put the sample rows like any client. Running it again writes the same rows again.")
    static final class Load extends BaseCommand {
        private static final int BATCH = 500;

        Load(Session session) {
            super(session);
        }

        @Override
        public Integer call() {
            List<List<SampleRow>> tables =
                    SampleTable.ALL.stream().map(table -> table.rows().get()).toList();
            long total = tables.stream().mapToLong(List::size).sum();
            try (HBaseConnections hbase =
                            new HBaseConnections(session().config().hbase());
                    Progress progress = Progress.start(console(), "Loading", total, "rows")) {
                load(tables, new HBaseRowWriter(hbase), progress);
                progress.finish();
            }
            console().result(Result.rows("samples", List.of("rows"), List.of(Result.row("rows", total))));
            console().hint("Search them: hbase-search search wordnet lighthouse");
            return ExitCode.DONE;
        }

        private static void load(List<List<SampleRow>> tables, HBaseRowWriter writer, Progress progress) {
            long done = 0;
            for (int i = 0; i < tables.size(); i++) {
                List<SampleRow> rows = tables.get(i);
                SampleTable table = SampleTable.ALL.get(i);
                for (int from = 0; from < rows.size(); from += BATCH) {
                    List<SampleRow> batch = rows.subList(from, Math.min(rows.size(), from + BATCH));
                    table.put(writer, batch);
                    done += batch.size();
                    progress.update(done, table.index());
                }
            }
        }
    }
}
