/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The newest dead letters of a scan from old to new, without their events, and the number of each kind. Holds no more than one
 * page. For one thread.
 */
public final class DeadLetterPage {
    private final int limit;
    private final long before;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Map<Kind, Long> counts = new HashMap<>();
    private boolean older;

    /**
     * @param limit maximum number of dead letters on the page
     * @param before the page holds dead letters of smaller offsets only; {@link Long#MAX_VALUE} for the newest of all
     */
    public DeadLetterPage(int limit, long before) {
        this.limit = limit;
        this.before = before;
    }

    /** A dead letter without its event. */
    public record Entry(
            long offset,
            Instant time,
            String table,
            Optional<RowKey> row,
            DeadLetter.Stage stage,
            ErrorCode code,
            String message) {}

    /** The criteria by which dead letters are counted. */
    public record Kind(DeadLetter.Stage stage, ErrorCode code) {}

    /** The number of dead letters of a kind. */
    public record Total(Kind kind, long letters) {}

    public void add(StoredDeadLetter stored) {
        DeadLetter letter = stored.letter();
        counts.merge(new Kind(letter.failure().stage(), letter.failure().code()), 1L, Long::sum);
        if (stored.offset() < before) {
            entries.addFirst(new Entry(
                    stored.offset(),
                    letter.time(),
                    letter.origin().table(),
                    letter.row(),
                    letter.failure().stage(),
                    letter.failure().code(),
                    letter.failure().message()));
            if (entries.size() > limit) {
                entries.removeLast();
                older = true;
            }
        }
    }

    /** Returns the entries, newest first. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Returns whether there are older dead letters than those of the page. */
    public boolean hasOlder() {
        return older;
    }

    /** Returns the totals of all dead letters of the scan, including those beyond the page; the greatest first. */
    public List<Total> totals() {
        List<Total> totals = new ArrayList<>();
        counts.forEach((kind, count) -> totals.add(new Total(kind, count)));
        totals.sort(Comparator.comparing(Total::letters)
                .reversed()
                .thenComparing(total -> total.kind().stage())
                .thenComparing(total -> total.kind().code()));
        return totals;
    }

    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
