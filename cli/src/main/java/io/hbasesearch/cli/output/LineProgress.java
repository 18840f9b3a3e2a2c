/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.io.PrintStream;
import java.time.Duration;

/** Prints a line at intervals, and one at the end. */
final class LineProgress implements Progress {
    private final PrintStream err;
    private final Line line;
    private final long from;
    private long total;
    private final long intervalNanos;
    private final long startedNanos = System.nanoTime();
    private long printedNanos = startedNanos;
    private long last;
    private final RemainingTime remaining = new RemainingTime();

    LineProgress(PrintStream err, Line line, long total, Duration interval) {
        this(err, line, 0, total, interval);
    }

    /** @param from the work that was done earlier */
    LineProgress(PrintStream err, Line line, long from, long total, Duration interval) {
        this.from = from;
        this.err = err;
        this.line = line;
        this.total = total;
        this.intervalNanos = interval.toNanos();
    }

    /** Formats one state as a line. */
    interface Line {
        /**
         * @param total {@link Progress#UNKNOWN} if it is not known
         * @param percent 0 to 100, meaningless without a total
         * @param perSecond done per second so far
         * @param secondsRemaining estimated, 0 when finished; {@link Progress#UNKNOWN} without an estimate
         */
        String of(long done, long total, int percent, long perSecond, long secondsRemaining, String note);
    }

    @Override
    public synchronized void update(long done, String note) {
        last = done;
        long now = System.nanoTime();
        if (now - printedNanos >= intervalNanos) {
            printedNanos = now;
            // There is more to do than expected, and how much more is not known.
            long expected = done < total ? total : UNKNOWN;
            print(done, expected, percent(done, expected), note);
        }
    }

    @Override
    public synchronized void expect(long now) {
        total = now;
    }

    @Override
    public synchronized void finish() {
        long end = Math.max(last, total);
        print(end, total < 0 ? UNKNOWN : end, 100, "");
    }

    @Override
    public void close() {}

    /** Returns at most 99, because {@code done} is below {@code expected}. */
    private static int percent(long done, long expected) {
        return expected <= 0 ? 0 : (int) (100.0 * done / expected);
    }

    private void print(long done, long expected, int percent, String note) {
        long now = System.nanoTime();
        double perSecond = (done - from) / Math.max(0.001, (now - startedNanos) / 1e9);
        long left = percent == 100 || expected < 0
                ? 0
                : remaining.seconds(expected - done, perSecond, now).orElse(UNKNOWN);
        err.println(line.of(done, expected, percent, Math.round(perSecond), left, note));
    }
}
