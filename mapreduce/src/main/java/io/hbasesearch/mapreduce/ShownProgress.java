/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.indexer.reindex.run.ReindexProgress;
import io.hbasesearch.indexer.reindex.run.RunState;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Prints a progress line for users at intervals. For one thread. */
final class ShownProgress {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final PrintStream err;
    private long shownNanos = System.nanoTime() - INTERVAL.toNanos();

    ShownProgress(PrintStream err) {
        this.err = err;
    }

    void show(RunState.State state, ReindexProgress reached) {
        if (System.nanoTime() - shownNanos < INTERVAL.toNanos()) {
            return;
        }
        shownNanos = System.nanoTime();
        err.println(state.name().toLowerCase(Locale.ROOT) + ", " + (int) (100 * reached.fraction())
                + " % of the ranges, " + reached.counts().rows() + " rows; " + reached.note());
    }
}
