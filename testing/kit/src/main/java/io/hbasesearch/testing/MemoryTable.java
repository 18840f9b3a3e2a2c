/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;

/** A table in memory: each table name reads the same rows. Safe for use by several threads. */
public class MemoryTable extends PartialRowReader {
    /** The timestamp of each cell that was put without one. */
    public static final long TIMESTAMP = 1_700_000_000_000L;

    private final ConcurrentSkipListMap<RowKey, Map<ColumnName, Cell>> rows = new ConcurrentSkipListMap<>();

    /** Replaces a row. */
    public void put(Row row) {
        Map<ColumnName, Cell> cells = new TreeMap<>();
        row.cells().forEach(cell -> cells.put(cell.column(), cell));
        rows.put(row.key(), cells);
    }

    /** Replaces a row by one of text values, all in the family {@code d}. */
    public void put(RowKey key, Map<String, String> columns) {
        put(new Row(
                key,
                columns.entrySet().stream()
                        .map(entry -> cell(ColumnName.of("d", entry.getKey()), ByteArray.utf8(entry.getValue())))
                        .toList()));
    }

    /** Changes one column of a row. */
    public void put(RowKey key, ColumnName column, ByteArray value) {
        rows.compute(key, (same, cells) -> {
            Map<ColumnName, Cell> changed = cells == null ? new TreeMap<>() : new TreeMap<>(cells);
            changed.put(column, cell(column, value));
            return changed;
        });
    }

    public void put(String key, String family, String qualifier, String value) {
        put(RowKey.utf8(key), ColumnName.of(family, qualifier), ByteArray.utf8(value));
    }

    public void delete(RowKey key) {
        rows.remove(key);
    }

    private static Cell cell(ColumnName column, ByteArray value) {
        return new Cell(column, TIMESTAMP, value);
    }

    /** Returns what a read of this row finds; without cells if there is no row. */
    public Row row(RowKey key, ColumnSelection columns) {
        Predicate<ColumnName> kept =
                columns.filter().map(ColumnSelection.CellFilter::ofRow).orElse(column -> true);
        return new Row(
                key,
                rows.getOrDefault(key, Map.of()).values().stream()
                        .filter(cell -> columns.selects(cell.column()) && kept.test(cell.column()))
                        .toList());
    }

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        return keys.stream().map(key -> row(key, columns)).toList();
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        boolean isKey = !range.start().isEmpty() && range.start().length() <= RowKey.MAX_LENGTH;
        Iterator<Row> found = (isKey ? rows.tailMap(new RowKey(range.start())) : rows)
                .keySet().stream()
                        .dropWhile(key -> !range.contains(key))
                        .takeWhile(range::contains)
                        .map(key -> row(key, columns))
                        .filter(row -> !row.isEmpty())
                        .iterator();
        return new RowCursor() {
            @Override
            public boolean hasNext() {
                return found.hasNext();
            }

            @Override
            public Row next() {
                return found.next();
            }

            @Override
            public void close() {}
        };
    }
}
