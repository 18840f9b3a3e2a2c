/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Estimates how long a task still takes. Gives no estimate once a task has outlived one of a few seconds: what is left then is not
 * what the rate was measured with. Safe for use by several threads.
 */
final class RemainingTime {
    /** Below this number of seconds, an estimate is kept to. */
    private static final long SHORT = 10;

    private static final long GRACE_NANOS = Duration.ofSeconds(3).toNanos();

    private boolean isDue;
    private long dueNanos;

    /**
     * Returns the seconds that are left; empty if no estimate is possible.
     *
     * @param left amount to do
     * @param perSecond measured so far
     * @param nowNanos as {@link System#nanoTime()}
     */
    synchronized OptionalLong seconds(long left, double perSecond, long nowNanos) {
        if (perSecond <= 0) {
            return OptionalLong.empty();
        }
        long estimate = (long) Math.ceil(left / perSecond);
        if (estimate >= SHORT) {
            isDue = false;
        } else if (!isDue) {
            isDue = true;
            dueNanos = nowNanos + Duration.ofSeconds(estimate).toNanos();
        } else if (nowNanos - dueNanos > GRACE_NANOS) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(estimate);
    }
}
