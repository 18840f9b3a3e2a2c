/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.time.Duration;

/**
 * Shows the progress of a long task on stderr: a bar on a terminal, a line every 30 s in a pipe, a JSON line with JSON output.
 * Never shows 100 % before {@link #finish}. Safe for use by several threads.
 */
public interface Progress extends AutoCloseable {
    /** A {@code total} that is not known. */
    long UNKNOWN = -1;

    /**
     * Shows the current state.
     *
     * @param done so far, in the unit of the total
     * @param note a few words beside the numbers, such as the lag
     */
    void update(long done, String note);

    /** Changes the expected total once more is known; it is more than is done so far. */
    void expect(long total);

    /** Shows the task as complete. */
    void finish();

    /** Stops showing; an unfinished task keeps its last state. Idempotent. */
    @Override
    void close();

    /**
     * Starts showing a task.
     *
     * @param task in two or three words
     * @param total the amount at the end, or {@link #UNKNOWN}
     * @param unit plural, such as {@code rows}
     */
    static Progress start(Console console, String task, long total, String unit) {
        return goOn(console, task, 0, total, unit);
    }

    /**
     * Starts showing a task that was begun earlier.
     *
     * @param from the work that was done earlier, which does not count for the rate
     */
    static Progress goOn(Console console, String task, long from, long total, String unit) {
        if (console.quiet()) {
            return new SilentProgress();
        }
        if (console.format().isJson()) {
            return new LineProgress(console.err(), new JsonLine(task), from, total, Duration.ofSeconds(1));
        }
        return console.terminal().stderr()
                ? new BarProgress(console, task, from, total, unit)
                : new LineProgress(console.err(), new TextLine(task, unit), from, total, Duration.ofSeconds(30));
    }

    /** Starts showing a task whose total is not known. */
    static Progress counting(Console console, String task, String unit) {
        return start(console, task, UNKNOWN, unit);
    }
}
