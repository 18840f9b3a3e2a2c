/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Marked;
import io.hbasesearch.indexer.reindex.Marking;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a MapReduce job do the work of a run, a map task for each range of keys that is left. Where the run is paused, the job is ended,
 * and what its unfinished tasks did is repeated by the next one. For the thread that runs it, but for {@link #pause}.
 */
final class JobBackfill implements Backfill {
    private static final Logger LOG = LoggerFactory.getLogger(JobBackfill.class);
    private static final long LOOK_MILLIS = 300;

    private final IndexAccess access;
    private final Selection selection;
    private final ReindexJobs jobs;
    private final RowsOf source;
    private volatile boolean paused;

    /** @param source where the tasks of one job have their rows from */
    JobBackfill(IndexAccess access, Selection selection, ReindexJobs jobs, RowsOf source) {
        this.access = Objects.requireNonNull(access, "access");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.jobs = Objects.requireNonNull(jobs, "jobs");
        this.source = Objects.requireNonNull(source, "source");
    }

    @Override
    public void pause(boolean wanted) {
        paused = wanted;
    }

    @Override
    public boolean run(DoneRanges done, Counts before, ReindexListener listener) {
        Reached reached = new Reached(done, before, listener);
        Marking marking = new Marking(access.metadata().epoch(), access.service()::requireMarkers, listener);
        try {
            // Those of snapshots that earlier starts have read; tasks that read the table look for their own.
            marking.requireThere();
            while (true) {
                List<KeyRange> missing = missing(reached.done);
                if (missing.isEmpty()) {
                    marking.requireThere();
                    return true;
                }
                reached.begin(missing.size());
                if (paused) {
                    reached.show("paused");
                    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                } else {
                    runJob(missing, reached, marking);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (HBaseSearchException e) {
            if (Thread.currentThread().isInterrupted()) {
                // What was under way then fails in its own words.
                return false;
            }
            throw e;
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "running a MapReduce job: " + e,
                    "See that the cluster and its file system answer.",
                    e);
        }
    }

    private List<KeyRange> missing(DoneRanges done) {
        return access.rows().regions(access.definition().table()).stream()
                .map(region -> region.intersection(selection.range()))
                .filter(region -> !region.isEmpty())
                .flatMap(region -> done.missing(region).stream())
                .toList();
    }

    private void runJob(List<KeyRange> missing, Reached reached, Marking marking)
            throws IOException, InterruptedException {
        try (TaskReports reports = jobs.reports();
                RowsOf.Opened opened = source.open()) {
            // Before a task writes at them.
            opened.snapshot().ifPresent(snapshot -> marking.note(snapshot.markers()));
            Job job = jobs.submit(missing, reports.directory(), opened.snapshot());
            LOG.info(
                    "index {}: submitted {} with {} map tasks",
                    access.definition().name(),
                    job.getJobID(),
                    missing.size());
            boolean ended = false;
            try {
                ended = await(job, reports, opened, reached, marking);
                hear(reports, reached, marking);
                reached.end(job);
                if (ended && !job.isSuccessful()) {
                    throw failure(job, reports);
                }
            } finally {
                if (!ended) {
                    kill(job);
                }
            }
        }
    }

    /** @return false if the job goes on, and the run does not */
    private boolean await(Job job, TaskReports reports, RowsOf.Opened opened, Reached reached, Marking marking)
            throws IOException, InterruptedException {
        while (!job.isComplete()) {
            hear(reports, reached, marking);
            reached.count(job);
            reached.show(job.getJobID() + " runs");
            opened.requireFresh();
            if (paused) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return true;
    }

    /** Markers first: what is done was written at their versions. */
    private static void hear(TaskReports reports, Reached reached, Marking marking) throws IOException {
        List<KeyRange> done = reports.poll();
        Marked all = reports.takeMarked().stream().reduce(Marked.none(), Marked::and);
        if (!all.isNone()) {
            marking.note(all);
        }
        reached.take(done);
    }

    private HBaseSearchException failure(Job job, TaskReports reports) throws IOException, InterruptedException {
        HBaseSearchException said = reports.failure();
        String what = "map tasks of job " + job.getJobID() + " failed again and again";
        if (said != null) {
            return new HBaseSearchException(
                    said.code(),
                    what + ", the last one as " + said.getMessage(),
                    said.hint().orElse(null),
                    said);
        }
        String info = Objects.requireNonNullElse(job.getStatus().getFailureInfo(), "");
        return new HBaseSearchException(
                ErrorCode.INTERNAL, what + ": " + info, "See the logs of its tasks: yarn logs.", null);
    }

    /** Nobody waits for it: what its tasks have not finished is theirs no more. */
    private static void kill(Job job) {
        boolean interrupted = Thread.interrupted();
        try {
            job.killJob();
        } catch (IOException e) {
            LOG.warn("job {} could not be ended, and goes on: {}", job.getJobID(), e.toString());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** How far the run is. For one thread. */
    private static final class Reached {
        private final ReindexListener listener;
        private DoneRanges done;
        private Counts before;
        private Counts counts;
        private int tasks;
        private int finished;

        Reached(DoneRanges done, Counts before, ReindexListener listener) {
            this.done = done;
            this.before = before;
            this.counts = before;
            this.listener = listener;
        }

        void begin(int number) {
            tasks = number;
            finished = 0;
        }

        void take(List<KeyRange> ranges) {
            for (KeyRange range : ranges) {
                done = done.plus(range);
                finished++;
            }
            if (!ranges.isEmpty()) {
                listener.done(done, counts);
            }
        }

        void count(Job job) throws IOException {
            var counters = job.getCounters();
            if (counters != null) {
                counts = before.plus(ReindexCounter.counts(counters));
            }
        }

        /** What the next job counts is added. */
        void end(Job job) throws IOException {
            count(job);
            before = counts;
            listener.done(done, counts);
        }

        void show(String note) {
            listener.progress(counts, tasks == 0 ? 1 : Math.min(1, (double) finished / tasks), note);
        }
    }
}
