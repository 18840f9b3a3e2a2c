/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.io.PrintStream;
import java.time.Duration;

/** Prints a line now and then, and one at the end. */
final class LineProgress implements Progress {
    private final PrintStream err;
    private final Line line;
    private final long total;
    private final long intervalNanos;
    private final long startedNanos = System.nanoTime();
    private long printedNanos = startedNanos;
    private long last;

    LineProgress(PrintStream err, Line line, long total, Duration interval) {
        this.err = err;
        this.line = line;
        this.total = total;
        this.intervalNanos = interval.toNanos();
    }

    /** How one state becomes a line. */
    interface Line {
        /**
         * @param total {@link Progress#UNKNOWN} if nobody knows
         * @param percent 0 to 100, meaningless without a total
         * @param perSecond done per second so far
         * @param secondsRemaining estimated, 0 when finished
         */
        String of(long done, long total, int percent, long perSecond, long secondsRemaining, String note);
    }

    @Override
    public synchronized void update(long done, String note) {
        long now = System.nanoTime();
        if (now - printedNanos >= intervalNanos) {
            printedNanos = now;
            last = total < 0 ? done : Math.min(done, total);
            print(last, Math.min(99, percent(done)), note);
        }
    }

    @Override
    public synchronized void finish() {
        print(total < 0 ? last : total, 100, "");
    }

    @Override
    public void close() {}

    private int percent(long done) {
        return total <= 0 ? 99 : (int) (done * 100 / total);
    }

    private void print(long done, int percent, String note) {
        double seconds = Math.max(0.001, (System.nanoTime() - startedNanos) / 1e9);
        long perSecond = Math.round(done / seconds);
        long remaining = perSecond == 0 || total < 0 ? 0 : (total - done + perSecond - 1) / perSecond;
        err.println(line.of(done, total, percent, perSecond, remaining, note));
    }
}
