/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.Piece;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.VerifyOptions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A repair that is broken off, by a busy index, an end or a failure, and how it goes on. */
@Timeout(60)
class BrokenOffRepairTest extends RepairRig {
    @Test
    void stepsBackWhileTheIndexIsBusyAndGoesOnWhereItWas() {
        rows(3_000);
        index.remove(row(5));
        index.remove(row(2_995));
        AtomicInteger read = new AtomicInteger();
        AtomicInteger busy = new AtomicInteger();
        CountDownLatch asked = new CountDownLatch(1);
        table.onRow = key -> {
            int count = read.incrementAndGet();
            if (count == 1_500) {
                busy.set(3);
                awaitLatch(asked);
            }
            if (count >= 1_500 && table.scans.get() == 1) {
                leaveTimeToStop();
            }
        };
        quiet = () -> {
            boolean isQuiet = busy.get() == 0 || busy.getAndDecrement() == 0;
            if (!isQuiet) {
                asked.countDown();
            }
            return isQuiet;
        };

        Piece piece = repair(KeyRange.all());

        assertThat(touched).containsExactlyInAnyOrder(row(5), row(2_995));
        assertThat(piece.announced()).isEqualTo(2);
        assertThat(busy).hasValue(0);
        assertThat(table.scans).as("broken off once").hasValue(2);
        assertThat(read).as("goes on, and does not begin anew").hasValueLessThan(4_200);
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
            if (read >= 12_000) {
                leaveTimeToStop();
            }
        };
        quiet = () -> {
            if (busy.getAndSet(0) == 0) {
                return true;
            }
            closed.release();
            return false;
        };

        Piece piece = repair(KeyRange.all());

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
            int count = read.incrementAndGet();
            if (count == 500) {
                awaitLatch(asked);
            }
            if (count >= 500) {
                leaveTimeToStop();
            }
        };
        Piece piece = new Piece(KeyRange.all());

        repair().repair(piece, key -> true, () -> {
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
            assertThatThrownBy(() -> repair().repair(piece, key -> true, () -> false))
                    .hasMessage("no broker");
            assertThat(piece.isDone()).isFalse();
        }
        repair().repair(piece, key -> true, () -> false);

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
            public void undecided(long rows) {}

            @Override
            public void announced(long rows) {}
        };
    }

    /** Rows in memory are read faster than another thread can act on the answer that it just got. */
    private static void leaveTimeToStop() {
        LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
