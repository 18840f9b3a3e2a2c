/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Passes the counts of one attempt to Hadoop and its markers to the driver, and shows that the attempt is alive. For the attempt's
 * thread, except for {@link #done} and {@link #marked}. Borrows the reports.
 */
final class CounterListener implements ReindexListener {
    private final TaskAttemptContext context;
    private final TaskReports reports;
    private volatile Counts newest = Counts.none();
    private Counts handedOn = Counts.none();

    CounterListener(TaskAttemptContext context, TaskReports reports) {
        this.context = context;
        this.reports = reports;
    }

    /**
     * Reports markers before any row is written at them: the attempt may be killed, and the rows that it wrote stay, so the driver
     * must know the markers.
     */
    @Override
    public void marked(MarkerPositions appended) {
        try {
            reports.marked(context.getTaskAttemptID(), appended);
        } catch (FileNotFoundException e) {
            // Do not retry for minutes: the driver will never read these markers, so nothing may be written at them.
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    "the driver of the job has ended, so its attempts stop",
                    "Run the reindex again: it continues with the remaining ranges.",
                    e);
        } catch (IOException e) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "recording the markers of an attempt: " + e,
                    "Check that the cluster's file system is available.",
                    e);
        }
    }

    /** Called on a thread of the run, where Hadoop's counters must not be touched. */
    @Override
    public void done(DoneRanges done, Counts soFar) {
        newest = soFar;
    }

    @Override
    public void progress(Counts soFar, double fraction, String note) {
        newest = soFar;
        flush();
        context.setStatus(note);
        context.progress();
    }

    /** Passes on the counts that have not been passed on yet. */
    void flush() {
        Counts now = newest;
        for (ReindexCounter counter : ReindexCounter.values()) {
            context.getCounter(counter).increment(counter.of(now) - counter.of(handedOn));
        }
        handedOn = now;
    }
}
