/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts for one verification, and tells its listener, one call at a time. Safe for use by several threads. */
final class Tally {
    private final String index;
    private final int samplesKept;
    private final VerifyListener listener;
    private final long startNanos = System.nanoTime();
    private final List<Difference> samples = new ArrayList<>();
    private final Map<Difference.Kind, Long> kinds = new EnumMap<>(Difference.Kind.class);
    private long rows;
    private long documents;
    private long failed;
    private long unconfirmed;
    private long settled;

    Tally(String index, int samplesKept, VerifyListener listener) {
        this.index = index;
        this.samplesKept = samplesKept;
        this.listener = listener;
    }

    /** A part of the table was compared. */
    synchronized void compared(long moreRows, long moreDocuments, long moreFailed) {
        rows += moreRows;
        documents += moreDocuments;
        failed += moreFailed;
    }

    /** A difference was none at a second look. */
    synchronized void settled(boolean asFailed) {
        settled++;
        failed += asFailed ? 1 : 0;
    }

    synchronized void differs(Difference difference, boolean confirmed) {
        kinds.merge(difference.kind(), 1L, Long::sum);
        unconfirmed += confirmed ? 0 : 1;
        if (samples.size() < samplesKept) {
            samples.add(difference);
        }
        listener.difference(difference, confirmed);
    }

    synchronized void progress(Optional<ByteArray> unfinished) {
        listener.progress(report(unfinished));
    }

    synchronized VerifyReport report(Optional<ByteArray> unfinished) {
        return new VerifyReport(
                index,
                rows,
                documents,
                failed,
                count(Difference.Kind.MISSING),
                count(Difference.Kind.STALE),
                count(Difference.Kind.EXTRA),
                count(Difference.Kind.UNDECODABLE),
                unconfirmed,
                settled,
                unfinished,
                Duration.ofNanos(System.nanoTime() - startNanos),
                samples);
    }

    private long count(Difference.Kind kind) {
        return kinds.getOrDefault(kind, 0L);
    }
}
