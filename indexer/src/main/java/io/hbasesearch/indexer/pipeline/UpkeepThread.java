/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.Backoff;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of something that keeps an index true or small beside its events. Of all processes that index, only one does so at a
 * time. A failure stands in the health and is tried again, as it says nothing about indexing.
 *
 * <p>Owns the thread; starts once. {@link #insist} is for that thread.
 */
public final class UpkeepThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UpkeepThread.class);
    private static final Duration TURN = Duration.ofMillis(200);
    /** The signal came long before, with the stop of everything else. */
    private static final Duration CLOSE = Duration.ofMillis(1_200);

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final String step;
    private final BooleanSupplier mine;
    private final Health health;
    private final StopSignal stop;
    private final RandomGenerator random;
    private final Thread thread;

    /**
     * @param step what it does, a participle and its object: so it stands in the health
     * @param mine whether it is this process's turn, now
     * @param stop ends it; fired by others, too
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

    /** Whether it is not to go on. */
    public boolean isOver() {
        return stop.isFired() || !mine.getAsBoolean();
    }

    /** Waits for this process's turn, a moment at most. @return true if a stop came */
    public boolean awaitTurn() {
        return stop.await(TURN);
    }

    /**
     * Waits for some time, and has others' turns noticed meanwhile.
     *
     * @param othersTurn done, now and then, as long as it is not this process's turn
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
     * Does something, again and again until it succeeds.
     *
     * @return null if it is another process's turn before it succeeds
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

    /** Waits for what is under way, which may be in a call that knows of no signal; then interrupts it. Idempotent. */
    @Override
    public void close() {
        stop.fire();
        try {
            thread.join(CLOSE.toMillis());
            if (thread.isAlive()) {
                LOG.warn("{} did not stop in time and is interrupted", thread.getName());
                thread.interrupt();
                thread.join(CLOSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
