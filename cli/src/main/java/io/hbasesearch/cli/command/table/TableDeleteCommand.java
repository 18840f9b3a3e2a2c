/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.administration.table.TypedColumn;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "delete",
        description = {
            "Delete a row, or all versions of some of its columns.",
            "Exit codes: 0 deleted; 1 there is no such row, or it has none of the columns."
        })
final class TableDeleteCommand extends TableVerb {
    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Parameters(index = "1", paramLabel = "KEY", description = "The row key.")
    private String key = "";

    @Parameters(index = "2..*", paramLabel = "COLUMN", description = "Only these columns.")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Show what would be deleted, and do nothing.")
    private boolean dryRun;

    TableDeleteCommand(Session session) {
        super(session);
    }

    @Override
    void checkOptions() {
        keys.parse("KEY", key);
        names();
    }

    private List<ColumnName> names() {
        return columns.stream().map(this::column).map(TypedColumn::column).toList();
    }

    @Override
    int run(TableAdmin tables) {
        RowKey row = keys.parse("KEY", key);
        List<ColumnName> names = names();
        tables.require(table(), names.stream().map(ColumnName::family).toList());
        Row present =
                tables.get(table(), row, names.isEmpty() ? ColumnSelection.everything() : ColumnSelection.of(names));
        if (present.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "NOT_FOUND",
                    "table " + name() + " has no row " + keys.format(row)
                            + (names.isEmpty() ? "" : " with a cell of these columns") + ": nothing was deleted",
                    "See which keys there are: hbase-search table scan " + name());
        }
        String what = (names.isEmpty()
                        ? "row "
                        : String.join(
                                        ", ",
                                        names.stream().map(TypedColumn::format).toList()) + " of row ")
                + keys.format(row) + " of table " + name();
        if (dryRun) {
            console().result(Result.steps(List.of("Delete " + what + ".")));
            console().hint("Nothing was deleted: omit --dry-run to do it.");
            return ExitCode.DONE;
        }
        session().confirm("Delete " + what + "?", yes);
        tables.delete(table(), row, names);
        console()
                .result(Result.rows(
                        "rows",
                        List.of("table", "row", "columns_deleted"),
                        List.of(Result.row(
                                "table",
                                table().toString(),
                                "row",
                                keys.format(row),
                                "columns_deleted",
                                present.cells().size()))));
        return ExitCode.DONE;
    }
}
