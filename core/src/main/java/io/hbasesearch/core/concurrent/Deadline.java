/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import java.time.Duration;

/** The end of a time limit, by the clock that no administrator sets. Immutable. */
public final class Deadline {
    private final Duration limit;
    private final long atNanos;

    private Deadline(Duration limit) {
        this.limit = limit;
        this.atNanos = System.nanoTime() + limit.toNanos();
    }

    public static Deadline after(Duration limit) {
        return new Deadline(limit);
    }

    /** Returns the whole time limit, from the creation on. */
    public Duration limit() {
        return limit;
    }

    public boolean isOver() {
        return System.nanoTime() - atNanos >= 0;
    }

    /** Returns the time left, at least a millisecond, because many calls take no time for no limit or for a timeout. */
    public Duration left() {
        return Duration.ofMillis(leftMillis());
    }

    /** Returns the same as {@link #left}, in milliseconds. */
    public long leftMillis() {
        return Math.max(1, Duration.ofNanos(atNanos - System.nanoTime()).toMillis());
    }
}
