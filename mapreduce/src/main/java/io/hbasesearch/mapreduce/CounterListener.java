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
 * Hands the counts of one attempt on to Hadoop, its markers on to the driver, and shows that the attempt lives. For the attempt's
 * thread, but for {@link #done} and {@link #marked}. Borrows the reports.
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

    /** The attempt may be killed, and the rows that it wrote stay: the driver has to hear of their markers before there are any. */
    @Override
    public void marked(MarkerPositions appended) {
        try {
            reports.marked(context.getTaskAttemptID(), appended);
        } catch (FileNotFoundException e) {
            // Not to be tried again for minutes: nobody will hear of them, and so nothing may be written at them.
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    "the driver of the job has ended: its attempts go on no more",
                    "Run the reindex again: it goes on with what is left.",
                    e);
        } catch (IOException e) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "noting the markers of an attempt: " + e,
                    "See that the cluster's file system answers.",
                    e);
        }
    }

    /** On a thread of the run's own, where Hadoop's counters must not be touched. */
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

    /** Hands on what was not yet. */
    void flush() {
        Counts now = newest;
        for (ReindexCounter counter : ReindexCounter.values()) {
            context.getCounter(counter).increment(counter.of(now) - counter.of(handedOn));
        }
        handedOn = now;
    }
}
