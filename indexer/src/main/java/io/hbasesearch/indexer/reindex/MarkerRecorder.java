/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * The markers of one run: noted before anything is written at their versions, so that whoever goes on with the run finds out whether
 * the log still has them. Rows at the versions of lost ones would refuse what events in their place announce, for good and without a
 * sign. Safe for use by several threads.
 */
public final class MarkerRecorder {
    private final Consumer<MarkerPositions> check;
    private final ReindexListener listener;
    private MarkerPositions marked;

    /**
     * @param epoch of the index's topic
     * @param check throws if the log has lost some
     * @param listener keeps them, and has those of earlier starts
     */
    public MarkerRecorder(int epoch, Consumer<MarkerPositions> check, ReindexListener listener) {
        this.check = Objects.requireNonNull(check, "check");
        this.listener = Objects.requireNonNull(listener, "listener");
        this.marked = listener.marked().in(epoch);
    }

    /** Returns once markers that were just appended are noted for good. */
    public Markers note(Markers appended) {
        note(MarkerPositions.of(appended));
        return appended;
    }

    /** As {@link #note(Markers)}, of another process that works on the same run. */
    public void note(MarkerPositions appended) {
        listener.marked(later(appended));
    }

    /** What is about to be forgotten for something later must still be there: after a loss the later one says nothing of it. */
    private synchronized MarkerPositions later(MarkerPositions appended) {
        if (!marked.isNone() && !marked.hasLeadersOf(appended)) {
            check.accept(marked);
            check.accept(appended);
        }
        marked = marked.and(appended);
        return marked;
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException INDEX_INCOMPATIBLE if the log has lost markers */
    public void requireThere() {
        MarkerPositions now;
        synchronized (this) {
            now = marked;
        }
        if (!now.isNone()) {
            check.accept(now);
        }
    }
}
