/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.ReindexListener;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Hands the counts of one attempt on to Hadoop, and shows that the attempt lives. For the attempt's thread, but for {@link #done}. */
final class CounterListener implements ReindexListener {
    private final TaskAttemptContext context;
    private volatile Counts newest = Counts.none();
    private Counts handedOn = Counts.none();

    CounterListener(TaskAttemptContext context) {
        this.context = context;
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
