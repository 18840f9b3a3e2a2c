/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows a bar that redraws itself; the library owns the drawing thread. */
final class BarProgress implements Progress {
    private static final int REDRAW_MILLIS = 250;

    private final ProgressBar bar;
    private volatile long total;
    private volatile long last;

    BarProgress(Console console, String task, long from, long total, String unit) {
        this.total = total;
        this.bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .startsFrom(from, Duration.ZERO)
                .setUnit(" " + unit, 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REDRAW_MILLIS)
                .showSpeed()
                .setConsumer(new ConsoleProgressBarConsumer(
                        console.err(), console.terminal().width() - 1))
                .build();
    }

    @Override
    public void update(long done, String note) {
        last = done;
        if (total >= 0 && done >= total) {
            // There is more to do than expected: neither the share nor the remaining time is known.
            bar.maxHint(UNKNOWN);
        }
        bar.stepTo(done);
        bar.setExtraMessage(note);
    }

    @Override
    public void expect(long now) {
        total = now;
        bar.maxHint(now);
    }

    @Override
    public void finish() {
        if (total >= 0) {
            long end = Math.max(last, total);
            bar.maxHint(end);
            bar.stepTo(end);
        }
        bar.setExtraMessage("");
    }

    @Override
    public void close() {
        bar.close();
    }
}
