/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.KafkaClients;
import io.hbasesearch.indexer.kafka.KafkaDeadLetters;
import io.hbasesearch.indexer.kafka.KafkaReindexLog;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.kafka.TopicIdentity;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.Reindex;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.ReindexLog;
import io.hbasesearch.indexer.reindex.ReindexRun;
import io.hbasesearch.indexer.reindex.RunState;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Backfills of one index in this process, which must be one that may write to it: any process for a shared index, its owner for an
 * embedded one. For one thread. Borrows backend and reader; owns the log and what a run needs of Kafka.
 */
public final class ReindexService implements AutoCloseable {
    /** From the creation of an index to its first scan: what an endpoint dropped before it knew of the table is visible by then. */
    private static final Duration SETTLE = Duration.ofSeconds(10);

    private static final int STUB_RETENTION_PARTS = 4;

    private final ServiceConfig config;
    private final IndexBackend backend;
    private final RowReader rows;
    private final IndexDefinition definition;
    private final IndexMetadata metadata;
    private final Clock clock;
    private final ReindexLog log;

    public ReindexService(
            ServiceConfig config,
            IndexBackend backend,
            RowReader rows,
            IndexDefinition definition,
            IndexMetadata metadata,
            Clock clock) {
        this.config = Objects.requireNonNull(config, "config");
        this.backend = Objects.requireNonNull(backend, "backend");
        this.rows = Objects.requireNonNull(rows, "rows");
        this.definition = Objects.requireNonNull(definition, "definition");
        this.metadata = Objects.requireNonNull(metadata, "metadata");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.log = new KafkaReindexLog(config.kafka(), metadata);
    }

    public ReindexLog log() {
        return log;
    }

    /** Takes up and keeps runs of this index. */
    public ReindexRun runs() {
        return new ReindexRun(log, metadata, clock);
    }

    /**
     * Goes on with what is unfinished, or begins a run, and works on it as {@link ReindexRun#run} does.
     *
     * @param request as {@link ReindexRun#claim} has it; so the failures
     */
    public RunState run(Selection selection, Limits limits, String request, ReindexRun.ProgressListener progress)
            throws InterruptedException {
        return run(selection, limits, request, progress, context -> new Reindex(context, selection, limits));
    }

    /**
     * As {@link #run(Selection, Limits, String, ReindexRun.ProgressListener)}.
     *
     * @param way who does the work
     */
    public RunState run(
            Selection selection,
            Limits limits,
            String request,
            ReindexRun.ProgressListener progress,
            Function<ReindexContext, Backfill> way)
            throws InterruptedException {
        awaitSettled();
        AtomicBoolean interrupted = new AtomicBoolean();
        try {
            return open(context -> work(context, selection, limits, request, progress, way, interrupted));
        } finally {
            if (interrupted.get()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Works on a part of a run that somebody else began and keeps in the log; returns as {@link Reindex#run} does.
     *
     * @param appended the markers of the part, if what is read stands still since they were appended, as a snapshot does; empty if
     *     the table itself is read, each piece after markers of its own
     * @throws HBaseSearchException READ_TOO_OLD if what stands still is too old to be written
     */
    public boolean runPart(Selection part, Limits limits, Optional<Markers> appended, ReindexListener listener) {
        AtomicBoolean interrupted = new AtomicBoolean();
        try {
            return open(context -> {
                boolean done = false;
                try {
                    ReindexContext own = appended.map(markers -> standingStill(context, markers))
                            .orElse(context);
                    done = new Reindex(own, part, limits).run(DoneRanges.none(), Counts.none(), listener);
                    return done;
                } finally {
                    interrupted.set(Thread.interrupted());
                    if (!done) {
                        context.writer().close(Duration.ZERO);
                    }
                }
            });
        } finally {
            if (interrupted.get()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private ReindexContext standingStill(ReindexContext context, Markers markers) {
        return context.with(() -> {
            requireFresh(markers);
            return markers;
        });
    }

    /** @throws HBaseSearchException READ_TOO_OLD if what was read after these markers may not be written any more */
    public void requireFresh(Markers markers) {
        if (clock.millis() - markers.readMillis() > maxReadAge().toMillis()) {
            throw new HBaseSearchException(
                    ErrorCode.READ_TOO_OLD,
                    "what was read at " + Instant.ofEpochMilli(markers.readMillis()) + " may not be written into index "
                            + definition.name() + " any more: that is more than a quarter of indexer.stubRetention ("
                            + config.indexer().stubRetention().toSeconds() + " s) ago",
                    "Raise indexer.stubRetention for every process that writes to the index, take fewer rows at a time (--from, --to),"
                            + " or reindex from the live table.",
                    null);
        }
    }

    /** What was read longer ago is not written. */
    public Duration maxReadAge() {
        return config.indexer().stubRetention().dividedBy(STUB_RETENTION_PARTS);
    }

    private <T> T open(Function<ReindexContext, T> work) {
        Duration maxReadAge = maxReadAge();
        KafkaClients kafka = new KafkaClients(config.kafka());
        try (DocumentWriter writer = backend.openWriter(definition, metadata, maxReadAge);
                DocumentSearcher searcher = backend.openSearcher(definition);
                KafkaDeadLetters deadLetters = new KafkaDeadLetters(kafka, definition.name());
                KafkaTouches touches = new KafkaTouches(config.kafka());
                TopicIdentity topic = new TopicIdentity(kafka, metadata);
                GroupProgress group = new GroupProgress(config.kafka(), metadata)) {
            return work.apply(context(writer, searcher, deadLetters, touches, new Identity(topic), group));
        }
    }

    private RunState work(
            ReindexContext context,
            Selection selection,
            Limits limits,
            String request,
            ReindexRun.ProgressListener progress,
            Function<ReindexContext, Backfill> way,
            AtomicBoolean interrupted) {
        RunState.State end = RunState.State.STOPPED;
        try {
            log.create();
            RunState run = runs().claim(selection, limits, request);
            RunState last = runs().run(run, way.apply(context), progress);
            end = last.state();
            if (end == RunState.State.DONE && selection.isAll() && !metadata.complete()) {
                backend.admin().markComplete(definition.name());
            }
            return last;
        } finally {
            // With it set, clients would not close.
            interrupted.set(Thread.interrupted());
            if (end != RunState.State.DONE) {
                // Nobody waits for what was under way.
                context.writer().close(Duration.ZERO);
            }
        }
    }

    private ReindexContext context(
            DocumentWriter writer,
            DocumentSearcher searcher,
            KafkaDeadLetters deadLetters,
            KafkaTouches touches,
            Identity identity,
            GroupProgress group) {
        return new ReindexContext(
                definition,
                metadata,
                new RowMapper(definition)::map,
                rows,
                config.hbase().timeout(),
                writer,
                searcher,
                deadLetters,
                () -> {
                    identity.check();
                    return new Markers(metadata.epoch(), touches.mark(metadata), clock.millis());
                },
                keys -> touches.touch(metadata, keys),
                () -> new IndexOffsets(group.acknowledged(), group.ends()),
                clock);
    }

    /** By the clock of who created the index: one that is wrong costs no more than the delay, or brings back what it guards against. */
    private void awaitSettled() throws InterruptedException {
        Duration left = Duration.between(clock.instant(), metadata.createdAt().plus(SETTLE));
        boolean settles = left.compareTo(SETTLE) <= 0 && left.toMillis() > 0;
        if (settles && new StopSignal().await(left)) {
            throw new InterruptedException("interrupted while the peer settles");
        }
    }

    /** Looks now and then whether topic and index still are what they were. Safe for use by several threads. */
    private final class Identity {
        private final TopicIdentity topic;
        private boolean checked;
        private long checkedNanos;

        Identity(TopicIdentity topic) {
            this.topic = topic;
        }

        synchronized void check() {
            if (checked
                    && System.nanoTime() - checkedNanos
                            < config.indexer().identityInterval().toNanos()) {
                return;
            }
            topic.check(Set.of());
            boolean same = backend.admin()
                    .find(definition.name())
                    .map(now -> now.uuid().equals(metadata.uuid()))
                    .orElse(false);
            if (!same) {
                throw new HBaseSearchException(
                        ErrorCode.INDEX_INCOMPATIBLE,
                        "index " + definition.name() + " (" + metadata.uuid() + ") was deleted",
                        "If it was created again: hbase-search reindex " + definition.name(),
                        null);
            }
            checked = true;
            checkedNanos = System.nanoTime();
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
