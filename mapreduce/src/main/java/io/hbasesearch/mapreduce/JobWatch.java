/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.reindex.TimedRetry;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears what the tasks of one job say while it runs. Where the run ends before the job, whatever it ends with, it ends the job, too,
 * and hears what the tasks have said last: rows that they wrote stay, and the log must go on having their markers. For one thread.
 */
final class JobWatch {
    private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);
    private static final Duration LOOK = Duration.ofMillis(300);
    /** After a kill; twice that is less than a process has for its end. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(15);

    private final RunningJob job;
    private final TaskReports reports;
    private final TaskReportConsumer hearing;
    private final StopSignal stop;
    private final TimedRetry patience;

    /** @param patience with Kafka, the cluster and its file system; waits on {@code stop} */
    JobWatch(RunningJob job, TaskReports reports, TaskReportConsumer hearing, StopSignal stop, TimedRetry patience) {
        this.job = Objects.requireNonNull(job, "job");
        this.reports = Objects.requireNonNull(reports, "reports");
        this.hearing = Objects.requireNonNull(hearing, "hearing");
        this.stop = Objects.requireNonNull(stop, "stop");
        this.patience = Objects.requireNonNull(patience, "patience");
    }

    /** Is asked at each look. */
    interface Course {
        /** @return false if the run does not go on with this job; what it throws ends both */
        boolean goesOn() throws StoppedException;
    }

    /**
     * Until the job has ended, and everything that its tasks have said was heard.
     *
     * @return false if the run does not go on with it
     * @throws StoppedException if the thread was interrupted, which it stays
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
        while (!TaskReportConsumer.call(patience, "asking for " + job.name(), job::isComplete)) {
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

    /** What ends the run is told, and not what goes wrong here: the next driver of the index hears what is left. */
    private void end() {
        boolean interrupted = Thread.interrupted();
        StopSignal last = new StopSignal();
        TimedRetry brief = new TimedRetry(last, LAST_WORDS);
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
            LOG.info("what the tasks of {} have said last is heard by another driver", job.name());
        } else {
            LOG.warn(
                    "what the tasks of {} have said last stays in {}, for the next reindex of the index by mapreduce: {}",
                    job.name(),
                    reports.directory(),
                    why.getMessage());
        }
    }

    /** Its tasks need not have ended afterwards: once nobody hears them they write nothing. */
    private void kill(StopSignal last) {
        try {
            job.kill();
            long deadline = System.nanoTime() + LAST_WORDS.toNanos();
            while (!job.isComplete() && System.nanoTime() - deadline < 0 && !last.await(LOOK)) {
                LOG.debug("{} was asked to end", job.name());
            }
        } catch (IOException e) {
            LOG.warn("{} could not be ended, and its tasks fail by and by: {}", job.name(), e.toString());
        }
    }
}
