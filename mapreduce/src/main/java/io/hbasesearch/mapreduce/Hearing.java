/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.reindex.Marked;
import io.hbasesearch.indexer.reindex.Marking;
import io.hbasesearch.indexer.reindex.Patience;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Takes in what tasks say, and bears with servers that are away as the tasks do. For one thread. */
final class Hearing {
    private final Marking marking;
    private final Consumer<List<KeyRange>> done;

    /** @param done is told of keys that need not be read again */
    Hearing(Marking marking, Consumer<List<KeyRange>> done) {
        this.marking = Objects.requireNonNull(marking, "marking");
        this.done = Objects.requireNonNull(done, "done");
    }

    /** Something that asks Hadoop. */
    interface Step<T> {
        T get() throws IOException;
    }

    /** Tries again while what fails may pass, which every failure of Hadoop's may. */
    static <T> T call(Patience patience, String what, Step<T> step) throws StoppedException {
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

    /** Markers first: what is done was written at their versions. */
    void hear(TaskReports reports, Patience patience) throws StoppedException {
        hearMarkers(reports, patience);
        done.accept(reports.takeDone());
    }

    /** Each for itself: of two that were appended under different leaders, the log must have both. */
    void hearMarkers(TaskReports reports, Patience patience) throws StoppedException {
        call(patience, "hearing what tasks say", () -> {
            reports.poll();
            return reports;
        });
        for (Marked next = reports.marked(); next != null; next = reports.marked()) {
            Marked appended = next;
            patience.call("noting the markers of tasks", () -> {
                marking.note(appended);
                return appended;
            });
            reports.noted();
        }
    }

    /** What was said to a driver that heard it no more. Its tasks may still be there: they write nothing from here on. */
    void takeOver(TaskReports reports, Patience patience) throws StoppedException {
        seal(reports, patience);
        hearMarkers(reports, patience);
        remove(reports, patience);
    }

    static void seal(TaskReports reports, Patience patience) throws StoppedException {
        call(patience, "ending what tasks say", () -> {
            reports.seal();
            return reports;
        });
    }

    static void remove(TaskReports reports, Patience patience) throws StoppedException {
        call(patience, "removing what tasks have said", () -> {
            reports.close();
            return reports;
        });
    }
}
