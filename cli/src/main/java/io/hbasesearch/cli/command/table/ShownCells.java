/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.CellType;
import io.hbasesearch.administration.table.TypedColumn;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.gateway.request.PrintableBytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prints cells, a line for each as the HBase shell does; as rows of a {@link Result} in the other formats. Values are text where they are
 * text, else have {@code \xHH} for bytes, unless a type of their column says what they are. For the main thread.
 */
final class ShownCells {
    private static final List<String> COLUMNS = List.of("row", "column", "timestamp", "value");

    private final Console console;
    private final KeyNotation keys;
    private final Map<ColumnName, CellType> types = new LinkedHashMap<>();
    private final Set<ColumnName> columns = new LinkedHashSet<>();
    private final Set<String> families = new LinkedHashSet<>();
    private final List<Map<String, @Nullable Object>> collected = new ArrayList<>();

    /** @param chosen families, and columns with or without types; empty for all columns */
    ShownCells(Console console, KeyNotation keys, List<String> chosen, TableVerb command) {
        this.console = console;
        this.keys = keys;
        for (String text : chosen) {
            if (text.contains(":")) {
                TypedColumn column = command.column(text);
                columns.add(column.column());
                column.type().ifPresent(type -> types.put(column.column(), type));
            } else {
                families.add(text);
            }
        }
    }

    ColumnSelection selection(int versions) {
        return (columns.isEmpty() && families.isEmpty()
                        ? ColumnSelection.everything()
                        : ColumnSelection.of(columns, families))
                .withVersions(versions);
    }

    /** Returns the families that must exist. */
    Set<String> families() {
        Set<String> all = new LinkedHashSet<>(families);
        columns.forEach(column -> all.add(column.family()));
        return all;
    }

    /** Prints a row's cells; keeps them for {@link #finish} if the format has one value for all rows. */
    void add(Row row) {
        String key = keys.format(row.key());
        row.excess()
                .ifPresent(excess -> console.warn("row " + key + " is not shown: it has more than " + excess.most()
                        + " bytes. Name columns to see some of them."));
        row.everyCell().sorted(Comparator.comparing(Cell::column)).forEach(cell -> {
            Map<String, @Nullable Object> line = Result.row(
                    "row",
                    key,
                    "column",
                    TypedColumn.format(cell.column()),
                    "timestamp",
                    cell.timestamp(),
                    "value",
                    value(cell));
            switch (console.format()) {
                case TABLE ->
                    console.print(key + "  column=" + line.get("column") + ", timestamp=" + cell.timestamp()
                            + ", value=" + line.get("value"));
                case NDJSON -> console.result(Result.rows("cells", COLUMNS, List.of(line)));
                case JSON, CSV -> collected.add(line);
            }
        });
    }

    /** Prints what was kept. */
    void finish() {
        if (console.format() == OutputFormat.JSON || console.format() == OutputFormat.CSV) {
            console.result(Result.rows("cells", COLUMNS, collected));
        }
    }

    private String value(Cell cell) {
        return Optional.ofNullable(types.get(cell.column()))
                .filter(type -> type != CellType.STRING && type != CellType.BINARY)
                .flatMap(type -> type.decode(cell.value()))
                .orElseGet(() -> text(cell.value()));
    }

    private static String text(ByteArray value) {
        return KeyNotation.oneLine(PrintableBytes.escape(value));
    }
}
