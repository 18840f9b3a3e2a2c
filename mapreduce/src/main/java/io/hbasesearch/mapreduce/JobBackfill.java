/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.Marking;
import io.hbasesearch.indexer.reindex.Patience;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.mapreduce.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a MapReduce job do the work of a run, a map task for each range of keys that is left. Where the run is paused, the job is ended,
 * and what its unfinished tasks did is repeated by the next one. For the thread that runs it, but for {@link #pause}.
 */
final class JobBackfill implements Backfill {
    private static final Logger LOG = LoggerFactory.getLogger(JobBackfill.class);
    private static final Duration LOOK = Duration.ofMillis(300);
    /** As long as a task bears with servers that are away. */
    private static final Duration OUTAGE = Duration.ofMinutes(10);

    private final IndexAccess access;
    private final Selection selection;
    private final ReindexJobs jobs;
    private final RowsOf source;
    /** Never fired: only an interrupt ends a wait. */
    private final StopSignal stop = new StopSignal();

    private final Patience outages = new Patience(stop, OUTAGE);
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
            hearFormer(new Hearing(marking, ranges -> {}));
            requireMarkers(marking);
            while (true) {
                List<KeyRange> missing = outages.call("asking for the regions of a table", () -> missing(reached.done));
                if (missing.isEmpty()) {
                    requireMarkers(marking);
                    return true;
                }
                reached.begin(missing.size());
                if (!paused) {
                    runJob(missing, reached, marking);
                } else if (rests(reached)) {
                    return false;
                }
            }
        } catch (StoppedException e) {
            return false;
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

    /** Of drivers that were killed: on a cluster their tasks have gone on, and end now. Keys that these have done may be of another run. */
    private void hearFormer(Hearing hearing) throws StoppedException {
        for (TaskReports former : Hearing.call(outages, "looking for what tasks have said", jobs::unheard)) {
            hearing.takeOver(former, outages);
        }
    }

    /** Those of snapshots that earlier starts have read, and of tasks that have ended; others look for their own. */
    private void requireMarkers(Marking marking) throws StoppedException {
        outages.call("looking for the markers of index " + access.definition().name(), () -> {
            marking.requireThere();
            return marking;
        });
    }

    /** @return whether the run was stopped meanwhile */
    private boolean rests(Reached reached) {
        reached.show("paused");
        return stop.await(LOOK);
    }

    private List<KeyRange> missing(DoneRanges done) {
        return access.rows().regions(access.definition().table()).stream()
                .map(region -> region.intersection(selection.range()))
                .filter(region -> !region.isEmpty())
                .flatMap(region -> done.missing(region).stream())
                .toList();
    }

    private void runJob(List<KeyRange> missing, Reached reached, Marking marking)
            throws IOException, InterruptedException, StoppedException {
        try (RowsOf.Opened opened = source.open()) {
            if (opened.snapshot().isPresent()) {
                Markers appended = opened.snapshot().get().markers();
                // Before a task writes at them.
                outages.call("noting the markers of a snapshot", () -> marking.note(appended));
            }
            TaskReports reports = jobs.reports();
            Job job = submit(missing, reports, opened);
            RunningJob running = RunningJob.of(job);
            boolean ended = new JobWatch(running, reports, new Hearing(marking, reached::take), stop, outages)
                    .await(() -> {
                        reached.count(counts(running));
                        reached.show(running.name() + " runs");
                        opened.requireFresh();
                        return !paused;
                    });
            reached.end(counts(running));
            if (ended && !job.isSuccessful()) {
                throw failure(job, reports);
            }
        }
    }

    private Job submit(List<KeyRange> missing, TaskReports reports, RowsOf.Opened opened)
            throws IOException, InterruptedException {
        boolean submitted = false;
        try {
            Job job = jobs.submit(missing, reports.directory(), opened.snapshot());
            submitted = true;
            LOG.info(
                    "index {}: submitted {} with {} map tasks",
                    access.definition().name(),
                    job.getJobID(),
                    missing.size());
            return job;
        } finally {
            if (!submitted) {
                reports.close();
            }
        }
    }

    private Optional<Counts> counts(RunningJob job) throws StoppedException {
        return Hearing.call(outages, "asking what " + job.name() + " has counted", job::counts);
    }

    private HBaseSearchException failure(Job job, TaskReports reports) throws IOException, InterruptedException {
        TaskReports.Failure said = reports.failure();
        String what = "map tasks of job " + job.getJobID() + " failed again and again";
        if (said != null) {
            return new HBaseSearchException(
                    said.why().code(),
                    what + "; " + said.attempt() + " as " + said.why().getMessage(),
                    said.why().hint().orElse(null),
                    said.why());
        }
        String info = Objects.requireNonNullElse(job.getStatus().getFailureInfo(), "");
        return new HBaseSearchException(
                ErrorCode.INTERNAL, what + ": " + info, "See the logs of its tasks: yarn logs.", null);
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

        void count(Optional<Counts> job) {
            job.ifPresent(now -> counts = before.plus(now));
        }

        /** What the next job counts is added. */
        void end(Optional<Counts> job) {
            count(job);
            before = counts;
            listener.done(done, counts);
        }

        void show(String note) {
            listener.progress(counts, tasks == 0 ? 1 : Math.min(1, (double) finished / tasks), note);
        }
    }
}
