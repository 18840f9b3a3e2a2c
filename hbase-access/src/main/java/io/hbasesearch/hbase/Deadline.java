/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.time.Duration;

/** Time limit of a request. Immutable. */
final class Deadline {
    private final long end;

    Deadline(Duration timeout) {
        this.end = System.nanoTime() + timeout.toNanos();
    }

    boolean passed() {
        return System.nanoTime() - end > 0;
    }

    /** Returns the time left, at least a millisecond: a call without any time would report a timeout. */
    Duration left() {
        return Duration.ofMillis(
                Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
    }
}
