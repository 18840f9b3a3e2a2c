/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Waits for a condition by polling it, at most until a deadline. */
final class Await {
    private static final int SLOWER = 10;

    private Await() {}

    /**
     * Polls every {@code poll} at first and less often with time, so that polling does not slow down the awaited work: the
     * result is exact to a tenth.
     *
     * @param what the awaited condition, for the message
     * @return the time that it took
     * @throws HBaseSearchException TIMED_OUT
     */
    static Duration until(String what, Duration timeout, Duration poll, BooleanSupplier condition)
            throws InterruptedException {
        return until(what, timeout, poll, condition, () -> 0);
    }

    /**
     * Waits until a condition holds, as long as there is progress: each change starts the time limit again.
     *
     * @param timeout of a machine that does nothing else
     * @param progress changes whenever the condition has come nearer
     */
    static Duration until(
            String what, Duration timeout, Duration poll, BooleanSupplier condition, LongSupplier progress)
            throws InterruptedException {
        long began = System.nanoTime();
        long changed = began;
        long before = progress.getAsLong();
        while (!condition.getAsBoolean()) {
            long now = System.nanoTime();
            long reached = progress.getAsLong();
            if (reached != before) {
                before = reached;
                changed = now;
            }
            Duration limit = Patience.of(timeout);
            if (now - changed > limit.toNanos()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT,
                        what + ": not within " + limit.toSeconds() + " s"
                                + (changed == began ? "" : " after the last progress"));
            }
            Duration waited = Duration.ofNanos(now - began);
            Thread.sleep(Math.max(poll.toMillis(), waited.toMillis() / SLOWER));
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
