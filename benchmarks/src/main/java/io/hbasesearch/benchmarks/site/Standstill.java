/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import java.time.Duration;

/** Tells when a number has stayed the same for a time. For one thread. */
final class Standstill {
    private final long quietNanos;
    private boolean isSeen;
    private long value;
    private long sinceNanos;

    Standstill(Duration quiet) {
        this.quietNanos = quiet.toNanos();
    }

    /** @param nanos of {@link System#nanoTime()}, at which the number was that */
    boolean isReached(long now, long nanos) {
        if (!isSeen || now != value) {
            isSeen = true;
            value = now;
            sinceNanos = nanos;
        }
        return nanos - sinceNanos >= quietNanos;
    }
}
