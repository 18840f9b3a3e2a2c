/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.RowKeyFormat;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.indexer.pipeline.Piece;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.SortedIndex;
import io.hbasesearch.indexer.verify.SortedTable;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TouchingRepairTest {
    private static final IndexDefinition DEFINITION = new IndexDefinition(
            "test",
            TableId.parse("t"),
            RowKeyFormat.BINARY,
            List.of(FieldMapping.of("body", SortedTable.BODY, FieldType.TEXT)),
            "hash");

    private final SortedTable table = new SortedTable();
    private final SortedIndex index = new SortedIndex();
    private final List<RowKey> touched = new CopyOnWriteArrayList<>();
    private final StopSignal stop = new StopSignal();
    private Consumer<Collection<RowKey>> touches = touched::addAll;
    private volatile BooleanSupplier quiet = () -> true;

    @Test
    void announcesExactlyWhatDiffersBothWays() {
        rows(100);
        index.remove(row(10));
        index.put(row(20), "stale");
        table.rows.remove(row(30));

        Piece piece = repair(0, KeyRange.all());

        assertThat(touched).containsExactlyInAnyOrder(row(10), row(20), row(30));
        assertThat(piece.compared()).isEqualTo(99);
        assertThat(piece.announced()).isEqualTo(3);
        assertThat(piece.isDone()).isTrue();
    }

    /** Each touch of it would make another dead letter. */
    @Test
    void leavesARowAloneThatTheIndexRefusesAsItIs() {
        rows(3);
        index.refuse(row(1), "body 1");
        index.refuse(row(2), "what it held before");

        repair(0, KeyRange.all());

        assertThat(touched).containsExactly(row(2));
    }

    @Test
    void knowsItsRangeAndWhichRowsAreWanted() {
        rows(100);
        index.documents.clear();
        KeyRange range = new KeyRange(row(10).bytes(), row(20).bytes());

        repair(0).repair(new Piece(range), key -> !key.equals(row(15)), () -> false);

        assertThat(touched)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(10, 20)
                        .filter(i -> i != 15)
                        .mapToObj(TouchingRepairTest::row)
                        .toList());
    }

    @Test
    void announcesWhileItComparesRatherThanRememberAll() {
        rows(3_000);
        index.documents.clear();
        AtomicInteger largest = new AtomicInteger();
        touches = rows -> {
            largest.accumulateAndGet(rows.size(), Math::max);
            touched.addAll(rows);
        };

        repair(0, KeyRange.all());

        assertThat(touched).hasSize(3_000);
        assertThat(largest).hasValue(500);
    }

    @Test
    void stepsBackWhileTheIndexIsBusyAndGoesOnWhereItWas() {
        rows(3_000);
        index.remove(row(5));
        index.remove(row(2_995));
        AtomicInteger read = new AtomicInteger();
        AtomicInteger busy = new AtomicInteger();
        CountDownLatch asked = new CountDownLatch(1);
        table.onRow = key -> {
            if (read.incrementAndGet() == 1_500) {
                busy.set(3);
                awaitLatch(asked);
            }
        };
        quiet = () -> {
            boolean isQuiet = busy.get() == 0 || busy.getAndDecrement() == 0;
            if (!isQuiet) {
                asked.countDown();
            }
            return isQuiet;
        };

        Piece piece = repair(0, KeyRange.all());

        assertThat(touched).containsExactlyInAnyOrder(row(5), row(2_995));
        assertThat(piece.announced()).isEqualTo(2);
        assertThat(busy).hasValue(0);
        assertThat(table.scans).as("broken off once").hasValue(2);
        assertThat(read).as("goes on, and does not begin anew").hasValueLessThan(6_000);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** A table that was truncated long ago: nothing but stubs, and a gate that closes before they are through. */
    @Test
    void getsOnWhereThereAreStubsAndNoRows() {
        for (int i = 0; i < 50_000; i++) {
            index.putStub(row(i));
        }
        AtomicInteger busy = new AtomicInteger();
        Semaphore closed = new Semaphore(0);
        Map<Integer, AtomicInteger> readByRun = new ConcurrentHashMap<>();
        index.onDocument = id -> {
            int read = readByRun
                    .computeIfAbsent(table.scans.get(), run -> new AtomicInteger())
                    .incrementAndGet();
            if (read == 12_000) {
                busy.set(1);
                closed.acquireUninterruptibly();
            }
        };
        quiet = () -> {
            if (busy.getAndSet(0) == 0) {
                return true;
            }
            closed.release();
            return false;
        };

        Piece piece = repair(0, KeyRange.all());

        assertThat(piece.isDone()).isTrue();
        assertThat(table.scans).as("broken off").hasValueGreaterThan(1);
        assertThat(touched).isEmpty();
    }

    @Test
    void endsSoonOnceItIsCancelled() {
        rows(3_000);
        AtomicInteger read = new AtomicInteger();
        CountDownLatch asked = new CountDownLatch(1);
        table.onRow = key -> {
            if (read.incrementAndGet() == 500) {
                awaitLatch(asked);
            }
        };
        Piece piece = new Piece(KeyRange.all());

        repair(0).repair(piece, key -> true, () -> {
            boolean isOver = read.get() >= 500;
            if (isOver) {
                asked.countDown();
            }
            return isOver;
        });

        assertThat(read).hasValueLessThan(3_000);
        assertThat(piece.isDone()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aFailureCostsNoMoreThanWhatItWasBusyWith() {
        rows(3_000);
        index.remove(row(5));
        AtomicInteger read = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger(2);
        index.remove(row(2_500));
        touches = rows -> {
            if (refusals.getAndDecrement() > 0) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker");
            }
            touched.addAll(rows);
        };
        table.onRow = key -> read.incrementAndGet();
        Piece piece = new Piece(KeyRange.all());

        for (int failed = 0; failed < 2; failed++) {
            assertThatThrownBy(() -> repair(0).repair(piece, key -> true, () -> false))
                    .hasMessage("no broker");
            assertThat(piece.isDone()).isFalse();
        }
        repair(0).repair(piece, key -> true, () -> false);

        assertThat(piece.isDone()).isTrue();
        assertThat(piece.announced()).isEqualTo(piece.owed().size() + touched.size());
        assertThat(touched).contains(row(5), row(2_500));
    }

    @Test
    void aTouchThatFailsHasNothingCountedTwice() {
        rows(100);
        for (int i = 100; i < 700; i++) {
            table.rows.put(row(i), ByteArray.utf8("not indexed"));
        }
        AtomicInteger refusals = new AtomicInteger(1);
        touches = rows -> {
            if (refusals.getAndDecrement() > 0) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker");
            }
            touched.addAll(rows);
        };
        AtomicInteger counted = new AtomicInteger();
        TouchingRepair repair = repair(VerifyOptions.standard().withSettle(Duration.ZERO, 0), counting(counted));
        Piece piece = new Piece(KeyRange.all());

        while (!piece.isDone()) {
            try {
                repair.repair(piece, key -> true, () -> false);
            } catch (HBaseSearchException e) {
                assertThat(e).hasMessage("no broker");
            }
        }

        assertThat(refusals.get()).isNegative();
        assertThat(counted).hasValue(600);
        assertThat(touched).hasSize(600).doesNotHaveDuplicates();
    }

    @Test
    void piecesAreTheRegionsWithinTheRange() {
        table.splits = List.of(ByteArray.utf8("b"), ByteArray.utf8("d"), ByteArray.utf8("f"));

        assertThat(repair(0).pieces(range("c", "f")))
                .extracting(Piece::left)
                .containsExactly(range("c", "d"), range("d", "f"));
        assertThat(repair(0).pieces(range("e", "")))
                .extracting(Piece::left)
                .containsExactly(range("e", "f"), range("f", ""));
    }

    private Piece repair(int rowsPerSecond, KeyRange range) {
        Piece piece = new Piece(range);
        repair(rowsPerSecond).repair(piece, key -> true, () -> false);
        return piece;
    }

    private TouchingRepair repair(int rowsPerSecond) {
        VerifyOptions options =
                VerifyOptions.standard().withSettle(Duration.ofMillis(10), 2).withRowsPerSecond(rowsPerSecond);
        return repair(options, RepairListener.none());
    }

    private TouchingRepair repair(VerifyOptions options, RepairListener listener) {
        return new TouchingRepair(
                () -> new Verify(DEFINITION, table, index, Duration.ofSeconds(1), options),
                range -> table.regions(DEFINITION.table()),
                rows -> touches.accept(rows),
                new Gate(() -> quiet.getAsBoolean(), Duration.ofMinutes(1), Duration.ZERO, stop),
                listener);
    }

    private static RepairListener counting(AtomicInteger differences) {
        return new RepairListener() {
            @Override
            public void compared(long rows) {}

            @Override
            public boolean differs(Difference difference) {
                differences.incrementAndGet();
                return true;
            }

            @Override
            public void announced(long rows) {}
        };
    }

    private void rows(int count) {
        for (int i = 0; i < count; i++) {
            table.rows.put(row(i), ByteArray.utf8("body " + i));
            index.put(row(i), "body " + i);
        }
    }

    private static RowKey row(int number) {
        return RowKey.utf8(String.format("row%05d", number));
    }

    private static KeyRange range(String start, String stop) {
        return new KeyRange(ByteArray.utf8(start), ByteArray.utf8(stop));
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
