/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.DeadLetterReader.Span;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Finds what would be lost if an index's oldest letters were thrown away: the last word on a row that still has no document.
 * For one thread. Borrows everything.
 */
public final class DeadLetterPurge {
    private final DeadLetterReader letters;
    private final String index;

    public DeadLetterPurge(DeadLetterReader letters, String index) {
        this.letters = Objects.requireNonNull(letters, "letters");
        this.index = Objects.requireNonNull(index, "index");
    }

    /** Knows what has become of the row of a letter. */
    public interface States {
        /** @param row empty if the letter tells of none */
        DeadLetterState of(Optional<RowKey> row);
    }

    /**
     * What a purge would remove.
     *
     * @param before letters of smaller offsets go
     * @param letters that go
     * @param withoutRow of these, letters of events that tell of no row
     * @param lastOfOpenRows rows without a document, or whose state is unknown, that would have no letter left
     * @param firstNeeded the offset of the first letter that should stay; {@code before} if all may go
     */
    public record Plan(long before, long letters, long withoutRow, int lastOfOpenRows, long firstNeeded) {
        public boolean isSafe() {
            return lastOfOpenRows == 0;
        }
    }

    /** @param progress is told how many letters have been looked at, of those there are */
    public Plan plan(long before, States states, LongConsumer progress) {
        Span span = letters.span(index);
        long end = Math.max(span.begin(), Math.min(before, span.end()));
        // Of each open row the newest letter that would go.
        Map<RowKey, Long> open = new HashMap<>();
        long[] counts = new long[2];
        scan(new Span(span.begin(), end), span, progress, stored -> {
            counts[0]++;
            switch (states.of(stored.letter().row())) {
                case OPEN, UNKNOWN -> stored.letter().row().ifPresent(row -> open.put(row, stored.offset()));
                case NO_ROW -> counts[1]++;
                case HEALED -> {}
            }
        });
        if (!open.isEmpty()) {
            scan(new Span(end, span.end()), span, progress, stored -> stored.letter()
                    .row()
                    .ifPresent(open::remove));
        }
        long firstNeeded = open.values().stream().min(Long::compare).orElse(end);
        return new Plan(end, counts[0], counts[1], open.size(), firstNeeded);
    }

    private void scan(Span part, Span whole, LongConsumer progress, Consumer<StoredDeadLetter> visitor) {
        letters.scan(
                index, part, DeadLetterReader.Visitor.of(visitor, offset -> progress.accept(offset - whole.begin())));
    }
}
