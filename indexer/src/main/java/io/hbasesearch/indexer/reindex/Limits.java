/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/**
 * The speed limits of a run; they may differ from one start of a run to the next.
 *
 * @param threads number of concurrent scans
 * @param rowsPerSecond maximum rows that all scans together read per second; 0 for no limit
 * @param bytesPerSecond the same in bytes of keys and values
 * @param maxLag maximum number of events that the index may lag before the run waits; 0 for no limit
 */
public record Limits(int threads, double rowsPerSecond, double bytesPerSecond, long maxLag) {
    /** The default lag from which live edits take precedence. */
    public static final long STANDARD_MAX_LAG = 100_000;

    public Limits {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        }
        if (!(rowsPerSecond >= 0) || !(bytesPerSecond >= 0) || maxLag < 0) {
            throw new IllegalArgumentException(
                    "rows per second, bytes per second and maximum lag must not be negative");
        }
    }

    public static Limits standard(int threads) {
        return new Limits(threads, 0, 0, STANDARD_MAX_LAG);
    }
}
