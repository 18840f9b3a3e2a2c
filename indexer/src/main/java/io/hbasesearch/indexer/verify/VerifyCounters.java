/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the results of one verification, and calls its listener, one call at a time. A slow listener delays the threads that
 * report something, but not those that only count. Safe for use by several threads.
 */
final class VerifyCounters {
    private final String index;
    private final int samplesKept;
    private final VerifyListener listener;
    private final Object telling = new Object();
    private final long startNanos = System.nanoTime();
    private final List<Difference> samples = new ArrayList<>();
    private final Map<Difference.Kind, Long> kinds = new EnumMap<>(Difference.Kind.class);
    private long rows;
    private long byHash;
    private long documents;
    private long failed;
    private long leftOut;
    private long unconfirmed;
    private long settled;
    private long busy;
    private long pending;
    private long behind;
    private long placeless;
    private long repaired;
    private long unrepaired;
    private long skipped;

    VerifyCounters(String index, int samplesKept, VerifyListener listener) {
        this.index = index;
        this.samplesKept = samplesKept;
        this.listener = listener;
    }

    /** Counts a part of the table that was compared. */
    synchronized void compared(long moreRows, long moreLeftOut, long moreDocuments, long moreFailed) {
        rows += moreRows;
        leftOut += moreLeftOut;
        documents += moreDocuments;
        failed += moreFailed;
    }

    /** Counts compared rows whose documents were not read. */
    synchronized void byHash(long moreRows) {
        byHash += moreRows;
    }

    /** Counts a difference that a recheck did not confirm. */
    synchronized void settled(boolean asFailed) {
        settled++;
        failed += asFailed ? 1 : 0;
    }

    /** Counts a row that is written and indexed so often that both were never seen in a stable state. */
    synchronized void busy() {
        busy++;
    }

    /** @param events the index's lag when this row was given up */
    synchronized void pending(long events) {
        pending++;
        behind = Math.max(behind, events);
    }

    void differs(Difference difference, boolean confirmed) {
        count(difference, confirmed);
        synchronized (telling) {
            listener.difference(difference, confirmed);
        }
    }

    private synchronized void count(Difference difference, boolean confirmed) {
        kinds.merge(difference.kind(), 1L, Long::sum);
        placeless += difference.row().isPresent() ? 0 : 1;
        unconfirmed += confirmed ? 0 : 1;
        if (samples.size() < samplesKept) {
            samples.add(difference);
        }
    }

    /**
     * Counts a row that agrees with its document since it was touched.
     *
     * @param asFailed whether they agree that the row has no document
     */
    void repaired(Difference difference, boolean asFailed) {
        synchronized (this) {
            repaired++;
            failed += asFailed ? 1 : 0;
        }
        synchronized (telling) {
            listener.repaired(difference);
        }
    }

    void unrepaired(Difference difference, String reason) {
        synchronized (this) {
            unrepaired++;
        }
        synchronized (telling) {
            listener.unrepaired(difference, reason);
        }
    }

    /** Counts rows that the sample skips. */
    synchronized void skipped(long moreRows) {
        skipped += moreRows;
    }

    void progress(Optional<ByteArray> unfinished, boolean cancelled) {
        VerifyReport soFar = report(unfinished, cancelled);
        synchronized (telling) {
            listener.progress(soFar);
        }
    }

    synchronized VerifyReport report(Optional<ByteArray> unfinished, boolean cancelled) {
        return new VerifyReport(
                index,
                new VerifyReport.Compared(rows, byHash, documents, failed, leftOut, skipped),
                new VerifyReport.Differing(
                        count(Difference.Kind.MISSING),
                        count(Difference.Kind.STALE),
                        count(Difference.Kind.EXTRA),
                        count(Difference.Kind.UNDECODABLE),
                        unconfirmed,
                        placeless,
                        samples),
                new VerifyReport.Rechecked(settled, busy, pending, behind),
                new VerifyReport.Repaired(repaired, unrepaired),
                unfinished,
                cancelled,
                Duration.ofNanos(System.nanoTime() - startNanos));
    }

    private long count(Difference.Kind kind) {
        return kinds.getOrDefault(kind, 0L);
    }
}
