/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import java.time.Duration;
import java.util.Objects;

/**
 * How a table is compared with its index.
 *
 * @param settle how long a difference is left alone before row and document are looked at again
 * @param attempts how often that is done, with the document as it was, before the difference counts; at most twice as often
 *     in all
 * @param rechecks differences that may be waiting for it at a time; what goes beyond counts at once, unconfirmed
 * @param samples differences that the report names
 * @param threads ranges of the table that are compared at a time
 * @param sample the part of the table that is compared, above 0 and up to 1: pieces of a few hundred rows, each chosen with
 *     this probability, independently of the others
 * @param rowsPerSecond the most rows that are read in a second by all threads together; 0 for no limit
 * @param hashes whether documents are taken to be what the hashes say that were stored with them, as long as these are right
 */
public record VerifyOptions(
        Duration settle,
        int attempts,
        int rechecks,
        int samples,
        int threads,
        double rowsPerSecond,
        double sample,
        boolean hashes) {
    public VerifyOptions {
        Objects.requireNonNull(settle, "settle");
        if (attempts < 0 || rechecks < 0 || samples < 0 || !(rowsPerSecond >= 0)) {
            throw new IllegalArgumentException("attempts, rechecks, samples and rows per second are not negative");
        }
        if (!(sample > 0 && sample <= 1)) {
            throw new IllegalArgumentException("a sample is above 0 and at most 1, not " + sample);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        }
    }

    /** Five looks, a second apart, at up to 20,000 differences at a time; 100 samples; one thread, no limit. */
    public static VerifyOptions standard() {
        return new VerifyOptions(Duration.ofSeconds(1), 5, 20_000, 100, 1, 0, 1, false);
    }

    public VerifyOptions withSettle(Duration time, int looks) {
        return new VerifyOptions(time, looks, rechecks, samples, threads, rowsPerSecond, sample, hashes);
    }

    public VerifyOptions withRechecks(int limit) {
        return new VerifyOptions(settle, attempts, limit, samples, threads, rowsPerSecond, sample, hashes);
    }

    public VerifyOptions withSamples(int limit) {
        return new VerifyOptions(settle, attempts, rechecks, limit, threads, rowsPerSecond, sample, hashes);
    }

    public VerifyOptions withThreads(int number) {
        return new VerifyOptions(settle, attempts, rechecks, samples, number, rowsPerSecond, sample, hashes);
    }

    public VerifyOptions withRowsPerSecond(double limit) {
        return new VerifyOptions(settle, attempts, rechecks, samples, threads, limit, sample, hashes);
    }

    public VerifyOptions withSample(double part) {
        return new VerifyOptions(settle, attempts, rechecks, samples, threads, rowsPerSecond, part, hashes);
    }

    public VerifyOptions withHashes(boolean stored) {
        return new VerifyOptions(settle, attempts, rechecks, samples, threads, rowsPerSecond, sample, stored);
    }
}
