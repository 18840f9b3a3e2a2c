/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.scan.MarkerRecorder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a MapReduce job that does the work of a run, with a map task for each remaining range of keys. When the run is paused, the
 * job is killed, and the next one repeats the work of its unfinished tasks. For the thread that runs it, except for {@link #pause}.
 */
final class JobBackfill implements Backfill {
    private static final Logger LOG = LoggerFactory.getLogger(JobBackfill.class);
    private static final Duration LOOK = Duration.ofMillis(300);
    /** The outage that a task tolerates, too. */
    private static final Duration OUTAGE = Duration.ofMinutes(10);

    private final IndexAccess access;
    private final Selection selection;
    private final ReindexJobs jobs;
    private final RowsOf source;
    private final Consumer<MarkerPositions> there;
    /** Never fired: only an interrupt ends a wait. */
    private final StopSignal stop = new StopSignal();

    private final RetryPolicy outages = RetryPolicy.within(OUTAGE, stop);
    private volatile boolean paused;

    /** @param source provides the rows for the tasks of one job */
    JobBackfill(IndexAccess access, Selection selection, ReindexJobs jobs, RowsOf source) {
        this(access, selection, jobs, source, access.service()::requireMarkers);
    }

    /** @param there throws if the topic has lost markers */
    JobBackfill(
            IndexAccess access, Selection selection, ReindexJobs jobs, RowsOf source, Consumer<MarkerPositions> there) {
        this.there = Objects.requireNonNull(there, "there");
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
        MarkerRecorder marking = new MarkerRecorder(access.metadata().epoch(), there, listener);
        try {
            TaskReportConsumer former = new TaskReportConsumer(marking, ranges -> {});
            hearFormer(former);
            requireMarkers(marking);
            while (true) {
                List<KeyRange> missing = outages.call("listing the regions of a table", () -> missing(reached.done));
                if (missing.isEmpty()) {
                    // Again, as a driver that was considered dead may have started a job since.
                    hearFormer(former);
                    requireMarkers(marking);
                    return true;
                }
                reached.begin(missing.size());
                if (!paused) {
                    hearFormer(former);
                    runJob(missing, reached, marking);
                } else if (rests(reached)) {
                    return false;
                }
            }
        } catch (StoppedException e) {
            return false;
        } catch (HBaseSearchException e) {
            if (Thread.currentThread().isInterrupted()) {
                // Then whatever was in progress fails with its own exception.
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
                    "Check that the cluster and its file system are available.",
                    e);
        }
    }

    /**
     * Takes over the reports of killed drivers: on a cluster their tasks have continued, and end now. The keys that these have
     * completed may belong to another run.
     */
    private void hearFormer(TaskReportConsumer hearing) throws StoppedException {
        for (TaskReports former : TaskReportConsumer.call(outages, "looking for reports of tasks", jobs::unheard)) {
            hearing.takeOver(former, outages);
        }
    }

    /** Checks the markers of snapshots that earlier starts have read, and of completed tasks; other tasks check their own. */
    private void requireMarkers(MarkerRecorder marking) throws StoppedException {
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

    private void runJob(List<KeyRange> missing, Reached reached, MarkerRecorder marking)
            throws IOException, StoppedException {
        try (RowsOf.Opened opened = TaskReportConsumer.begin(outages, "opening what a job reads", source::open)) {
            if (opened.snapshot().isPresent()) {
                Markers appended = opened.snapshot().get().markers();
                // Before a task writes at them.
                outages.call("recording the markers of a snapshot", () -> marking.note(appended));
            }
            Submission<Job> submission = submit(missing, opened);
            Job job = submission.job();
            TaskReports reports = submission.reports();
            RunningJob running = RunningJob.of(job);
            boolean ended = new JobWatch(
                            running, reports, new TaskReportConsumer(marking, reached::take), stop, outages)
                    .await(() -> {
                        reached.count(counts(running));
                        reached.show(running.name() + " runs");
                        opened.requireFresh();
                        return !paused;
                    });
            reached.end(counts(running));
            if (ended) {
                requireSuccess(job, reports);
            }
        }
    }

    private Submission<Job> submit(List<KeyRange> missing, RowsOf.Opened opened) throws StoppedException {
        Submission<Job> submission =
                Submission.of(outages, jobs::reports, reports -> jobs.submit(missing, reports, opened.snapshot()));
        LOG.info(
                "index {}: submitted {} with {} map tasks",
                access.definition().name(),
                submission.job().getJobID(),
                missing.size());
        return submission;
    }

    private Optional<Counts> counts(RunningJob job) throws StoppedException {
        return TaskReportConsumer.call(outages, "reading what " + job.name() + " has counted", job::counts);
    }

    private void requireSuccess(Job job, TaskReports reports) throws StoppedException {
        JobStatus status =
                TaskReportConsumer.call(outages, "asking how " + job.getJobID() + " ended", () -> status(job));
        if (status.getState() != JobStatus.State.SUCCEEDED) {
            throw failure(status, reports.failure());
        }
    }

    private static JobStatus status(Job job) throws IOException {
        try {
            return job.getStatus();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
    }

    /** @param said by a task that failed */
    static HBaseSearchException failure(JobStatus status, TaskReports.@Nullable Failure said) {
        if (status.getState() == JobStatus.State.KILLED) {
            return new HBaseSearchException(
                    ErrorCode.INTERNAL,
                    "job " + status.getJobID() + " was killed, but not by this command",
                    "Run the same command again: it continues with the remaining regions.",
                    null);
        }
        String what = "map tasks of job " + status.getJobID() + " failed repeatedly";
        if (said != null) {
            return new HBaseSearchException(
                    said.why().code(),
                    what + "; " + said.attempt() + ": " + said.why().getMessage(),
                    said.why().hint().orElse(null),
                    said.why());
        }
        String info = Objects.requireNonNullElse(status.getFailureInfo(), "");
        return new HBaseSearchException(
                ErrorCode.INTERNAL, what + ": " + info, "See the logs of its tasks: yarn logs.", null);
    }

    /** The progress of the run. For one thread. */
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

        /** Ends a job; the counts of the next job are added. */
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
