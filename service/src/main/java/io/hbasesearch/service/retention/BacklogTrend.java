/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service.retention;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Computes the rate of change of a figure: the slope between the oldest and the newest sample of a window. Thread-safe. */
final class BacklogTrend {
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(Instant time, double value) {}

    synchronized void add(Instant time, double value) {
        while (samples.size() > 1 && samples.getFirst().time().isBefore(time.minus(WINDOW))) {
            samples.removeFirst();
        }
        samples.addLast(new Sample(time, value));
    }

    /** Returns the slope; 0 until there are two samples. */
    synchronized double perSecond() {
        if (samples.size() < 2) {
            return 0;
        }
        Duration elapsed =
                Duration.between(samples.getFirst().time(), samples.getLast().time());
        return elapsed.isZero()
                ? 0
                : (samples.getLast().value() - samples.getFirst().value()) * 1_000 / elapsed.toMillis();
    }
}
