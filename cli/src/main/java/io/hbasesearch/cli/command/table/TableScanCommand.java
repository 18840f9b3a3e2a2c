/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.command.GivenOptions;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowCursor;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "scan", description = "Show rows in the order of their keys, as the HBase shell does.")
final class TableScanCommand extends TableVerb {
    private static final int MOST_AT_ONCE = 10_000;

    @Mixin
    private final KeyBounds bounds = new KeyBounds();

    @Option(
            names = "--columns",
            paramLabel = "COLUMN[:TYPE]",
            split = ",",
            description = "Only these columns or families; with a type, for example m:amount:int, values are decoded.")
    private List<String> columns = new ArrayList<>();

    @Mixin
    private final CellOptions cells = new CellOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "The most rows to show; 0 for all (default: ${DEFAULT-VALUE}).")
    private int limit;

    TableScanCommand(Session session) {
        super(session);
    }

    @Override
    void checkOptions() {
        cells.versions();
        if (limit < 0) {
            throw refused("--limit must not be negative");
        }
        boolean isAtOnce = console().format() == OutputFormat.JSON || console().format() == OutputFormat.CSV;
        if (isAtOnce && (limit == 0 || limit > MOST_AT_ONCE)) {
            throw refused("more than " + MOST_AT_ONCE + " rows come as they are read: with -o ndjson or -o table");
        }
        bounds.range();
        shown();
    }

    private ShownCells shown() {
        return new ShownCells(console(), bounds.keys(), columns, this);
    }

    @Override
    int run(TableAdmin tables) throws Exception {
        ShownCells shown = shown();
        tables.require(table(), shown.families());
        return Stoppable.call(
                session(),
                "the rows that are shown are complete, others are missing",
                "Show fewer rows with --limit, or go on with --start.",
                () -> show(tables, shown));
    }

    private int show(TableAdmin tables, ShownCells shown) throws InterruptedException {
        long rows = 0;
        Row last = null;
        boolean isMore;
        try (RowCursor cursor = tables.scan(table(), shown.selection(cells.versions()), bounds.range())) {
            while (cursor.hasNext() && (limit == 0 || rows < limit)) {
                last = cursor.next();
                shown.add(last);
                rows++;
                if (session().stopSignal().isReceived()) {
                    throw new InterruptedException();
                }
            }
            isMore = limit != 0 && rows == limit && cursor.hasNext();
        }
        shown.finish();
        console().info(rows == 0 ? "No rows." : counted(rows, "row") + (isMore ? ", and more." : "."));
        if (isMore && last != null) {
            console()
                    .hint("Go on: hbase-search table scan " + name()
                            + GivenOptions.of(spec().commandLine(), KeyBounds.NAMES) + bounds.behind(last.key()));
        }
        return ExitCode.DONE;
    }
}
