/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;

/** Shows a bar that redraws itself; the library owns the drawing thread. */
final class BarProgress implements Progress {
    private static final int REDRAW_MILLIS = 250;

    private final RemainingTime remaining = new RemainingTime();
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
                .setEtaFunction(this::left)
                .setConsumer(new ConsoleProgressBarConsumer(
                        console.err(), console.terminal().width() - 1))
                .build();
    }

    private Optional<Duration> left(ProgressState now) {
        double seconds = Math.max(0.001, now.getElapsedAfterStart().toMillis() / 1e3);
        if (now.isIndefinite()) {
            return Optional.empty();
        }
        OptionalLong left = remaining.seconds(
                now.getMax() - now.getCurrent(), (now.getCurrent() - now.getStart()) / seconds, System.nanoTime());
        return left.isPresent() ? Optional.of(Duration.ofSeconds(left.getAsLong())) : Optional.empty();
    }

    @Override
    public void update(long done, String note) {
        last = done;
        if (total >= 0 && done >= total) {
            // There is more to do than expected: neither the share nor the remaining time is known.
            bar.maxHint(UNKNOWN);
        }
        bar.stepTo(done);
        // The library writes it directly behind the rate.
        bar.setExtraMessage(note.isEmpty() ? "" : " " + note);
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
