/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

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
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            Duration waited = Duration.ofNanos(System.nanoTime() - began);
            if (waited.compareTo(timeout) > 0) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT, what + ": not within " + timeout.toSeconds() + " s");
            }
            Thread.sleep(Math.max(poll.toMillis(), waited.toMillis() / SLOWER));
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
