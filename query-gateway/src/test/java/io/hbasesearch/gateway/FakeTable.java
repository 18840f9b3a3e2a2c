/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.testing.MemoryTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A table in memory that counts reads, and can delay or fail them. */
public final class FakeTable extends MemoryTable {
    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger mostRead = new AtomicInteger();
    final AtomicInteger scans = new AtomicInteger();
    final AtomicInteger mostHistory = new AtomicInteger();
    /** Of the older versions of each cell; 0 for as many as the newest has. */
    volatile int olderBytes;

    volatile CheckResult health = CheckResult.healthy();
    volatile Duration lastTimeout = Duration.ZERO;
    public volatile Runnable beforeRead = () -> {};

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        reads.incrementAndGet();
        mostRead.accumulateAndGet(keys.size(), Math::max);
        lastTimeout = timeout;
        beforeRead.run();
        return super.read(table, columns, keys, timeout);
    }

    void delete(String key) {
        delete(RowKey.utf8(key));
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        scans.incrementAndGet();
        beforeRead.run();
        return super.scan(table, columns, range);
    }

    /** Each cell as many times as there are versions, each older by one, until all have this number of bytes. */
    List<List<Cell>> history(
            TableId table, ColumnSelection columns, List<RowKey> keys, int versions, long mostBytes, Duration timeout) {
        List<List<Cell>> read = new ArrayList<>();
        long bytes = 0;
        while (read.size() < keys.size() && bytes < mostBytes) {
            RowKey key = keys.get(read.size());
            List<Cell> cells = row(key, columns).cells().stream()
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

    @Override
    public CheckResult check() {
        return health;
    }
}
