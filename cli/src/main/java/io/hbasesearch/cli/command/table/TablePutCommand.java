/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.CellType;
import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.administration.table.TypedColumn;
import io.hbasesearch.cli.command.GivenOptions;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.hbase.HBaseRowWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "put",
        description = "Write cells of a row, for example: put orders k1 m:subject=hello m:amount:int=34",
        footer = {
            "",
            "The value is everything behind the first '='. Types: string (default), binary (\\xHH for bytes), short,"
                    + " int, long, float, double, boolean. In a column's name, \\x3A is a colon and \\x3D an equals"
                    + " sign."
        })
final class TablePutCommand extends TableVerb {
    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Parameters(index = "1", paramLabel = "KEY", description = "The row key.")
    private String key = "";

    @Parameters(index = "2..*", arity = "1..*", paramLabel = "COLUMN[:TYPE]=VALUE", description = "A cell to write.")
    private List<String> cells = new ArrayList<>();

    @Option(
            names = "--timestamp",
            paramLabel = "MILLIS",
            description = "Timestamp of the cells, in milliseconds since the epoch (default: HBase's clock).")
    private @Nullable Long timestamp;

    @Option(names = "--dry-run", description = "Check the arguments and the table, and write nothing.")
    private boolean dryRun;

    TablePutCommand(Session session) {
        super(session);
    }

    @Override
    void checkOptions() {
        if (timestamp != null && (timestamp < 0 || timestamp == Long.MAX_VALUE)) {
            throw refused("--timestamp must be a number of milliseconds from 0 to 9223372036854775806");
        }
        HBaseRowWriter.RowPut unused = row();
    }

    private HBaseRowWriter.RowPut row() {
        RowKey row = keys.parse("KEY", key);
        Map<ColumnName, ByteArray> values = new LinkedHashMap<>();
        for (String cell : cells) {
            int equals = cell.indexOf('=');
            if (equals < 0) {
                throw refused("a cell is COLUMN=VALUE, for example m:subject=hello, not '" + cell + "'");
            }
            TypedColumn column = column(cell.substring(0, equals));
            ByteArray value;
            try {
                value = column.type().orElse(CellType.STRING).encode(cell.substring(equals + 1));
            } catch (IllegalArgumentException e) {
                throw refused("the value of " + cell.substring(0, equals) + " is " + e.getMessage());
            }
            if (values.put(column.column(), value) != null) {
                throw refused("column " + column.column() + " is given twice");
            }
        }
        return new HBaseRowWriter.RowPut(
                row, values, timestamp == null ? OptionalLong.empty() : OptionalLong.of(timestamp));
    }

    @Override
    int run(TableAdmin tables) {
        HBaseRowWriter.RowPut row = row();
        tables.require(
                table(), row.values().keySet().stream().map(ColumnName::family).toList());
        if (!dryRun) {
            tables.put(table(), row);
        }
        console()
                .result(Result.rows(
                        "rows",
                        List.of("table", "row", "cells"),
                        List.of(Result.row(
                                "table",
                                table().toString(),
                                "row",
                                keys.format(row.key()),
                                "cells",
                                row.values().size()))));
        console()
                .hint(
                        dryRun
                                ? "Nothing was written: omit --dry-run to do it."
                                : "See it: hbase-search table get " + name() + " " + GivenOptions.quoted(key));
        return ExitCode.DONE;
    }
}
