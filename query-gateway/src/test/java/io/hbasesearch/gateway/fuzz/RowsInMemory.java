/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowHistory;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table that nobody writes to. Safe for use by several threads. */
final class RowsInMemory extends PartialRowReader {
    private final TreeMap<RowKey, Row> rows;

    RowsInMemory(Map<RowKey, Row> rows) {
        this.rows = new TreeMap<>(rows);
    }

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        return keys.stream().map(key -> row(key, columns)).toList();
    }

    private Row row(RowKey key, ColumnSelection columns) {
        Row row = rows.get(key);
        List<Cell> cells = row == null
                ? List.of()
                : row.cells().stream()
                        .filter(cell -> columns.selects(cell.column()))
                        .toList();
        return new Row(key, cells);
    }

    static RowHistory history(Map<RowKey, Row> rows) {
        RowsInMemory table = new RowsInMemory(rows);
        return (name, columns, keys, versions, bytes, timeout) ->
                keys.stream().map(key -> table.row(key, columns).cells()).toList();
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
