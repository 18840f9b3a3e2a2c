/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.MarkerRecorder;
import io.hbasesearch.indexer.reindex.TimedRetry;
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

/** Takes in what tasks say, and bears with servers that are away as the tasks do. For one thread. */
final class TaskReportConsumer {
    private final MarkerRecorder marking;
    private final Consumer<List<KeyRange>> done;

    /** @param done is told of keys that need not be read again */
    TaskReportConsumer(MarkerRecorder marking, Consumer<List<KeyRange>> done) {
        this.marking = Objects.requireNonNull(marking, "marking");
        this.done = Objects.requireNonNull(done, "done");
    }

    /** Something that asks Hadoop. */
    interface Step<T> {
        T get() throws IOException;
    }

    /** Tries again while what fails may pass, which every failure of Hadoop's may. */
    static <T> T call(TimedRetry patience, String what, Step<T> step) throws StoppedException {
        return patience.call(what, () -> {
            try {
                return step.get();
            } catch (IOException e) {
                throw new HBaseSearchException(
                        ErrorCode.SERVER_UNREACHABLE,
                        what + ": " + e,
                        "See that the cluster and its file system answer.",
                        e);
            }
        });
    }

    /**
     * As {@link #call}, for what may be refused for good: only where nobody answers it is tried again.
     *
     * @throws HBaseSearchException INTERNAL at once, too, for any other failure
     */
    static <T> T begin(TimedRetry patience, String what, Step<T> step) throws StoppedException {
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
                        "See the cluster's queues and rights, and what was given with -D; and run the same command again.",
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

    /** Markers first: what is done was written at their versions. */
    void hear(TaskReports reports, TimedRetry patience) throws StoppedException {
        hearMarkers(reports, patience);
        done.accept(reports.takeDone());
    }

    /** Each for itself: of two that were appended under different leaders, the log must have both. */
    private void hearMarkers(TaskReports reports, TimedRetry patience) throws StoppedException {
        poll(reports, patience);
        note(reports, patience);
    }

    private static void poll(TaskReports reports, TimedRetry patience) throws StoppedException {
        call(patience, "hearing what tasks say", () -> {
            reports.poll();
            return reports;
        });
    }

    private void note(TaskReports reports, TimedRetry patience) throws StoppedException {
        for (MarkerPositions next = reports.marked(); next != null; next = reports.marked()) {
            MarkerPositions appended = next;
            patience.call("noting the markers of tasks", () -> {
                marking.note(appended);
                return appended;
            });
            reports.noted();
        }
    }

    /** What was said to a driver that heard it no more. Its tasks may still be there: they write nothing from here on. */
    void takeOver(TaskReports reports, TimedRetry patience) throws StoppedException {
        try {
            seal(reports, patience);
            poll(reports, patience);
        } catch (HBaseSearchException e) {
            if (reports.isTaken()) {
                // That driver was there after all, and takes it away once the log has all of it.
                return;
            }
            throw e;
        }
        note(reports, patience);
        remove(reports, patience);
    }

    static void seal(TaskReports reports, TimedRetry patience) throws StoppedException {
        call(patience, "ending what tasks say", () -> {
            reports.seal();
            return reports;
        });
    }

    static void remove(TaskReports reports, TimedRetry patience) throws StoppedException {
        call(patience, "removing what tasks have said", () -> {
            reports.close();
            return reports;
        });
    }
}
