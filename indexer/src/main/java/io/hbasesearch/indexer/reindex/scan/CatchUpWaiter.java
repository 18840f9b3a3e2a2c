/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until an index has applied certain events, no matter which process indexes them. Keeps no state. */
public final class CatchUpWaiter {
    private static final long LOOK_MILLIS = 100;
    /** Long waits poll Kafka less often. */
    private static final long MOST_LOOK_MILLIS = 1_000;

    private final String index;
    private final Supplier<Optional<IndexOffsets>> offsets;
    private final Duration patience;
    private final BooleanSupplier attended;
    private final Runnable loss;

    /**
     * @param offsets the index's offsets; empty if they are unknown at the moment
     * @param patience how long the index may make no progress before that is a failure, if no process indexes
     * @param attended whether any process is known to index. A process that makes no progress all the same is, for example,
     *     comparing the range of a bulk load or waiting for a server, and recovers by itself
     * @param loss throws if the log has lost what is waited for; checked before any other cause is reported
     */
    public CatchUpWaiter(
            String index,
            Supplier<Optional<IndexOffsets>> offsets,
            Duration patience,
            BooleanSupplier attended,
            Runnable loss) {
        this.index = Objects.requireNonNull(index, "index");
        this.offsets = Objects.requireNonNull(offsets, "offsets");
        this.patience = Objects.requireNonNull(patience, "patience");
        this.attended = Objects.requireNonNull(attended, "attended");
        this.loss = Objects.requireNonNull(loss, "loss");
    }

    /**
     * Waits until the index has applied everything before these offsets.
     *
     * @param note receives, at each poll, a description of what is waited for; an exception that it throws ends the wait
     * @return false if the stop signal or an interrupt came first; the interrupt flag stays set
     * @throws HBaseSearchException TIMED_OUT if no process is known to index; INDEX_INCOMPATIBLE if the awaited events are lost
     */
    public boolean await(Map<Integer, Long> goal, StopSignal stop, Consumer<String> note) {
        StallDetector standstill = new StallDetector(index, patience, attended, loss);
        long look = LOOK_MILLIS;
        while (!goal.isEmpty()) {
            Optional<IndexOffsets> now = offsets.get();
            if (now.isPresent() && now.get().reach(goal)) {
                break;
            }
            if (now.isPresent() && now.get().endBefore(goal) && standstill.isWhole()) {
                throw Remedies.endLost(index, "events that Kafka had acknowledged");
            }
            standstill.look(now);
            note.accept("waiting for the indexers, which are "
                    + now.map(known -> known.behind() + " events behind").orElse("at an unknown offset")
                    + standstill.words());
            if (stop.await(Duration.ofMillis(look))) {
                return false;
            }
            look = Math.min(MOST_LOOK_MILLIS, 2 * look);
        }
        return true;
    }

    /**
     * Detects, while a caller waits for an index, that it makes no progress for long. Distinguishes an index that recovers by itself
     * from one that no process feeds. For one thread, and one wait.
     */
    static final class StallDetector {
        /** Interval of the checks once the index makes no progress. */
        private static final Duration AGAIN = Duration.ofSeconds(30);

        private final String index;
        private final Duration patience;
        private final BooleanSupplier attended;
        private final Runnable loss;
        private final long againNanos;
        private long sinceNanos = System.nanoTime();
        private long askedNanos = sinceNanos;
        private long acknowledged = -1;
        private boolean asked;
        private boolean stands;
        // Since when the requests that explain the stall have failed.
        private boolean unknown;
        private long unknownNanos;

        /**
         * @param patience how long the index may make no progress before that is a failure, if no process indexes
         * @param attended whether any process is known to index. A process that makes no progress all the same is, for example,
         *     comparing the range of a bulk load or waiting for a server, and recovers by itself
         * @param loss throws if what is waited for is lost; checked before any other cause is reported
         */
        StallDetector(String index, Duration patience, BooleanSupplier attended, Runnable loss) {
            this.index = index;
            this.patience = patience;
            this.attended = attended;
            this.loss = loss;
            this.againNanos = Math.min(AGAIN.toNanos(), patience.toNanos());
        }

        /**
         * Checks for progress; call it repeatedly.
         *
         * @param now the index's offsets; empty if they are unknown at the moment
         * @throws HBaseSearchException TIMED_OUT if no process is known to index; the exception of {@code loss}; or the failure that
         *     kept both from being checked for longer than the patience
         */
        void look(Optional<IndexOffsets> now) {
            long then = now.map(StallDetector::sum).orElse(acknowledged);
            if (then > acknowledged) {
                acknowledged = then;
                sinceNanos = System.nanoTime();
                asked = false;
                stands = false;
                unknown = false;
            } else if (System.nanoTime() - sinceNanos > patience.toNanos()
                    && (!asked || System.nanoTime() - askedNanos > againNanos)) {
                ask();
                askedNanos = System.nanoTime();
                asked = true;
            }
        }

        private void ask() {
            boolean there;
            try {
                loss.run();
                there = attended.getAsBoolean();
            } catch (HBaseSearchException e) {
                bear(e);
                return;
            }
            unknown = false;
            if (!there) {
                throw unattended();
            }
            stands = true;
        }

        /**
         * Returns whether it is known that nothing that is waited for is lost.
         *
         * @throws HBaseSearchException as {@link #look}
         */
        boolean isWhole() {
            try {
                loss.run();
            } catch (HBaseSearchException e) {
                bear(e);
                return false;
            }
            unknown = false;
            return true;
        }

        /** Tolerates a short failure, which must not end a wait of hours. */
        private void bear(HBaseSearchException e) {
            long now = System.nanoTime();
            unknownNanos = unknown ? unknownNanos : now;
            unknown = true;
            if (!e.failureClass().isRetryable() || now - unknownNanos > patience.toNanos()) {
                throw e;
            }
        }

        /** Describes the stall; empty unless the index makes no progress although a process indexes. */
        String words() {
            return stands
                    ? " and running, but have made no progress for " + patience.toSeconds()
                            + " s: they compare the range of a bulk load, wait for a server, or cannot commit their offsets; see"
                            + " their health and log"
                    : "";
        }

        private static long sum(IndexOffsets offsets) {
            return offsets.acknowledged().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }

        private HBaseSearchException unattended() {
            return new HBaseSearchException(
                    ErrorCode.TIMED_OUT,
                    "no process has indexed anything into " + index + " for " + patience.toSeconds()
                            + " s, so it is unknown which events it lacks",
                    "Start an indexer, or serve.",
                    null);
        }
    }

    /**
     * Polls an index's offsets. It tolerates failed requests for a while and then throws their cause, which differs from an index that
     * makes no progress. Safe for use by several threads.
     */
    public static final class OffsetPoller implements Supplier<Optional<IndexOffsets>> {
        private static final Logger LOG = LoggerFactory.getLogger(OffsetPoller.class);
        private static final int PATIENCE_TENTHS = 9;

        private final Supplier<IndexOffsets> offsets;
        private final Duration patience;
        private @Nullable HBaseSearchException failure;
        private long failingNanos;

        /** @param patience of the callers that wait for the offsets to move; a little less is used here, so that they see the cause first */
        public OffsetPoller(Supplier<IndexOffsets> offsets, Duration patience) {
            this.offsets = Objects.requireNonNull(offsets, "offsets");
            this.patience = patience.multipliedBy(PATIENCE_TENTHS).dividedBy(10);
        }

        /**
         * Returns the current offsets; empty if Kafka is unavailable.
         *
         * @throws HBaseSearchException if the failure is not transient, or has lasted too long
         */
        @Override
        public Optional<IndexOffsets> get() {
            long beganNanos = System.nanoTime();
            try {
                IndexOffsets now = offsets.get();
                succeeded();
                return Optional.of(now);
            } catch (HBaseSearchException e) {
                failed(e, beganNanos);
                return Optional.empty();
            }
        }

        private synchronized void succeeded() {
            failure = null;
        }

        private synchronized void failed(HBaseSearchException e, long beganNanos) {
            if (failure == null) {
                LOG.warn("cannot read the index's offsets, retrying: {}", e.getMessage());
                failingNanos = beganNanos;
            }
            failure = e;
            if (!e.failureClass().isRetryable() || System.nanoTime() - failingNanos > patience.toNanos()) {
                throw e;
            }
        }
    }
}
