/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.indexer.pipeline.source.Health;
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
    private final BooleanSupplier mine;
    private final Health health;
    private final StopSignal stop;
    private final RandomGenerator random;
    private final Thread thread;

    /**
     * @param step what it does, a participle and its object, as shown in the health
     * @param mine whether it is this process's turn, now
     * @param stop ends it; others fire it, too
     * @param work ends when the stop signal comes
     */
    public UpkeepThread(
            String name,
            String step,
            BooleanSupplier mine,
            Health health,
            StopSignal stop,
            RandomGenerator random,
            Runnable work) {
        this.step = Objects.requireNonNull(step, "step");
        this.mine = Objects.requireNonNull(mine, "mine");
        this.health = Objects.requireNonNull(health, "health");
        this.stop = Objects.requireNonNull(stop, "stop");
        this.random = Objects.requireNonNull(random, "random");
        this.thread = new Thread(work, Objects.requireNonNull(name, "name"));
        thread.setDaemon(true);
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
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (stop.await(left < TURN.toNanos() ? Duration.ofNanos(left) : TURN)) {
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
        Health.@Nullable HealthIssue ailment = null;
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    return action.get();
                } catch (RuntimeException | Error e) {
                    if (ailment == null) {
                        ailment = health.ailing(step, e);
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
        long end = System.nanoTime() + BACKOFF.delay(attempt, random).toNanos();
        for (long left = 1; left > 0; left = end - System.nanoTime()) {
            if (!mine.getAsBoolean()) {
                return true;
            }
            Duration rest = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            if (stop.await(rest.compareTo(TURN) < 0 ? rest : TURN)) {
                throw new StoppedException(step);
            }
        }
        return false;
    }

    /** Waits for the work in progress, which may be in a call that ignores the signal; then interrupts it. Idempotent. */
    @Override
    public void close() {
        stop.fire();
        try {
            thread.join(CLOSE.toMillis());
            if (thread.isAlive()) {
                LOG.warn("{} did not stop in time; interrupting it", thread.getName());
                thread.interrupt();
                thread.join(CLOSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
