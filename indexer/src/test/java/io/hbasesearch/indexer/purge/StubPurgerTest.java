/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.purge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.indexer.pipeline.UpkeepThread;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StubPurgerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
    private static final Duration RETENTION = Duration.ofSeconds(1);

    private final PipelineHealth health = new PipelineHealth("mail", Clock.systemUTC());
    private final AtomicBoolean mine = new AtomicBoolean(true);
    private final ScriptedIndex index = new ScriptedIndex();
    private final StubPurger purger = purger(1);

    @AfterEach
    void close() {
        purger.close();
    }

    private StubPurger purger(int documents) {
        return new StubPurger(
                "mail",
                documents,
                RETENTION,
                index,
                new UpkeepThread.Conditions(mine::get, health, new StopSignal()),
                Metrics.none(),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    void whatWasReadBeforeTheRetentionGoes() {
        purger.start();
        await().atMost(PATIENCE).until(() -> !index.asked.isEmpty());
        assertThat(index.asked).containsOnly(NOW.minus(RETENTION).toEpochMilli());
    }

    @Test
    void aFullBatchIsFollowedByTheNextAndThePaceIsKept() {
        index.answers.add(() -> new PurgedStubs(StubPurger.BATCH, StubPurger.BATCH));
        index.answers.add(() -> new PurgedStubs(StubPurger.BATCH, 1));
        index.answers.add(() -> new PurgedStubs(3, 3));
        long start = System.nanoTime();
        purger.start();
        await().atMost(PATIENCE).until(index.answers::isEmpty);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
    }

    /** Or the stubs of rows with 256 documents would pile up where four rows go in a second. */
    @Test
    void whereRowsHaveManyDocumentsTheirStubsGoFaster() {
        for (int i = 0; i < 20; i++) {
            index.answers.add(() -> new PurgedStubs(StubPurger.BATCH, StubPurger.BATCH));
        }
        long start = System.nanoTime();
        try (StubPurger ofMany = purger(256)) {
            ofMany.start();
            await().atMost(PATIENCE).until(index.answers::isEmpty);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(15));
    }

    @Test
    void aFailureStandsInTheHealthUntilItIsOver() {
        AtomicBoolean down = new AtomicBoolean(true);
        index.otherwise = () -> {
            if (down.get()) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no answer");
            }
            return PurgedStubs.none();
        };
        purger.start();
        await().atMost(PATIENCE).until(() -> health.worst().isPresent());
        assertThat(health.worst().orElseThrow().message()).isEqualTo("no answer");
        down.set(false);
        await().atMost(PATIENCE).until(() -> health.worst().isEmpty());
    }

    @Test
    void anotherProcessPurgesWhereItIsNotThisOnesTurn() {
        mine.set(false);
        purger.start();
        await().during(Duration.ofMillis(300)).atMost(PATIENCE).until(index.asked::isEmpty);
        mine.set(true);
        await().atMost(PATIENCE).until(() -> !index.asked.isEmpty());
    }

    private static final class ScriptedIndex implements DocumentWriter {
        final List<Long> asked = new CopyOnWriteArrayList<>();
        final Queue<Supplier<PurgedStubs>> answers = new ConcurrentLinkedQueue<>();
        volatile Supplier<PurgedStubs> otherwise = PurgedStubs::none;

        @Override
        public PurgedStubs purgeStubs(long readBefore, int most) {
            asked.add(readBefore);
            Supplier<PurgedStubs> next = answers.poll();
            return next == null ? otherwise.get() : next.get();
        }

        @Override
        public void write(List<IndexOperation> batch, WriteListener listener) {
            throw new AssertionError("the purge writes nothing");
        }

        @Override
        public Optional<PositionStore> positions() {
            return Optional.empty();
        }

        @Override
        public CheckResult check() {
            return CheckResult.healthy();
        }

        @Override
        public void close() {}
    }
}
