/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.kafka.KafkaClients;
import io.hbasesearch.indexer.kafka.KafkaDeadLetters;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.kafka.TopicIdentity;
import io.hbasesearch.indexer.pipeline.MappedTable;
import io.hbasesearch.indexer.pipeline.PipelineContext;
import io.hbasesearch.indexer.pipeline.PipelineProgress;
import io.hbasesearch.indexer.pipeline.PollLoop;
import io.hbasesearch.indexer.pipeline.source.EventSource;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.pipeline.source.SourceIdentity;
import io.hbasesearch.indexer.scrub.ScrubState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one generation of an index up to date, on its own thread, whatever its role: opens everything, runs the polling loop,
 * closes everything. Its status shows what ended it. Safe for use by several threads; runs once. Owns its thread, the Kafka clients
 * and the writer.
 */
public final class GenerationWorker {
    private static final Logger LOG = LoggerFactory.getLogger(GenerationWorker.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
    private static final int MOST_DOUBLINGS = 2;

    private final IndexDefinition configured;
    private final IndexMetadata metadata;
    private final GenerationRole role;
    private final WorkerContext context;
    private final StopSignal stop = new StopSignal();
    private final PipelineHealth health;
    private final PipelineProgress progress = new PipelineProgress();
    private final IndexUpkeep.Signals signals;
    private final WorkerState state;
    private final Thread thread;
    private volatile @Nullable EventSource source;
    private volatile boolean owner;
    private PipelineHealth.@Nullable HealthIssue changed;
    private volatile PipelineHealth.@Nullable HealthIssue before;
    private volatile int refusals;
    private volatile long endedNanos;
    private volatile long startedNanos;

    /**
     * @param configured the definition in the configuration; the generation has its own
     * @param context with the metrics of this generation
     */
    public GenerationWorker(
            IndexDefinition configured, IndexMetadata metadata, GenerationRole role, WorkerContext context) {
        this.configured = configured;
        this.metadata = metadata;
        this.role = role;
        this.context = context;
        String index = metadata.index();
        this.health = new PipelineHealth(role.label(), context.clock());
        ScrubState scrub =
                new ScrubState(index, context.config().scrub().enabled(), context.metrics(), context.clock());
        this.signals = new IndexUpkeep.Signals(health, progress, scrub, stop);
        this.state = new WorkerState(index, health, progress, scrub, context.clock());
        String number = metadata.generation() == IndexMetadata.FIRST_GENERATION ? "" : "-g" + metadata.generation();
        this.thread = NamedThreads.lasting("hbase-search-indexer-" + index + number, this::run);
        state.register(context.metrics());
    }

    public IndexMetadata metadata() {
        return metadata;
    }

    public GenerationRole role() {
        return role;
    }

    /** Returns whether this process owns the embedded index at present, so that no other can write to it. */
    public boolean isOwner() {
        return owner;
    }

    /** Returns the number of events that are not in this generation yet, of this process's partitions. */
    public long lag() {
        return progress.last().lag();
    }

    /** Adds or removes the status's warning that the configuration differs from the definition of this generation. */
    public synchronized void tellChanged(boolean differs, IndexDefinition now) {
        if (differs && changed == null) {
            boolean otherTable = !metadata.table().equals(now.table());
            changed = health.warning(
                    "definition", otherTable ? metadata.tableChanged(now) : metadata.documentsChanged(now));
        } else if (!differs && changed != null) {
            changed.close();
            changed = null;
        }
    }

    public void start() {
        startedNanos = System.nanoTime();
        thread.start();
    }

    /** Returns the failure that ended it, if it has this code and is old enough; the required age grows with each failed restart. */
    public Optional<HBaseSearchException> endedFor(ErrorCode code, Duration ago) {
        long pause = ago.toNanos() << Math.min(refusals, MOST_DOUBLINGS);
        return isStopped() && System.nanoTime() - endedNanos >= pause
                ? state.failure().filter(failure -> failure.code() == code)
                : Optional.empty();
    }

    /** Marks this worker as the replacement of one that ended with this failure: it is not healthy before it has worked for a while. */
    public void recovers(GenerationWorker former, HBaseSearchException failure) {
        refusals = former.refusals + 1;
        before = health.ailingStill("restarting the index after a denied access", failure);
    }

    /** @param worked the time after which it is healthy again */
    public void tellRecovered(Duration worked) {
        PipelineHealth.HealthIssue told = before;
        if (told != null && !isStopped() && System.nanoTime() - startedNanos >= worked.toNanos()) {
            told.close();
            before = null;
            refusals = 0;
        }
    }

    public IndexStatus status() {
        return state.status().withHint(role::remedy);
    }

    /** Begins a stop; returns at once. */
    public void requestStop() {
        stop.fire();
        EventSource polling = source;
        if (polling != null) {
            polling.wakeup();
        }
    }

    /** Waits for the end of the thread. Returns false if it still runs after {@code timeout}. */
    public boolean awaitStopped(Duration timeout) throws InterruptedException {
        thread.join(Math.max(1, timeout.toMillis()));
        return !thread.isAlive();
    }

    public boolean isStopped() {
        return !thread.isAlive();
    }

    /** Interrupts the thread: the last resort if it does not end in time. */
    public void interrupt() {
        thread.interrupt();
    }

    @SuppressWarnings("CatchingUnchecked") // the end of a thread is never silent, whatever it is
    private void run() {
        try {
            index(metadata.definitionOr(configured));
            state.stopped();
        } catch (StoppedException e) {
            state.stopped();
        } catch (HBaseSearchException e) {
            if (isDropped()) {
                LOG.info("index {}: stopping, as it was dropped", role.ownLabel());
                state.stopped();
            } else {
                failed(e);
            }
        } catch (Throwable e) {
            LOG.error("index {}: failed unexpectedly", role.label(), e);
            state.failed(new HBaseSearchException(
                    ErrorCode.INTERNAL, "unexpected " + e, "This is a defect: please report it with the log.", e));
        } finally {
            endedNanos = System.nanoTime();
        }
    }

    private void failed(HBaseSearchException failure) {
        String told = IndexStatus.told(
                String.valueOf(failure.getMessage()), failure.hint().map(role::remedy));
        PipelineHealth.HealthIssue known = before;
        if (known != null && known.message().equals(String.valueOf(failure.getMessage()))) {
            LOG.debug("index {}: failed again with {}: {}", role.label(), failure.code(), told);
        } else {
            LOG.error("index {}: failed with {}: {}", role.label(), failure.code(), told);
        }
        state.failed(failure);
    }

    /** Returns whether this generation was dropped, and another is live: its failures then concern no user. */
    private boolean isDropped() {
        try {
            return Generations.isDropped(
                    metadata, context.backend().generations().list(metadata.index()));
        } catch (RuntimeException e) {
            LOG.debug("index {}: cannot tell whether it was dropped: {}", role.ownLabel(), e.getMessage());
            return false;
        }
    }

    private void index(IndexDefinition definition) throws StoppedException {
        Duration maxReadAge = OpenGeneration.maxReadAge(context.config());
        RetryPolicy retrier = RetryPolicy.forever(stop, BACKOFF, health::ailing);
        KafkaClients kafka = new KafkaClients(context.config().kafka());
        // First, so that every later loss of the index is detected.
        Optional<String> history = retrier.call(
                "reading the index's history", () -> context.backend().admin().history(metadata));
        try (DocumentWriter writer = retrier.call(
                        "opening the index", () -> context.backend().openWriter(definition, metadata, maxReadAge));
                KafkaDeadLetters deadLetters = new KafkaDeadLetters(kafka, definition.name());
                KafkaTouches touches = new KafkaTouches(context.config().kafka());
                TopicIdentity topic = retrier.call(
                        "connecting to Kafka",
                        () -> new TopicIdentity(
                                kafka, metadata, writer.positions().isEmpty(), history));
                TableWatch table = new TableWatch(
                        definition,
                        context.rows(),
                        health,
                        context.config().indexer().timings().identityInterval(),
                        context.metrics());
                IndexUpkeep upkeep = new IndexUpkeep(definition, metadata, role, context, signals, writer)) {
            table.start();
            owner = writer.positions().isPresent();
            PipelineContext pipeline = new PipelineContext(
                    definition,
                    metadata,
                    new MappedTable(
                            context.rows(),
                            context.config().hbase().timeout(),
                            LeftOutRows.counting(definition, context.metrics())),
                    table::takeReplaced,
                    new PipelineContext.Outputs(
                            writer, deadLetters, rows -> touches.announce(metadata, rows), upkeep.forBulkLoads()),
                    new PipelineContext.Shared(
                            context.config().indexer(), context.room(), context.metrics(), context.clock()));
            IndexIdentity index = new IndexIdentity(context.backend(), metadata, history);
            SourceIdentity identity = new CheckedSource(table, index, topic);
            try {
                EventSource topicSource = retrier.call("opening the topic", () -> openSource(kafka, writer, history));
                upkeep.start();
                poll(pipeline, topicSource, identity);
            } finally {
                owner = false;
                close(writer);
            }
        }
    }

    /** Abandons unfinished work. */
    private void close(DocumentWriter writer) {
        writer.close(stop.left(PollLoop.stopTime(context.config().indexer())));
    }

    private void poll(PipelineContext pipeline, EventSource opened, SourceIdentity identity) {
        source = opened;
        try (PollLoop loop = new PollLoop(pipeline, opened, identity, stop, health, progress)) {
            try {
                state.running(pipeline.outputs().writer());
                LOG.info(
                        "index {}: indexing from topic {}, text fields analysed by {}",
                        role.label(),
                        metadata.topic(),
                        metadata.analyzers());
                loop.run();
            } finally {
                source = null;
                owner = false;
                state.closing();
                // First, as rows that the writer holds count until the loop is closed.
                close(pipeline.outputs().writer());
            }
        }
    }

    private EventSource openSource(KafkaClients kafka, DocumentWriter writer, Optional<String> history) {
        Optional<PositionStore> store = writer.positions();
        if (store.isEmpty()) {
            return kafka.groupSource(metadata, context.config().indexer(), history);
        }
        Map<Integer, Position> positions = store.get().load();
        boolean complete = IntStream.range(0, metadata.partitions()).allMatch(positions::containsKey);
        if (!complete || positions.size() != metadata.partitions()) {
            throw new HBaseSearchException(
                    ErrorCode.OFFSETS_LOST,
                    "index " + metadata.index() + " holds positions for partitions " + positions.keySet()
                            + ", its topic has " + metadata.partitions() + ": index create did not finish",
                    Remedies.createAnew(metadata.index()),
                    null);
        }
        return kafka.fixedSource(metadata, context.config().indexer(), positions);
    }

    private record CheckedSource(TableWatch table, IndexIdentity index, TopicIdentity topic) implements SourceIdentity {
        @Override
        public void check(Set<Integer> partitions) {
            // Makes no request, so that an unavailable server does not hide what was seen.
            table.check();
            index.check();
            topic.check(partitions);
        }

        @Override
        public Map<Integer, CompletableFuture<Long>> ends(Set<Integer> partitions) {
            return topic.ends(partitions);
        }

        @Override
        public HBaseSearchException stalled(int partition, OptionalLong from, long end) {
            return topic.stalled(partition, from, end);
        }
    }
}
