/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HedgedRowReaderTest {
    private static final TableId TABLE = TableId.parse("default:words");
    private static final List<RowKey> KEYS = List.of(RowKey.utf8("1-n"));
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Map<String, AtomicLong> counted = new ConcurrentHashMap<>();
    private final Metrics metrics = new Metrics() {
        @Override
        public Counter counter(String name, String help, String... tags) {
            AtomicLong count = counted.computeIfAbsent(tags[1], outcome -> new AtomicLong());
            return count::addAndGet;
        }

        @Override
        public Timer timer(String name, String help, String... tags) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {
            throw new UnsupportedOperationException();
        }
    };
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile IntConsumer attempt = number -> {};

    private HedgedRowReader reader(Optional<Duration> after, int sharePercent) {
        PartialRowReader slow = new PartialRowReader() {
            @Override
            public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
                attempt.accept(attempts.incrementAndGet());
                return keys.stream().map(key -> new Row(key, List.of())).toList();
            }
        };
        return new HedgedRowReader(slow, new GatewayResilience.HedgedReads(true, after, sharePercent), 4, metrics);
    }

    private List<Row> read(HedgedRowReader reader) {
        return reader.read(TABLE, ColumnSelection.everything(), KEYS, TIMEOUT);
    }

    private void waitForRelease() {
        try {
            assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() {
        release.countDown();
    }

    @Test
    void aSecondAttemptAnswersWhereTheFirstIsStuck() {
        attempt = number -> {
            if (number == 1) {
                waitForRelease();
            }
        };
        try (HedgedRowReader reader = reader(Optional.of(Duration.ofMillis(5)), 100)) {
            assertThat(read(reader)).extracting(Row::key).isEqualTo(KEYS);
        }
        assertThat(attempts).hasValue(2);
        assertThat(counted.get("won")).hasValue(1);
    }

    @Test
    void aReadThatAnswersInTimeHasOneAttempt() {
        try (HedgedRowReader reader = reader(Optional.of(Duration.ofSeconds(5)), 100)) {
            for (int i = 0; i < 20; i++) {
                read(reader);
            }
        }
        assertThat(attempts).hasValue(20);
    }

    @Test
    void secondAttemptsStayWithinTheirShareHoweverSlowEverythingIs() {
        // Long beside the delay, so that a busy machine hides none of them.
        attempt = number -> pause(20);
        try (HedgedRowReader reader = reader(Optional.of(Duration.ofMillis(1)), 10)) {
            for (int i = 0; i < 100; i++) {
                read(reader);
            }
        }
        assertThat(attempts.get()).isBetween(100, 110);
        assertThat(counted.get("spared").get()).isGreaterThanOrEqualTo(50);
    }

    private static void pause(int millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatFailsAtOnceIsNotTriedAgain() {
        attempt = number -> {
            throw new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no");
        };
        try (HedgedRowReader reader = reader(Optional.of(Duration.ofSeconds(5)), 100)) {
            assertThatThrownBy(() -> read(reader)).hasMessage("no");
        }
        assertThat(attempts).hasValue(1);
    }

    @Test
    void whereBothAttemptsFailTheFirstFailureIsTold() {
        attempt = number -> {
            if (number == 1) {
                waitForRelease();
                throw new HBaseSearchException(ErrorCode.TIMED_OUT, "late");
            }
            release.countDown();
            pause(50);
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "gone");
        };
        try (HedgedRowReader reader = reader(Optional.of(Duration.ofMillis(5)), 100)) {
            assertThatThrownBy(() -> read(reader))
                    .isInstanceOf(HBaseSearchException.class)
                    .hasMessageMatching("late|gone")
                    .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
        }
    }

    @Test
    void withoutADelayTheObservedTimesTellWhenAReadIsSlow() {
        try (HedgedRowReader reader = reader(Optional.empty(), 100)) {
            for (int i = 0; i < 80; i++) {
                attempt = number -> pause(1);
                read(reader);
            }
            int before = attempts.get();
            attempt = number -> {
                if (number == before + 1) {
                    waitForRelease();
                }
            };
            assertThat(read(reader)).hasSize(1);
        }
    }
}
