/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StoppedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.fs.Path;

/**
 * A job that the cluster has accepted, with the reports of its tasks.
 *
 * @param <J> a job
 */
record Submission<J>(J job, TaskReports reports) {
    /** The target to which jobs are submitted. */
    interface Target<J> {
        J submit(Path reports) throws IOException, InterruptedException;
    }

    /**
     * Retries while the cluster is unavailable, with new reports each time: a job that was accepted without a response cannot
     * report its markers, and so writes at none.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException SERVER_UNREACHABLE if it is unavailable for too long; INTERNAL at once
     *     if it rejects the job
     */
    static <J> Submission<J> of(RetryPolicy patience, TaskReportConsumer.Step<TaskReports> reports, Target<J> target)
            throws StoppedException {
        return TaskReportConsumer.begin(patience, "submitting a job", () -> submitted(reports.get(), target));
    }

    private static <J> Submission<J> submitted(TaskReports reports, Target<J> target) throws IOException {
        boolean submitted = false;
        try {
            J job = target.submit(reports.directory());
            submitted = true;
            return new Submission<>(job, reports);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        } finally {
            if (!submitted) {
                reports.close();
            }
        }
    }
}
