/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.time.Duration;

/**
 * How far a long task is. On a terminal a bar, in a pipe a line every 30 s, with JSON output a JSON line; all of it on stderr.
 * Never shows 100 % before {@link #finish}. Safe for use by several threads.
 */
public interface Progress extends AutoCloseable {
    /** For {@code total}: nobody knows. */
    long UNKNOWN = -1;

    /**
     * @param done so far, in the unit of the total
     * @param note a few words beside the numbers, such as the lag
     */
    void update(long done, String note);

    /** What will have been done at the end, now that more is known; more than is done so far. */
    void expect(long total);

    /** Everything is done. */
    void finish();

    /** Stops showing; an unfinished task stays where it was. Idempotent. */
    @Override
    void close();

    /**
     * @param task what is being done, in two or three words
     * @param total what will have been done at the end, or {@link #UNKNOWN}
     * @param unit plural, such as {@code rows}
     */
    static Progress start(Console console, String task, long total, String unit) {
        return goOn(console, task, 0, total, unit);
    }

    /**
     * As {@link #start}, of a task that goes on.
     *
     * @param from what was done before, which does not count for the rate
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

    /** A task whose total is not known. */
    static Progress counting(Console console, String task, String unit) {
        return start(console, task, UNKNOWN, unit);
    }
}
