/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.kafka.KafkaClients;
import io.hbasesearch.indexer.kafka.KafkaDeadLetters;
import io.hbasesearch.indexer.kafka.Remedies;
import io.hbasesearch.indexer.kafka.TopicIdentity;
import io.hbasesearch.indexer.pipeline.EventSource;
import io.hbasesearch.indexer.pipeline.Health;
import io.hbasesearch.indexer.pipeline.PipelineContext;
import io.hbasesearch.indexer.pipeline.PollLoop;
import io.hbasesearch.indexer.pipeline.Progress;
import io.hbasesearch.indexer.pipeline.Retrier;
import io.hbasesearch.indexer.pipeline.SourceIdentity;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.scrub.ScrubState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one index up to date, on a thread of its own: waits until the index exists, opens everything, runs the polling
 * loop, closes everything. Whatever ends it stands in its status. Safe for use by several threads; runs once. Owns its
 * thread, the Kafka clients and the writer.
 */
final class IndexWorker {
    private static final Logger LOG = LoggerFactory.getLogger(IndexWorker.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
    private static final Duration CREATION_TIME = Duration.ofMinutes(1);
    private static final Duration CREATION_POLL = Duration.ofMillis(500);
    private static final int STUB_RETENTION_PARTS = 4;

    private final IndexDefinition definition;
    private final WorkerContext context;
    private final StopSignal stop = new StopSignal();
    private final Health health;
    private final Progress progress = new Progress();
    private final ScrubState scrub;
    private final WorkerState state;
    private final Thread thread;
    private volatile @Nullable EventSource source;
    private volatile @Nullable ReindexHost reindexing;

    IndexWorker(IndexDefinition definition, WorkerContext context) {
        this.definition = definition;
        this.context = context;
        this.health = new Health(definition.name(), context.clock());
        this.scrub = new ScrubState(definition.name(), context.metrics(), context.clock());
        this.state = new WorkerState(definition.name(), health, progress, scrub, context.clock());
        this.thread = new Thread(this::run, "hbase-search-indexer-" + definition.name());
        state.register(context.metrics());
    }

    void start() {
        thread.start();
    }

    IndexStatus status() {
        return state.status();
    }

    /** Begins a stop; returns at once. */
    void requestStop() {
        stop.fire();
        EventSource polling = source;
        if (polling != null) {
            polling.wakeup();
        }
        ReindexHost host = reindexing;
        if (host != null) {
            host.requestStop();
        }
    }

    /** Waits for the end of the thread. False if it still runs after {@code timeout}. */
    boolean awaitStopped(Duration timeout) throws InterruptedException {
        thread.join(Math.max(1, timeout.toMillis()));
        return !thread.isAlive();
    }

    /** The last resort, for a thread that does not end in time. */
    void interrupt() {
        thread.interrupt();
    }

    @SuppressWarnings("CatchingUnchecked") // the end of a thread is never silent, whatever it is
    private void run() {
        try {
            Optional<IndexMetadata> metadata = awaitIndex();
            if (metadata.isPresent()) {
                index(metadata.get());
            }
            state.stopped();
        } catch (StoppedException e) {
            state.stopped();
        } catch (HBaseSearchException e) {
            LOG.error("index {}: failed with {}: {}", definition.name(), e.code(), e.getMessage());
            state.failed(e);
        } catch (Throwable e) {
            LOG.error("index {}: failed unexpectedly", definition.name(), e);
            state.failed(new HBaseSearchException(
                    ErrorCode.INTERNAL, "unexpected " + e, "This is a defect: please report it with the log.", e));
        }
    }

    /** Empty if a stop came first. */
    private Optional<IndexMetadata> awaitIndex() throws StoppedException {
        Retrier retrier = new Retrier(stop, health, BACKOFF);
        Duration pause;
        do {
            Optional<IndexMetadata> found = retrier.call("looking for the index", this::find);
            if (found.isPresent() && retrier.call("looking for the index's offsets", () -> isReady(found.get()))) {
                return found;
            }
            state.noIndex(
                    found.isPresent()
                            ? "The index is being created."
                            : "There is no index yet. Create it: hbase-search index create " + definition.name());
            pause = found.isPresent()
                    ? CREATION_POLL
                    : context.config().indexer().identityInterval();
        } while (!stop.await(pause));
        return Optional.empty();
    }

    private Optional<IndexMetadata> find() {
        return context.backend().admin().find(definition.name());
    }

    /** The group's offsets are what an index's creation ends with; an index that was never finished says so when opened. */
    private boolean isReady(IndexMetadata metadata) {
        Duration age = Duration.between(metadata.createdAt(), context.clock().instant());
        if (age.compareTo(CREATION_TIME) > 0) {
            return true;
        }
        try (IndexTopics kafka = new IndexTopics(context.config().kafka())) {
            return kafka.hasOffsets(metadata);
        }
    }

    private void index(IndexMetadata metadata) throws StoppedException {
        requireDefinition(metadata);
        Duration maxReadAge = context.config().indexer().stubRetention().dividedBy(STUB_RETENTION_PARTS);
        Retrier retrier = new Retrier(stop, health, BACKOFF);
        KafkaClients kafka = new KafkaClients(context.config().kafka());
        // First of all: what the index loses from now on is noticed.
        Optional<String> history = retrier.call(
                "asking for the index's history",
                () -> context.backend().admin().history(metadata));
        try (DocumentWriter writer = retrier.call(
                        "opening the index", () -> context.backend().openWriter(definition, metadata, maxReadAge));
                KafkaDeadLetters deadLetters = new KafkaDeadLetters(kafka, definition.name());
                TopicIdentity topic = retrier.call(
                        "connecting to Kafka",
                        () -> new TopicIdentity(
                                kafka, metadata, writer.positions().isEmpty(), history));
                TableWatch table = new TableWatch(
                        definition,
                        context.rows(),
                        health,
                        context.config().indexer().identityInterval(),
                        context.metrics());
                IndexUpkeep upkeep =
                        new IndexUpkeep(definition, metadata, context, health, progress, scrub, writer, stop);
                ReindexHost host = writer.positions().isPresent() ? reindexHost(metadata) : null) {
            table.start();
            reindexing = host;
            PipelineContext pipeline = new PipelineContext(
                    definition,
                    metadata,
                    context.config().indexer(),
                    context.config().hbase().timeout(),
                    new RowMapper(definition)::map,
                    context.rows(),
                    writer,
                    deadLetters,
                    upkeep.forBulkLoads(),
                    table::takeReplaced,
                    context.metrics(),
                    context.clock());
            IndexIdentity index = new IndexIdentity(context.backend().admin(), metadata, history);
            SourceIdentity identity = partitions -> {
                // Asks nobody, so that no server that is away hides what was seen.
                table.check();
                index.check();
                topic.check(partitions);
            };
            try {
                EventSource topicSource =
                        retrier.call("opening the topic", () -> openSource(kafka, metadata, writer, history));
                upkeep.start();
                if (host != null) {
                    host.start();
                }
                poll(pipeline, topicSource, identity);
            } finally {
                // Whatever has not been finished by now is waited for by nobody.
                writer.close(stop.left(PollLoop.stopTime(context.config().indexer())));
            }
        }
    }

    /** For an index that nobody but its owner can write to. */
    private ReindexHost reindexHost(IndexMetadata metadata) {
        return new ReindexHost(
                definition.name(),
                new ReindexService(
                        context.config(), context.backend(), context.rows(), definition, metadata, context.clock()));
    }

    private void poll(PipelineContext pipeline, EventSource opened, SourceIdentity identity) {
        source = opened;
        try {
            state.running(pipeline.writer());
            LOG.info(
                    "index {}: indexing from topic {}",
                    definition.name(),
                    pipeline.metadata().topic());
            new PollLoop(pipeline, opened, identity, stop, health, progress).run();
        } finally {
            source = null;
            state.closing();
        }
    }

    private EventSource openSource(
            KafkaClients kafka, IndexMetadata metadata, DocumentWriter writer, Optional<String> history) {
        Optional<PositionStore> store = writer.positions();
        if (store.isEmpty()) {
            return kafka.groupSource(metadata, context.config().indexer(), history);
        }
        Map<Integer, Position> positions = store.get().load();
        boolean complete = IntStream.range(0, metadata.partitions()).allMatch(positions::containsKey);
        if (!complete || positions.size() != metadata.partitions()) {
            throw new HBaseSearchException(
                    ErrorCode.OFFSETS_LOST,
                    "index " + definition.name() + " holds positions for partitions " + positions.keySet()
                            + ", its topic has " + metadata.partitions() + ": index create did not finish",
                    Remedies.createAnew(definition.name()),
                    null);
        }
        return kafka.fixedSource(metadata, context.config().indexer(), positions);
    }

    private void requireDefinition(IndexMetadata metadata) {
        if (!metadata.definitionHash().equals(definition.hash())
                || !metadata.table().equals(definition.table())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "the definition of index " + definition.name() + " has changed since the index was created",
                    "Take the change back, or: " + Remedies.createAnew(definition.name()),
                    null);
        }
    }
}
