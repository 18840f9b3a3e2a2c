/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.indexer.reindex.Limits;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the rate of a reindex. For the main thread. */
final class ReindexLimits {
    private static final int DEFAULT_THREADS = 4;
    // Each thread holds a scanner open.
    private static final int MOST_THREADS = 64;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Concurrent scans (default: two per core, at most " + DEFAULT_THREADS + "; at most "
                    + MOST_THREADS + " may be given).")
    private int threads = Math.min(DEFAULT_THREADS, 2 * Runtime.getRuntime().availableProcessors());

    @Option(names = "--rows-per-second", paramLabel = "ROWS", description = "The most rows to read per second.")
    private double rowsPerSecond;

    @Option(
            names = "--bytes-per-second",
            paramLabel = "BYTES",
            description = "The most bytes of keys and values to read per second.")
    private double bytesPerSecond;

    @Option(
            names = "--max-lag",
            paramLabel = "EVENTS",
            defaultValue = "" + Limits.STANDARD_MAX_LAG,
            description = "Pause while the index lags by more than this number of events of live edits; 0 for no limit"
                    + " (default: ${DEFAULT-VALUE}).")
    private long maxLag = Limits.STANDARD_MAX_LAG;

    /** @throws ParameterException if an option is invalid */
    Limits get() {
        if (threads < 1 || threads > MOST_THREADS) {
            throw refused("--threads must be from 1 to " + MOST_THREADS + ", not " + threads);
        }
        requireRate("--rows-per-second", rowsPerSecond);
        requireRate("--bytes-per-second", bytesPerSecond);
        if (maxLag < 0) {
            throw refused("--max-lag must not be negative");
        }
        return new Limits(threads, rowsPerSecond, bytesPerSecond, maxLag);
    }

    private void requireRate(String option, double rate) {
        if (!(rate >= 0) || Double.isInfinite(rate)) {
            throw refused(option + " must be a number, or 0 for no limit, not " + rate);
        }
    }

    private ParameterException refused(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
