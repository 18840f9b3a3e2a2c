/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.time.Duration;
import java.time.Instant;

/** A stretch of time by the clock on the wall, {@code to} exclusive. Immutable. */
public record Span(Instant from, Instant to) {
    public Span {
        if (to.isBefore(from)) {
            throw new IllegalArgumentException("a span does not end at " + to + " that begins at " + from);
        }
    }

    /** The same stretch as two readings of {@link System#nanoTime()}. */
    public static Span ofNanos(long from, long to) {
        Instant end = Instant.now().minusNanos(System.nanoTime() - to);
        return new Span(end.minusNanos(to - from), end);
    }

    public boolean contains(Instant time) {
        return !time.isBefore(from) && time.isBefore(to);
    }

    public Duration length() {
        return Duration.between(from, to);
    }
}
