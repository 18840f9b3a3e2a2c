/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.scan.MarkerRecorder;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;

/** Processes the reports of tasks, and retries while servers are unavailable, as the tasks do. For one thread. */
final class TaskReportConsumer {
    private final MarkerRecorder marking;
    private final Consumer<List<KeyRange>> done;

    /** @param done receives keys that need not be read again */
    TaskReportConsumer(MarkerRecorder marking, Consumer<List<KeyRange>> done) {
        this.marking = Objects.requireNonNull(marking, "marking");
        this.done = Objects.requireNonNull(done, "done");
    }

    /** A request to Hadoop. */
    interface Step<T> {
        T get() throws IOException;
    }

    /** Retries a step while its failures are transient, which all failures of Hadoop may be. */
    static <T> T call(RetryPolicy patience, String what, Step<T> step) throws StoppedException {
        return patience.call(what, () -> {
            try {
                return step.get();
            } catch (IOException e) {
                throw new HBaseSearchException(
                        ErrorCode.SERVER_UNREACHABLE,
                        what + ": " + e,
                        "Check that the cluster and its file system are available.",
                        e);
            }
        });
    }

    /**
     * Does the same as {@link #call} for a step that may be rejected permanently: only unavailability is retried.
     *
     * @throws HBaseSearchException also INTERNAL, at once, for any other failure
     */
    static <T> T begin(RetryPolicy patience, String what, Step<T> step) throws StoppedException {
        return call(patience, what, () -> {
            try {
                return step.get();
            } catch (IOException e) {
                if (isAbsence(e)) {
                    throw e;
                }
                throw new HBaseSearchException(
                        ErrorCode.INTERNAL,
                        what + ": " + e,
                        "Check the cluster's queues and permissions, and the options given with -D, then run the same command again.",
                        e);
            }
        });
    }

    private static boolean isAbsence(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketException
                    || cause instanceof InterruptedIOException
                    || cause instanceof UnknownHostException
                    || cause instanceof EOFException
                    || cause instanceof RetriableException
                    || cause instanceof StandbyException) {
                return true;
            }
        }
        return false;
    }

    /** Processes the markers first: completed keys were written at their versions. */
    void hear(TaskReports reports, RetryPolicy patience) throws StoppedException {
        hearMarkers(reports, patience);
        done.accept(reports.takeDone());
    }

    /** Processes the markers one by one: if two were appended under different leaders, the log must have both. */
    private void hearMarkers(TaskReports reports, RetryPolicy patience) throws StoppedException {
        poll(reports, patience);
        note(reports, patience);
    }

    private static void poll(TaskReports reports, RetryPolicy patience) throws StoppedException {
        call(patience, "reading the reports of tasks", () -> {
            reports.poll();
            return reports;
        });
    }

    private void note(TaskReports reports, RetryPolicy patience) throws StoppedException {
        for (MarkerPositions next = reports.marked(); next != null; next = reports.marked()) {
            MarkerPositions appended = next;
            patience.call("recording the markers of tasks", () -> {
                marking.note(appended);
                return appended;
            });
            reports.noted();
        }
    }

    /** Takes over reports to a driver that no longer reads them. Its tasks may still be running: they write nothing from here on. */
    void takeOver(TaskReports reports, RetryPolicy patience) throws StoppedException {
        try {
            seal(reports, patience);
            poll(reports, patience);
        } catch (HBaseSearchException e) {
            if (reports.isTaken()) {
                // That driver is alive after all, and removes the reports once the log has all of them.
                return;
            }
            throw e;
        }
        note(reports, patience);
        remove(reports, patience);
    }

    static void seal(TaskReports reports, RetryPolicy patience) throws StoppedException {
        call(patience, "sealing the reports of tasks", () -> {
            reports.seal();
            return reports;
        });
    }

    static void remove(TaskReports reports, RetryPolicy patience) throws StoppedException {
        call(patience, "removing the reports of tasks", () -> {
            reports.close();
            return reports;
        });
    }
}
