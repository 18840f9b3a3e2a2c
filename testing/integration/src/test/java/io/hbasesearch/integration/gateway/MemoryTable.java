/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** A table in memory: rows of one family. */
final class MemoryTable extends PartialRowReader {
    static final String FAMILY = "d";
    private static final long TIMESTAMP = 1_700_000_000_000L;

    private final ConcurrentSkipListMap<RowKey, Map<String, String>> rows = new ConcurrentSkipListMap<>();

    /** @param columns qualifier to value */
    void put(RowKey key, Map<String, String> columns) {
        rows.put(key, Map.copyOf(columns));
    }

    void delete(RowKey key) {
        rows.remove(key);
    }

    private Row row(RowKey key, ColumnSelection columns) {
        List<Cell> cells = new ArrayList<>();
        rows.getOrDefault(key, Map.of()).forEach((qualifier, value) -> {
            ColumnName column = ColumnName.of(FAMILY, qualifier);
            if (columns.selects(column)) {
                cells.add(new Cell(column, TIMESTAMP, ByteArray.utf8(value)));
            }
        });
        return new Row(key, cells);
    }

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        return keys.stream().map(key -> row(key, columns)).toList();
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        Iterator<Row> found = rows.keySet().stream()
                .filter(range::contains)
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
