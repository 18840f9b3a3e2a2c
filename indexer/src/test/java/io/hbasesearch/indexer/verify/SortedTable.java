/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/** A table in memory whose rows have one column, {@code d:body}. */
final class SortedTable implements RowReader {
    static final ColumnName BODY = ColumnName.of("d", "body");

    final ConcurrentSkipListMap<RowKey, ByteArray> rows = new ConcurrentSkipListMap<>();
    volatile Runnable beforeRead = () -> {};

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        beforeRead.run();
        return keys.stream().map(key -> row(key, rows.get(key))).toList();
    }

    private static Row row(RowKey key, ByteArray value) {
        return new Row(key, value == null ? List.of() : List.of(new Cell(BODY, 1, value)));
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        List<Row> all = new ArrayList<>();
        rows.forEach((key, value) -> all.add(row(key, value)));
        Iterator<Row> iterator = all.iterator();
        return new RowCursor() {
            @Override
            public boolean hasNext() {
                return iterator.hasNext();
            }

            @Override
            public Row next() {
                return iterator.next();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    @Override
    public void close() {}
}
