/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import java.time.Duration;

/** Measures the longest time from a row's put to its event; it waits for one row after the other. Not thread-safe. */
final class Freshness {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final NumberedRows rows;
    private final Announced announced;
    private long slowestMillis;

    Freshness(NumberedRows rows, Announced announced) {
        this.rows = rows;
        this.announced = announced;
    }

    /** Follows the rows for so long. Fails for a row that is not announced within a minute. */
    void follow(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            int written = rows.written();
            long begin = System.nanoTime();
            while (announced.firstMissing(written) >= 0) {
                if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                    throw new AssertionError("row " + announced.firstMissing(written) + " was not announced");
                }
                announced.read();
            }
            slowestMillis = Math.max(
                    slowestMillis, Duration.ofNanos(System.nanoTime() - begin).toMillis());
        }
    }

    long slowestMillis() {
        return slowestMillis;
    }
}
