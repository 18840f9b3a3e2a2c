/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import io.hbasesearch.indexer.pipeline.source.SourceIdentity;
import io.hbasesearch.testing.Fixtures;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** One index's pipeline over fakes, with its polling loop on a thread of its own. */
public final class PipelineRig implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final AtomicLong ticks = new AtomicLong();
    final FakeTopic topic;
    final FakeTable table = new FakeTable(ticks);
    final FakeIndex index = new FakeIndex();
    final FakeDeadLetters deadLetters = new FakeDeadLetters();
    final FakeRepair repair = new FakeRepair();
    final PipelineHealth health = new PipelineHealth("test", Clock.systemUTC());
    final PipelineProgress progress = new PipelineProgress();
    final AtomicBoolean replaced = new AtomicBoolean();
    /** Asked before rows are touched; throws what it returns, unless that is null. */
    volatile Supplier<HBaseSearchException> touchFailures = () -> null;

    /** Others may share it. */
    InFlightRoom room = new InFlightRoom(1 << 30);

    volatile SourceIdentity identity = partitions -> {};
    IndexerConfig config = new IndexerConfig(
            20,
            5,
            3,
            new IndexerConfig.Buffer(100, 1 << 20),
            new IndexerConfig.Timings(Duration.ofMillis(5), Duration.ofSeconds(30), PATIENCE),
            Duration.ofHours(1),
            IndexerConfig.rowBytesOfHeap());
    FakeSource source;
    private SeverableWriter writer = new SeverableWriter(index);
    private final List<Runnable> abandoned = new ArrayList<>();
    private StopSignal stop = new StopSignal();
    private CompletableFuture<Integer> loop;
    private PollLoop polling;

    PipelineRig(int partitions) {
        this.topic = new FakeTopic(partitions, ticks);
    }

    PipelineRig start() {
        stop = new StopSignal();
        source = new FakeSource(topic, config.pollRecords());
        writer = new SeverableWriter(index);
        closePolling();
        PollLoop running = new PollLoop(context(), source, identity, stop, health, progress);
        polling = running;
        CompletableFuture<Integer> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(running.run());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                },
                "polling");
        thread.start();
        loop = result;
        return this;
    }

    PipelineContext context() {
        IndexDefinition definition = new IndexDefinition(
                "test",
                FakeTopic.TABLE,
                RowKeyFormat.TEXT,
                List.of(FieldMapping.of("state", FakeTable.STATE, FieldType.KEYWORD)),
                "hash");
        IndexMetadata metadata = Fixtures.metadata("test")
                .table(FakeTopic.TABLE)
                .source(new IndexSource("hbase-search.ns.t", "id", topic.partitionCount(), 1))
                .build();
        return new PipelineContext(
                definition,
                metadata,
                new MappedTable(table, Duration.ofSeconds(1), FakeTable::map),
                () -> replaced.getAndSet(false),
                new PipelineContext.Outputs(writer, deadLetters, this::touch, repair),
                new PipelineContext.Shared(config, room, Metrics.none(), Clock.systemUTC()));
    }

    private void touch(List<RowKey> rows) {
        HBaseSearchException failure = touchFailures.get();
        if (failure != null) {
            throw failure;
        }
        rows.forEach(topic::edit);
    }

    /** Puts a row and announces it. */
    SourceEvent put(RowKey row, String state) {
        table.put(row, state);
        return topic.edit(row);
    }

    boolean isCommitted() {
        return topic.committed.entrySet().stream()
                .allMatch(entry -> entry.getValue().nextOffset() == topic.end(entry.getKey()));
    }

    void awaitCommitted() {
        Awaitility.await().atMost(PATIENCE).until(this::isCommitted);
    }

    /** Stops and returns the number of unfinished events. */
    int stop() {
        stop.fire();
        return await();
    }

    /**
     * Leaves the running loop to itself, to be stopped with this rig. It gets no more events and commits nothing.
     *
     * @param dead whether its writes are lost too, as a killed process's are; else it is one that was only thought dead
     */
    void abandon(boolean dead) {
        source.disown();
        if (dead) {
            writer.sever();
        }
        StopSignal running = stop;
        CompletableFuture<Integer> ending = loop;
        abandoned.add(() -> {
            running.fire();
            ending.handle((left, failure) -> 0).join();
        });
    }

    int await() {
        try {
            return loop.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError(e.getCause());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static HBaseSearchException unreachable() {
        return new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "nobody there");
    }

    /** As {@link CountDownLatch#await()}, for fakes that may not throw: an interrupt ends it and stays set. */
    static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        abandoned.forEach(Runnable::run);
        stop.fire();
        if (loop != null) {
            loop.handle((left, failure) -> 0).join();
        }
        closePolling();
    }

    private void closePolling() {
        if (polling != null) {
            polling.close();
        }
    }
}
