/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.source.EventSource;
import io.hbasesearch.indexer.pipeline.source.IdentityWatch;
import io.hbasesearch.indexer.pipeline.source.OffsetCommitter;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.pipeline.source.SourceIdentity;
import io.hbasesearch.indexer.pipeline.source.StalledPartitions;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The polling thread of one index: takes events while there is room for them, commits what is done, and drains on a stop. It polls
 * without pause, regardless of the other threads, so that the index stays in its consumer group. For one thread and one run.
 * Borrows its arguments, except for the source, which it closes. Close it after the writer: until then, the rows that the writer
 * still holds count as in flight.
 */
public final class PollLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PollLoop.class);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration POLL_WHILE_FULL = Duration.ofMillis(10);
    private static final Duration REVOCATION_LIMIT = Duration.ofSeconds(10);
    private static final Duration LEAVING = Duration.ofSeconds(8);
    private static final Duration COMMIT_LIMIT = Duration.ofSeconds(5);
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(3);
    private static final Duration BULK_LOAD_LIMIT = Duration.ofSeconds(5);
    private static final Duration THREADS_LIMIT = Duration.ofSeconds(3);
    /** For one partition: some megabytes of bookkeeping about events that are done and cannot be committed yet. */
    private static final int MAX_EVENTS_BEHIND_ONE = 100_000;

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

    private final PipelineContext context;
    private final EventSource source;
    private final StopSignal stop;
    private final PipelineHealth health;
    private final PipelineProgress progress;
    private final InFlight inFlight;
    private final OffsetTracker tracker = new OffsetTracker();
    private final OffsetCommitter committer;
    private final Pipeline pipeline;
    private final BulkLoads bulkLoads;
    private final Intake intake;
    private final IdentityWatch identity;
    private final StalledPartitions stalled;
    private final Set<Integer> assigned = new TreeSet<>();
    private PipelineHealth.@Nullable HealthIssue pollAilment;
    private int pollFailures;
    private boolean ending;

    public PollLoop(
            PipelineContext context,
            EventSource source,
            SourceIdentity identity,
            StopSignal stop,
            PipelineHealth health,
            PipelineProgress progress) {
        this.context = Objects.requireNonNull(context, "context");
        this.source = Objects.requireNonNull(source, "source");
        this.stop = Objects.requireNonNull(stop, "stop");
        this.health = Objects.requireNonNull(health, "health");
        this.progress = Objects.requireNonNull(progress, "progress");
        this.inFlight = new InFlight(
                context.shared().config().buffer().events(),
                context.shared().config().buffer().bytes(),
                context.shared().room());
        this.committer = new OffsetCommitter(
                source,
                context.outputs().writer().positions().orElse(null),
                tracker,
                health,
                context.shared().config().timings().commitInterval());
        RetryPolicy retrier = RetryPolicy.forever(stop, BACKOFF, health::ailing);
        this.pipeline = new Pipeline(context, inFlight, stop, retrier);
        this.bulkLoads = new BulkLoads(context, tracker, stop, retrier, pipeline, health);
        this.intake = new Intake(context, tracker, inFlight, pipeline, bulkLoads);
        this.identity = new IdentityWatch(
                context.index(),
                identity,
                health,
                context.shared().config().timings().identityInterval(),
                BACKOFF);
        this.stalled = new StalledPartitions(
                identity, source, health, context.shared().config().timings().identityInterval());
    }

    /**
     * Runs until the stop signal, then finishes what is in flight within the drain timeout.
     *
     * @return number of events that were taken and not finished; they are read again after the next start
     * @throws HBaseSearchException the failure that ended it
     */
    public int run() {
        try {
            source.open(new Listener());
            while (!stop.isFired()) {
                turn();
            }
            int left = drain();
            HBaseSearchException failure = pipeline.failure();
            if (failure != null) {
                throw failure;
            }
            return left;
        } finally {
            // A failure of this thread may concern the positions themselves: nothing is committed after one.
            ending = true;
            stop.fire();
            end();
        }
    }

    private void turn() {
        identity.tick(assigned);
        boolean full = !inFlight.hasRoom(context.shared().config().pollRecords()) || bulkLoads.isFull();
        Set<Integer> unchecked = identity.heldBack(assigned);
        Set<Integer> paused = full ? Set.copyOf(assigned) : heldBack(unchecked);
        source.setPaused(paused);
        EventSource.Polled polled = poll(full || !unchecked.isEmpty() ? POLL_WHILE_FULL : POLL);
        intake.accept(polled);
        stalled.tick(assigned, paused, polled.next().keySet());
        if (context.tableReplaced().getAsBoolean()) {
            bulkLoads.tableReplaced();
        }
        context.outputs()
                .writer()
                .catchUp(source.remaining() > context.shared().config().buffer().events());
        bulkLoads.tick(assigned, source::remaining);
        pipeline.metrics().deletions.tell(health);
        committer.commitIfDue();
        progress.update(new PipelineProgress.Snapshot(
                source.remaining() + inFlight.events(),
                inFlight.events(),
                inFlight.bytes(),
                assigned.size(),
                assigned.contains(0)));
    }

    private Set<Integer> heldBack(Set<Integer> unchecked) {
        Set<Integer> heldBack = tracker.runAhead(MAX_EVENTS_BEHIND_ONE);
        heldBack.addAll(unchecked);
        return heldBack;
    }

    private EventSource.Polled poll(Duration timeout) {
        try {
            EventSource.Polled polled = source.poll(timeout);
            recovered();
            return polled;
        } catch (HBaseSearchException e) {
            if (e.failureClass() == FailureClass.FATAL) {
                throw identity.explain(e, assigned);
            }
            if (pollAilment == null) {
                pollAilment = health.ailing("polling Kafka", e);
            } else {
                pollAilment.failedAgain(e);
            }
            stop.await(BACKOFF.delay(pollFailures++, ThreadLocalRandom.current()));
            return EventSource.Polled.nothing();
        }
    }

    private void recovered() {
        pollFailures = 0;
        if (pollAilment != null) {
            pollAilment.close();
            pollAilment = null;
        }
    }

    private int drain() {
        ending = true;
        boolean finished = false;
        try {
            finished = inFlight.awaitEmpty(
                    stop.left(context.shared().config().timings().drainTimeout()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        committer.commit(leftOfStop(COMMIT_LIMIT));
        int left = tracker.outstanding(assigned);
        if (left > 0) {
            LOG.warn(
                    "index {}: stopped with {} events unfinished{}; they are read again after the next start",
                    context.index(),
                    left,
                    finished
                            ? ""
                            : " after "
                                    + context.shared()
                                            .config()
                                            .timings()
                                            .drainTimeout()
                                            .toSeconds() + " s");
        }
        return left;
    }

    private void end() {
        recovered();
        pipeline.metrics().deletions.close();
        committer.close();
        identity.close();
        stalled.close();
        source.close(leftOfStop(LEAVE_LIMIT));
        bulkLoads.close(leftOfStop(BULK_LOAD_LIMIT));
        pipeline.close(leftOfStop(THREADS_LIMIT));
        progress.update(PipelineProgress.Snapshot.NONE);
    }

    /** Gives the room of this index to others. */
    @Override
    public void close() {
        inFlight.close();
    }

    /** Returns the time left for a step of the stop: all steps together take no longer than {@link #stopTime}. Never zero. */
    private Duration leftOfStop(Duration step) {
        Duration left = stop.left(stopTime(context.shared().config()), step);
        return left.isZero() ? Duration.ofMillis(1) : left;
    }

    /**
     * Returns the maximum time from the stop signal to the end of {@link #run}: finishing what is in flight, committing, and
     * leaving the group.
     */
    public static Duration stopTime(IndexerConfig config) {
        return config.timings().drainTimeout().plus(LEAVING);
    }

    private final class Listener implements EventSource.PartitionListener {
        @Override
        public void assigned(Set<Integer> partitions) {
            LOG.info("index {}: assigned partitions {}", context.index(), partitions);
            assigned.addAll(partitions);
            identity.require(partitions);
            source.setPaused(heldBack(identity.heldBack(assigned)));
        }

        @Override
        public void revoked(Set<Integer> partitions) {
            if (!ending) {
                LOG.info("index {}: revoked partitions {}", context.index(), partitions);
                awaitAcknowledged(partitions);
                committer.commit(COMMIT_LIMIT);
            }
            forget(partitions);
        }

        @Override
        public void lost(Set<Integer> partitions) {
            LOG.warn("index {}: lost partitions {}", context.index(), partitions);
            forget(partitions);
        }

        /**
         * Waits for the acknowledgement of what is in flight. What is left afterwards does no harm: its versions lose against those
         * of the next owner.
         */
        private void awaitAcknowledged(Set<Integer> partitions) {
            Duration drain = context.shared().config().timings().drainTimeout();
            Duration limit = drain.compareTo(REVOCATION_LIMIT) < 0 ? drain : REVOCATION_LIMIT;
            Deadline deadline = Deadline.after(limit);
            try {
                while (tracker.isBusy(partitions) && !deadline.isOver() && !stop.isFired()) {
                    inFlight.awaitChange(POLL_WHILE_FULL);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void forget(Set<Integer> partitions) {
            assigned.removeAll(partitions);
            identity.forget(partitions);
            tracker.drop(partitions);
            bulkLoads.drop(partitions);
            committer.forget(partitions);
        }
    }
}
