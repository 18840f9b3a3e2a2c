/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes the reports of one job's tasks while it runs. If the run ends before the job, for whatever reason, the job is killed,
 * too, and the last reports are processed: rows that the tasks wrote stay, and the log must keep their markers. For one thread.
 */
final class JobWatch {
    private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);
    private static final Duration LOOK = Duration.ofMillis(300);
    /** Timeout after a kill; twice that is less than a process has for its end. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(15);

    private final RunningJob job;
    private final TaskReports reports;
    private final TaskReportConsumer hearing;
    private final StopSignal stop;
    private final RetryPolicy patience;

    /** @param patience with Kafka, the cluster and its file system; waits on {@code stop} */
    JobWatch(RunningJob job, TaskReports reports, TaskReportConsumer hearing, StopSignal stop, RetryPolicy patience) {
        this.job = Objects.requireNonNull(job, "job");
        this.reports = Objects.requireNonNull(reports, "reports");
        this.hearing = Objects.requireNonNull(hearing, "hearing");
        this.stop = Objects.requireNonNull(stop, "stop");
        this.patience = Objects.requireNonNull(patience, "patience");
    }

    /** Decides, at each poll, whether the run continues. */
    interface Course {
        /** @return false if the run does not continue with this job; an exception ends both */
        boolean goesOn() throws StoppedException;
    }

    /**
     * Waits until the job has ended, and all reports of its tasks were processed.
     *
     * @return false if the run does not continue with it
     * @throws StoppedException if the thread was interrupted; the interrupt flag stays set
     */
    boolean await(Course course) throws StoppedException {
        boolean ended = false;
        try {
            ended = awaitEnd(course);
            if (ended) {
                TaskReportConsumer.seal(reports, patience);
                hearing.hear(reports, patience);
            }
        } finally {
            if (!ended) {
                end();
            }
        }
        if (ended) {
            TaskReportConsumer.remove(reports, patience);
        }
        return ended;
    }

    private boolean awaitEnd(Course course) throws StoppedException {
        while (!TaskReportConsumer.call(patience, "reading the state of " + job.name(), job::isComplete)) {
            hearing.hear(reports, patience);
            if (!course.goesOn()) {
                return false;
            }
            if (stop.await(LOOK)) {
                throw new StoppedException("waiting for " + job.name());
            }
        }
        return true;
    }

    /**
     * Kills the job. The caller gets the failure that ended the run, and not one that occurs here: the next driver of the index
     * reads the remaining reports.
     */
    private void end() {
        boolean interrupted = Thread.interrupted();
        StopSignal last = new StopSignal();
        RetryPolicy brief = RetryPolicy.within(LAST_WORDS, last);
        try {
            kill(last);
            TaskReportConsumer.seal(reports, brief);
            hearing.hear(reports, brief);
            TaskReportConsumer.remove(reports, brief);
        } catch (RuntimeException | StoppedException e) {
            unheard(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void unheard(Exception why) {
        if (reports.isTaken()) {
            LOG.info("another driver processes the last reports of the tasks of {}", job.name());
        } else {
            LOG.warn(
                    "the last reports of the tasks of {} stay in {}, for the next reindex of the index by mapreduce: {}",
                    job.name(),
                    reports.directory(),
                    why.getMessage());
        }
    }

    /** Kills the job. Its tasks may run longer: once their reports are no longer read, they write nothing. */
    private void kill(StopSignal last) {
        try {
            job.kill();
            Deadline deadline = Deadline.after(LAST_WORDS);
            while (!job.isComplete() && !deadline.isOver() && !last.await(LOOK)) {
                LOG.debug("waiting for {} to end", job.name());
            }
        } catch (IOException e) {
            LOG.warn("{} could not be killed; its tasks will fail one by one: {}", job.name(), e.toString());
        }
    }
}
