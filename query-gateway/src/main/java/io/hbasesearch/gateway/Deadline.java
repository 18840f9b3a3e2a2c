/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.time.Duration;
import java.util.function.LongSupplier;

/** When a request must be answered. Immutable. */
final class Deadline {
    private final long atNanos;
    private final LongSupplier nanoClock;

    private Deadline(long atNanos, LongSupplier nanoClock) {
        this.atNanos = atNanos;
        this.nanoClock = nanoClock;
    }

    static Deadline after(Duration timeout) {
        return after(timeout, System::nanoTime);
    }

    static Deadline after(Duration timeout, LongSupplier nanoClock) {
        return new Deadline(nanoClock.getAsLong() + timeout.toNanos(), nanoClock);
    }

    /** Never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, atNanos - nanoClock.getAsLong()));
    }

    /** @param share of what is left, within 0 and 1 */
    Duration left(double share) {
        return Duration.ofNanos((long) (left().toNanos() * share));
    }

    /**
     * An earlier one, for a part of the work that must leave time for the rest.
     *
     * @param share as in {@link #left(double)}
     */
    Deadline part(double share) {
        return after(left(share), nanoClock);
    }

    boolean passed() {
        return left().isZero();
    }
}
