/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.time.Duration;

/** When a request must have its answer. Immutable. */
final class Deadline {
    private final long end;

    Deadline(Duration timeout) {
        this.end = System.nanoTime() + timeout.toNanos();
    }

    boolean passed() {
        return System.nanoTime() - end > 0;
    }

    /** At least a millisecond: a call that gets none says that it timed out. */
    Duration left() {
        return Duration.ofMillis(
                Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
    }
}
