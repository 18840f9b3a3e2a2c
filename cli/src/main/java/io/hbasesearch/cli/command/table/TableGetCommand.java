/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.Row;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "get",
        description = {
            "Show the cells of a row, as the HBase shell does.",
            "Exit codes: 0 the row was shown; 1 there is no such row, or it has none of the columns."
        })
final class TableGetCommand extends TableVerb {
    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Parameters(index = "1", paramLabel = "KEY", description = "The row key.")
    private String key = "";

    @Parameters(
            index = "2..*",
            paramLabel = "COLUMN[:TYPE]",
            description = "Only these columns or families; with a type, for example m:amount:int, values are decoded.")
    private List<String> columns = new ArrayList<>();

    @Mixin
    private final CellOptions cells = new CellOptions();

    TableGetCommand(Session session) {
        super(session);
    }

    @Override
    void checkOptions() {
        cells.versions();
        keys.parse("KEY", key);
        shown();
    }

    private ShownCells shown() {
        return new ShownCells(console(), keys, columns, this);
    }

    @Override
    int run(TableAdmin tables) {
        ShownCells shown = shown();
        tables.require(table(), shown.families());
        Row row = tables.get(table(), keys.parse("KEY", key), shown.selection(cells.versions()));
        if (row.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "NOT_FOUND",
                    "table " + name() + " has no row " + keys.format(row.key())
                            + (columns.isEmpty() ? "" : " with a cell of these columns"),
                    "See which keys there are: hbase-search table scan " + name());
        }
        shown.add(row);
        shown.finish();
        return ExitCode.DONE;
    }
}
