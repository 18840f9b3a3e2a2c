/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What ends a comparison before its time, and what does not. */
@Timeout(60)
class VerifyStopTest extends VerifyRig {
    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedRunGoesOnWhereItSays() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            both(RowKey.utf8(String.format("row%05d", i)), "body");
        }
        index.remove(RowKey.utf8("row00010"));
        index.remove(RowKey.utf8("row19990"));
        Thread runner = Thread.currentThread();
        CountDownLatch known = new CountDownLatch(1);
        AtomicInteger seen = new AtomicInteger();
        table.onRow = key -> {
            if (seen.incrementAndGet() == 10_000) {
                await(known);
                runner.interrupt();
            }
        };
        VerifyListener listener = new VerifyListener() {
            @Override
            public void difference(Difference difference, boolean confirmed) {
                known.countDown();
            }
        };
        VerifyReport first = verify(QUICK.withThreads(2).withRowsPerSecond(20_000), KeyRange.all(), listener);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(first.complete()).isFalse();
        ByteArray from = first.unfinished().orElseThrow();
        assertThat(from).isGreaterThan(ByteArray.utf8("row00011"));
        VerifyReport rest = verify(QUICK, new KeyRange(from, ByteArray.empty()), VerifyListener.none());
        assertThat(rest.complete()).isTrue();
        assertThat(first.differing().missing() + rest.differing().missing()).isEqualTo(2);
        assertThat(first.compared().rows() + rest.compared().rows()).isGreaterThanOrEqualTo(20_000);
    }

    @Test
    void anInterruptedRunIsNotClean() {
        // More than is compared before even a busy machine heeds the interrupt.
        for (int i = 0; i < 6_000; i++) {
            both(RowKey.utf8("a" + i), "body");
        }
        Thread.currentThread().interrupt();
        VerifyReport report = verify(QUICK.withRowsPerSecond(100));
        assertThat(report.complete()).isFalse();
        assertThat(report.isClean()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void aFailureForGoodEndsEveryThread() {
        for (int i = 0; i < 2_000; i++) {
            both(RowKey.utf8(String.format("row%04d", i)), "body");
        }
        table.splits = List.of(ByteArray.utf8("row1000"));
        table.onRow = key -> {
            throw new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no");
        };
        assertThatThrownBy(() -> verify(QUICK.withThreads(3))).hasMessage("no");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("hbase-search-verify"));
    }

    @Test
    void aServerThatIsAwayForAMomentIsWaitedFor() {
        for (int i = 0; i < 2_000; i++) {
            both(RowKey.utf8(String.format("row%04d", i)), "body");
        }
        index.remove(RowKey.utf8("row0001"));
        AtomicInteger failures = new AtomicInteger();
        table.onRow = key -> {
            if (key.equals(RowKey.utf8("row1000")) && failures.incrementAndGet() < 3) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "away");
            }
        };
        VerifyReport report = verify(QUICK);
        assertThat(failures.get()).isEqualTo(3);
        assertThat(report.compared().rows()).isEqualTo(2_000);
        assertThat(report.differing().missing()).isEqualTo(1);
        assertThat(report.differences()).isEqualTo(1);
    }

    /** All rows are compared by then; only the place of what is no row's document tells where to look again. */
    @Test
    void interruptedRunIsNotCleanWhileAForeignDocumentIsPending() {
        for (int i = 0; i < 2_000; i++) {
            both(RowKey.utf8(String.format("row%04d", i)), "body");
        }
        index.putForeign("not an id");
        Thread runner = Thread.currentThread();
        VerifyListener interrupting = new VerifyListener() {
            @Override
            public void progress(VerifyReport soFar) {
                if (soFar.compared().rows() == 2_000) {
                    runner.interrupt();
                }
            }
        };
        VerifyReport report = verify(options(60_000, 2), KeyRange.all(), interrupting);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.compared().rows()).isEqualTo(2_000);
        assertThat(report.differences()).isZero();
        assertThat(report.complete()).isFalse();
        assertThat(report.isClean()).isFalse();
        ByteArray from = report.unfinished().orElseThrow();
        assertThat(verify(QUICK, new KeyRange(from, ByteArray.empty()), VerifyListener.none())
                        .differing()
                        .placeless())
                .isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
