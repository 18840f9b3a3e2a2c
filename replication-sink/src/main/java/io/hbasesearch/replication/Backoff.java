/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.Objects;
import java.util.function.LongUnaryOperator;

/** Exponential backoff with full jitter: a random pause up to a bound that doubles with each failure. Belongs to one thread. */
final class Backoff {
    private final LongUnaryOperator random;
    private int failures;

    /** @param random returns, for a bound, a number from 0 to the bound, inclusive */
    Backoff(LongUnaryOperator random) {
        this.random = Objects.requireNonNull(random, "random");
    }

    /** Returns the next pause; at least 1 ms, so that no failure is retried in a busy loop. */
    long nextMillis(long initialMillis, long maxMillis) {
        // 2^20 times the smallest initial pause is longer than the longest pause allowed.
        long doubled = initialMillis << Math.min(failures, 20);
        failures++;
        return Math.max(1, random.applyAsLong(Math.min(maxMillis, doubled)));
    }

    /** Resets the pause after progress. */
    void reset() {
        failures = 0;
    }

    /** Returns the number of failures since the last progress. */
    int failures() {
        return failures;
    }
}
