/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.UnmappableRowException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A table in memory. Every read stamps what it returns with the tick at which it began, so that a test can tell whether a
 * write stems from a read that was late enough.
 */
final class FakeTable extends PartialRowReader {
    static final ColumnName STATE = ColumnName.of("d", "state");
    private static final ColumnName TICK = ColumnName.of("d", "tick");
    static final String POISON = "poison";
    static final String LEFT_OUT = "left out";

    private final Map<RowKey, String> rows = new ConcurrentHashMap<>();
    private final AtomicLong ticks;
    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger rowsRead = new AtomicInteger();

    /** Asked before each read; throws what it returns, unless that is null. */
    volatile Supplier<HBaseSearchException> failures = () -> null;

    /** Rows whose reads time out, alone or with others. */
    volatile Predicate<List<RowKey>> timesOut = keys -> false;

    volatile Runnable delay = () -> {};

    FakeTable(AtomicLong ticks) {
        this.ticks = ticks;
    }

    void put(RowKey row, String state) {
        rows.put(row, state);
    }

    void delete(RowKey row) {
        rows.remove(row);
    }

    Map<RowKey, String> rows() {
        return rows;
    }

    /** The mapping that the tests use; a row in state {@link #POISON} has no document, nor one in state {@link #LEFT_OUT}. */
    static RowOutcome map(Row row) {
        String state = row.cell(STATE).orElseThrow().value().utf8();
        if (state.startsWith(POISON)) {
            throw new UnmappableRowException("column d:state: not what it should be", new IllegalStateException());
        }
        if (state.equals(LEFT_OUT)) {
            return new RowOutcome.LeftOut("the definition says so");
        }
        return new RowOutcome.Indexed(new Document(Map.of(
                "state", state, "tick", row.cell(TICK).orElseThrow().value().utf8())));
    }

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        reads.incrementAndGet();
        String tick = Long.toString(ticks.incrementAndGet());
        delay.run();
        HBaseSearchException failure = failures.get();
        if (failure != null) {
            throw failure;
        }
        if (timesOut.test(keys)) {
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "too slow");
        }
        rowsRead.addAndGet(keys.size());
        List<Row> read = new ArrayList<>();
        for (RowKey key : keys) {
            String state = rows.get(key);
            read.add(new Row(
                    key,
                    state == null
                            ? List.of()
                            : List.of(
                                    new Cell(STATE, 1, ByteArray.utf8(state)),
                                    new Cell(TICK, 1, ByteArray.utf8(tick)))));
        }
        return read;
    }
}
