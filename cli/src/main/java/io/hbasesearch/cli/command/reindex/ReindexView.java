/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.indexer.reindex.run.ReindexProgress;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.run.RunState;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a reindex. The number of rows in a table is unknown, so it is estimated from the rows read and their
 * share of the key space. For one thread.
 */
final class ReindexView implements ReindexRun.ProgressListener, AutoCloseable {
    /** Below this fraction, no estimate is possible. */
    private static final double LEAST_FRACTION = 0.02;

    private final Console console;
    private @Nullable Progress progress;

    ReindexView(Console console) {
        this.console = console;
    }

    @Override
    public void progress(RunState.State state, ReindexProgress reached) {
        long rows = reached.counts().rows();
        if (progress == null) {
            progress = Progress.goOn(console, "Reindexing", rows, Progress.UNKNOWN, "rows");
        }
        if (reached.fraction() >= 1) {
            // Every key is read. How long the index takes to catch up cannot be told from the rate of the scan.
            progress.expect(Progress.UNKNOWN);
        } else if (reached.fraction() >= LEAST_FRACTION) {
            progress.expect(Math.max(rows + 1, Math.round(rows / reached.fraction())));
        }
        progress.update(rows, note(state, reached));
    }

    private static String note(RunState.State state, ReindexProgress reached) {
        long failed = reached.counts().failed();
        String waits = state == RunState.State.PAUSED ? "paused" : reached.note();
        if (waits.isEmpty() && reached.fraction() >= 1) {
            waits = "every row is read, finishing";
        }
        return waits + (waits.isEmpty() || failed == 0 ? "" : ", ") + (failed == 0 ? "" : failed + " rows failed");
    }

    /** Shows the run as complete. */
    void finish(RunState end) {
        if (progress != null && end.progress().counts().rows() > 0) {
            progress.expect(end.progress().counts().rows());
            progress.finish();
        }
    }

    @Override
    public void close() {
        if (progress != null) {
            progress.close();
        }
    }
}
