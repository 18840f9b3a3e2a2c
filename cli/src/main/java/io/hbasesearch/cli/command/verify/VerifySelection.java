/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.verify;

import io.hbasesearch.cli.command.KeyRangeOptions;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.verify.VerifyOptions;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for the part of the table that a verification compares, and its rate. For the main thread. */
final class VerifySelection extends KeyRangeOptions {
    /** The options that {@link #resumed} writes. */
    static final Set<String> RANGE = Set.of("--from", "--to", "--key-format");

    private static final int DEFAULT_THREADS = 4;
    // Each thread holds a scanner of the table and a cursor of the index open.
    private static final int MOST_THREADS = 64;

    @Option(
            names = "--sample",
            paramLabel = "PERCENT",
            converter = Percent.class,
            description = "Compare about this percentage of the table, in pieces of 900 rows chosen at random.")
    private double sample = 1;

    @Option(
            names = "--hashes",
            description = "Trust the hashes stored with the documents: faster, but misses a change made directly"
                    + " in the index that left the hash unchanged.")
    private boolean hashes;

    @Option(names = "--rate", paramLabel = "ROWS", description = "The most rows to read per second.")
    private double rate;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Parts of the table compared in parallel (default: one per core, at most " + DEFAULT_THREADS
                    + "; at most " + MOST_THREADS + " may be given).")
    private int threads = Math.min(DEFAULT_THREADS, Runtime.getRuntime().availableProcessors());

    static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
            try {
                double percent = Double.parseDouble(number);
                if (percent > 0 && percent <= 100) {
                    return percent / 100;
                }
            } catch (NumberFormatException e) {
                // Reported below.
            }
            throw new TypeConversionException("'" + text + "' is not a percentage above 0 and up to 100");
        }
    }

    /** Rejects invalid options before any server is asked. */
    void check() {
        if (threads < 1 || threads > MOST_THREADS) {
            throw refused("--threads must be from 1 to " + MOST_THREADS + ", not " + threads);
        }
        if (!(rate >= 0) || Double.isInfinite(rate)) {
            throw refused("--rate must be a number of rows, or 0 for no limit, not " + rate);
        }
        range();
    }

    boolean isSample() {
        return sample < 1;
    }

    /** Returns the number of rows that will be read, of the given number. */
    long expected(long rows) {
        return Math.round(rows * sample);
    }

    VerifyOptions apply(VerifyOptions options) {
        return options.withThreads(threads)
                .withRowsPerSecond(rate)
                .withSample(sample)
                .withHashes(hashes);
    }

    /** Describes what was compared, for people; empty for the whole table. */
    String describeRange() {
        KeyRange range = range();
        return (range.start().isEmpty() ? "" : " from " + printed(range.start()) + " on")
                + (range.stop().isEmpty() ? "" : " before " + printed(range.stop()));
    }

    /** Returns the {@link #RANGE} options that continue at {@code start}; empty for the start of the range. */
    String resumed(Optional<ByteArray> start) {
        KeyRange range = range();
        ByteArray from = start.filter(key -> !key.isEmpty()).orElse(range.start());
        return (from.isEmpty() ? "" : " --from=" + printed(from))
                + (range.stop().isEmpty() ? "" : " --to=" + printed(range.stop()))
                + (from.isEmpty() && range.stop().isEmpty() ? "" : keys().option());
    }

    private String printed(ByteArray key) {
        return keys().quoted(key);
    }
}
