/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A table in memory. */
public final class FakeTable extends PartialRowReader {
    static final long TIMESTAMP = 1_700_000_000_000L;

    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger mostRead = new AtomicInteger();
    final AtomicInteger scans = new AtomicInteger();
    final AtomicInteger mostHistory = new AtomicInteger();
    /** Of the older versions of each cell; 0 for as many as the newest has. */
    volatile int olderBytes;

    volatile CheckResult health = CheckResult.healthy();
    volatile Duration lastTimeout = Duration.ZERO;
    public volatile Runnable beforeRead = () -> {};
    private final Map<RowKey, Map<ColumnName, ByteArray>> rows = new ConcurrentSkipListMap<>();

    void put(RowKey key, ColumnName column, ByteArray value) {
        rows.computeIfAbsent(key, none -> new TreeMap<>()).put(column, value);
    }

    public void put(String key, String family, String qualifier, String value) {
        put(RowKey.utf8(key), ColumnName.of(family, qualifier), ByteArray.utf8(value));
    }

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        reads.incrementAndGet();
        mostRead.accumulateAndGet(keys.size(), Math::max);
        lastTimeout = timeout;
        beforeRead.run();
        return keys.stream().map(key -> new Row(key, cells(key, columns))).toList();
    }

    void delete(String key) {
        rows.remove(RowKey.utf8(key));
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        scans.incrementAndGet();
        beforeRead.run();
        Iterator<Row> found = rows.keySet().stream()
                .filter(range::contains)
                .map(key -> new Row(key, cells(key, columns)))
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

    /** Each cell as many times as there are versions, each older by one, until all have this number of bytes. */
    List<List<Cell>> history(
            TableId table, ColumnSelection columns, List<RowKey> keys, int versions, long mostBytes, Duration timeout) {
        List<List<Cell>> read = new ArrayList<>();
        long bytes = 0;
        while (read.size() < keys.size() && bytes < mostBytes) {
            RowKey key = keys.get(read.size());
            List<Cell> cells = cells(key, columns).stream()
                    .flatMap(cell -> IntStream.range(0, versions)
                            .mapToObj(i ->
                                    new Cell(cell.column(), cell.timestamp() - i, i == 0 ? cell.value() : older(cell))))
                    .toList();
            read.add(cells);
            bytes += new Row(key, cells).bytes();
        }
        mostHistory.accumulateAndGet(read.size(), Math::max);
        return read;
    }

    private ByteArray older(Cell cell) {
        return olderBytes == 0 ? cell.value() : ByteArray.wrap(new byte[olderBytes]);
    }

    private List<Cell> cells(RowKey key, ColumnSelection columns) {
        List<Cell> cells = new ArrayList<>();
        Predicate<ColumnName> kept =
                columns.filter().map(ColumnSelection.CellFilter::ofRow).orElse(column -> true);
        rows.getOrDefault(key, Map.of()).forEach((column, value) -> {
            if (columns.selects(column) && kept.test(column)) {
                cells.add(new Cell(column, TIMESTAMP, value));
            }
        });
        return cells;
    }

    @Override
    public CheckResult check() {
        return health;
    }
}
