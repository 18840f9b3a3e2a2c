/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff with full jitter: before attempt n, a random time up to {@code min(limit, first * 2^n)}.
 * Immutable; the wait itself is the caller's, on its stop signal.
 */
public record Backoff(Duration first, Duration limit) {
    private static final int MAX_DOUBLINGS = 30;

    public Backoff {
        if (first.isNegative() || first.isZero() || limit.compareTo(first) < 0) {
            throw new IllegalArgumentException("backoff needs 0 < first <= limit, not " + first + " and " + limit);
        }
    }

    /** @param attempt how many attempts have failed so far, from 0 */
    public Duration delay(int attempt, RandomGenerator random) {
        long ceiling = first.toMillis() << Math.min(attempt, MAX_DOUBLINGS);
        long bounded = ceiling <= 0 ? limit.toMillis() : Math.min(ceiling, limit.toMillis());
        return Duration.ofMillis(random.nextLong(Math.max(1, bounded) + 1));
    }
}
