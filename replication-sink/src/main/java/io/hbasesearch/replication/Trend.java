/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Computes how fast a value changes, from the samples that are taken when it is requested. The rate is over the last ten minutes, or the
 * part of them with samples. Thread-safe.
 */
final class Trend {
    static final long WINDOW_MILLIS = TimeUnit.MINUTES.toMillis(10);
    /** Closer samples add no information; this bounds their number. */
    private static final long SPACING_MILLIS = 5_000;

    private final Deque<Sample> samples = new ArrayDeque<>();

    /**
     * Adds a sample.
     *
     * @return change for each second since the oldest sample in the window; 0 if there is no other
     */
    synchronized double perSecond(long nowMillis, double value) {
        while (!samples.isEmpty() && nowMillis - samples.peekFirst().millis > WINDOW_MILLIS) {
            samples.removeFirst();
        }
        if (samples.isEmpty() || nowMillis - samples.peekLast().millis >= SPACING_MILLIS) {
            samples.addLast(new Sample(nowMillis, value));
        }
        Sample oldest = samples.peekFirst();
        long elapsed = nowMillis - oldest.millis;
        return elapsed <= 0 ? 0 : (value - oldest.value) * 1_000 / elapsed;
    }

    private static final class Sample {
        private final long millis;
        private final double value;

        Sample(long millis, double value) {
            this.millis = millis;
            this.value = value;
        }
    }
}
