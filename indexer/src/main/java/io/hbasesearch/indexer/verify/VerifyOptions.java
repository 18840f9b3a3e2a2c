/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import java.time.Duration;
import java.util.Objects;

/**
 * The options of a comparison of a table with its index.
 *
 * @param recheck how differences are confirmed
 * @param samples number of differences that the report names
 * @param threads ranges of the table that are compared at a time
 * @param rowsPerSecond maximum rows per second that all threads together read; 0 for no limit
 * @param sample the fraction of the table that is compared, above 0 and up to 1: pieces of a few hundred rows, each chosen with
 *     this probability, independently of the others
 * @param hashes whether documents are trusted to match the hashes stored with them, as long as these are correct
 */
public record VerifyOptions(
        Recheck recheck, int samples, int threads, double rowsPerSecond, double sample, boolean hashes) {
    public VerifyOptions {
        Objects.requireNonNull(recheck, "recheck");
        if (samples < 0 || !(rowsPerSecond >= 0)) {
            throw new IllegalArgumentException("samples and rows per second must not be negative");
        }
        if (!(sample > 0 && sample <= 1)) {
            throw new IllegalArgumentException("the sample must be above 0 and at most 1, not " + sample);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        }
    }

    /**
     * How differences are confirmed.
     *
     * @param settle how long a difference is left alone before row and document are checked again
     * @param attempts number of checks that must find the document unchanged before the difference counts; at most twice as many in
     *     total
     * @param limit maximum number of differences that wait for a check; further ones count at once, unconfirmed
     */
    public record Recheck(Duration settle, int attempts, int limit) {
        public Recheck {
            Objects.requireNonNull(settle, "settle");
            if (attempts < 0 || limit < 0) {
                throw new IllegalArgumentException("attempts and rechecks must not be negative");
            }
        }
    }

    /** Five checks, a second apart, of up to 20,000 differences at a time; 100 samples; one thread, no limit. */
    public static VerifyOptions standard() {
        return new VerifyOptions(new Recheck(Duration.ofSeconds(1), 5, 20_000), 100, 1, 0, 1, false);
    }

    public VerifyOptions withSettle(Duration time, int looks) {
        Recheck other = new Recheck(time, looks, recheck.limit());
        return new VerifyOptions(other, samples, threads, rowsPerSecond, sample, hashes);
    }

    public VerifyOptions withRechecks(int limit) {
        Recheck other = new Recheck(recheck.settle(), recheck.attempts(), limit);
        return new VerifyOptions(other, samples, threads, rowsPerSecond, sample, hashes);
    }

    public VerifyOptions withSamples(int limit) {
        return new VerifyOptions(recheck, limit, threads, rowsPerSecond, sample, hashes);
    }

    public VerifyOptions withThreads(int number) {
        return new VerifyOptions(recheck, samples, number, rowsPerSecond, sample, hashes);
    }

    public VerifyOptions withRowsPerSecond(double limit) {
        return new VerifyOptions(recheck, samples, threads, limit, sample, hashes);
    }

    public VerifyOptions withSample(double part) {
        return new VerifyOptions(recheck, samples, threads, rowsPerSecond, part, hashes);
    }

    public VerifyOptions withHashes(boolean stored) {
        return new VerifyOptions(recheck, samples, threads, rowsPerSecond, sample, stored);
    }
}
