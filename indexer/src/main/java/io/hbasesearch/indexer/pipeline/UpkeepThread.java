/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the upkeep of an index, which keeps it correct or small independently of its events. Only one of all indexing processes does
 * so at a time. A failure is reported in the health and retried, as it does not affect indexing.
 *
 * <p>Owns the thread; starts once. {@link #insist} is for that thread.
 */
public final class UpkeepThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UpkeepThread.class);
    private static final Duration TURN = Duration.ofMillis(200);
    /** Time to wait on close. The signal came long before, with the stop of everything else. */
    private static final Duration CLOSE = Duration.ofMillis(1_200);

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final String step;
    private final Conditions conditions;
    private final BooleanSupplier mine;
    private final StopSignal stop;
    private final RandomGenerator random;
    private final Thread thread;

    /**
     * The conditions under which an upkeep works.
     *
     * @param mine whether it is this process's turn, now
     * @param health shows its failures
     * @param stop ends it; others fire it, too
     */
    public record Conditions(BooleanSupplier mine, PipelineHealth health, StopSignal stop) {
        public Conditions {
            Objects.requireNonNull(mine, "mine");
            Objects.requireNonNull(health, "health");
            Objects.requireNonNull(stop, "stop");
        }
    }

    /**
     * @param step what it does, a participle and its object, as shown in the health
     * @param work ends when the stop signal comes
     */
    public UpkeepThread(String name, String step, Conditions conditions, RandomGenerator random, Runnable work) {
        this.step = Objects.requireNonNull(step, "step");
        this.conditions = Objects.requireNonNull(conditions, "conditions");
        this.mine = conditions.mine();
        this.stop = conditions.stop();
        this.random = Objects.requireNonNull(random, "random");
        this.thread = NamedThreads.daemon(name, work);
    }

    public void start() {
        thread.start();
    }

    /** Returns whether the upkeep must end: on a stop, or when it is not this process's turn. */
    public boolean isOver() {
        return stop.isFired() || !mine.getAsBoolean();
    }

    /** Waits for this process's turn, a moment at most. @return true if a stop came */
    public boolean awaitTurn() {
        return stop.await(TURN);
    }

    /**
     * Waits for some time, and runs an action at intervals while it is another process's turn.
     *
     * @param othersTurn runs at intervals as long as it is not this process's turn
     * @return true if a stop came
     */
    public boolean rest(Duration time, Runnable othersTurn) {
        Deadline end = Deadline.after(time);
        while (!end.isOver()) {
            if (awaitTurn(end)) {
                return true;
            }
            if (!mine.getAsBoolean()) {
                othersTurn.run();
            }
        }
        return stop.isFired();
    }

    /**
     * Retries an action until it succeeds.
     *
     * @return null if another process's turn comes before it succeeds
     * @throws StoppedException if the stop signal came first
     */
    @SuppressWarnings("CatchingUnchecked") // whatever it is, the next attempt may succeed, and the health says so
    public <T> @Nullable T insist(Supplier<T> action) throws StoppedException {
        PipelineHealth.@Nullable HealthIssue ailment = null;
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    return action.get();
                } catch (RuntimeException | Error e) {
                    if (ailment == null) {
                        ailment = conditions.health().ailing(step, e);
                    } else {
                        ailment.failedAgain(e);
                    }
                }
                if (awaitNextAttempt(attempt)) {
                    return null;
                }
            }
        } finally {
            if (ailment != null) {
                ailment.close();
            }
        }
    }

    /** @return true if it is another process's turn */
    private boolean awaitNextAttempt(int attempt) throws StoppedException {
        Deadline end = Deadline.after(BACKOFF.delay(attempt, random));
        do {
            if (!mine.getAsBoolean()) {
                return true;
            }
            if (awaitTurn(end)) {
                throw new StoppedException(step);
            }
        } while (!end.isOver());
        return false;
    }

    private boolean awaitTurn(Deadline end) {
        Duration left = end.left();
        return stop.await(left.compareTo(TURN) < 0 ? left : TURN);
    }

    /** Waits for the work in progress, which may be in a call that ignores the signal; then interrupts it. Idempotent. */
    @Override
    public void close() {
        stop.fire();
        if (!NamedThreads.end(thread, CLOSE, CLOSE)) {
            LOG.warn("{} did not stop in time", thread.getName());
        }
    }
}
