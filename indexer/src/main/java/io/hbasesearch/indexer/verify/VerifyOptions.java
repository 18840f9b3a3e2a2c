/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import java.time.Duration;
import java.util.Objects;

/**
 * How a table is compared with its index.
 *
 * @param settle how long a difference is left alone before row and document are looked at again
 * @param attempts how often that is done before the difference counts
 * @param rechecks differences that may be waiting for it at a time; what goes beyond counts at once, unconfirmed
 * @param samples differences that the report names
 * @param threads ranges of the table that are compared at a time
 * @param rowsPerSecond the most rows that are read in a second by all threads together; 0 for no limit
 */
public record VerifyOptions(
        Duration settle, int attempts, int rechecks, int samples, int threads, double rowsPerSecond) {
    public VerifyOptions {
        Objects.requireNonNull(settle, "settle");
        if (attempts < 0 || rechecks < 0 || samples < 0 || !(rowsPerSecond >= 0)) {
            throw new IllegalArgumentException("attempts, rechecks, samples and rows per second are not negative");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        }
    }

    /** Five looks, a second apart, at up to 20,000 differences at a time; 100 samples; one thread, no limit. */
    public static VerifyOptions standard() {
        return new VerifyOptions(Duration.ofSeconds(1), 5, 20_000, 100, 1, 0);
    }

    public VerifyOptions withSettle(Duration time, int looks) {
        return new VerifyOptions(time, looks, rechecks, samples, threads, rowsPerSecond);
    }

    public VerifyOptions withRechecks(int limit) {
        return new VerifyOptions(settle, attempts, limit, samples, threads, rowsPerSecond);
    }

    public VerifyOptions withSamples(int limit) {
        return new VerifyOptions(settle, attempts, rechecks, limit, threads, rowsPerSecond);
    }

    public VerifyOptions withThreads(int number) {
        return new VerifyOptions(settle, attempts, rechecks, samples, number, rowsPerSecond);
    }

    public VerifyOptions withRowsPerSecond(double limit) {
        return new VerifyOptions(settle, attempts, rechecks, samples, threads, limit);
    }
}
