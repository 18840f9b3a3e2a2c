/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/**
 * How fast a run may be; may differ from one start of a run to the next.
 *
 * @param threads scans at a time
 * @param rowsPerSecond the most rows that all of them read in a second; 0 for no limit
 * @param bytesPerSecond the same in bytes of keys and values
 * @param maxLag events that the index may be behind with before the run waits; 0 for no limit
 */
public record Limits(int threads, double rowsPerSecond, double bytesPerSecond, long maxLag) {
    /** Beyond this, live edits come first. */
    public static final long STANDARD_MAX_LAG = 100_000;

    public Limits {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        }
        if (!(rowsPerSecond >= 0) || !(bytesPerSecond >= 0) || maxLag < 0) {
            throw new IllegalArgumentException("rows and bytes per second and the greatest lag are not negative");
        }
    }

    public static Limits standard(int threads) {
        return new Limits(threads, 0, 0, STANDARD_MAX_LAG);
    }
}
