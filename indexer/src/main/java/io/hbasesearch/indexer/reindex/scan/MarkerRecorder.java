/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexListener;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Records the markers of one run before anything is written at their versions, so that a process that continues the run can check
 * whether the log still has them. Rows at the versions of lost markers would reject what the events in their place announce,
 * permanently and silently. Safe for use by several threads.
 */
public final class MarkerRecorder {
    private final Consumer<MarkerPositions> check;
    private final ReindexListener listener;
    private MarkerPositions marked;

    /**
     * @param epoch of the index's topic
     * @param check throws if the log has lost some markers
     * @param listener stores the markers, and has those of earlier starts
     */
    public MarkerRecorder(int epoch, Consumer<MarkerPositions> check, ReindexListener listener) {
        this.check = Objects.requireNonNull(check, "check");
        this.listener = Objects.requireNonNull(listener, "listener");
        this.marked = listener.marked().in(epoch);
    }

    /** Records markers that were just appended; returns once the record is durable. */
    public Markers note(Markers appended) {
        note(MarkerPositions.of(appended));
        return appended;
    }

    /** Does the same as {@link #note(Markers)} for another process that works on the same run. */
    public void note(MarkerPositions appended) {
        listener.marked(later(appended));
    }

    /**
     * Checks that markers about to be replaced by later ones are still in the log: after a loss, the later ones prove nothing about
     * them.
     */
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
