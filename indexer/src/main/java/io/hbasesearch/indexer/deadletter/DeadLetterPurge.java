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
 * Finds what would be lost if an index's oldest dead letters were deleted: the last dead letter of a row that still has no
 * document. For one thread. Borrows everything.
 */
public final class DeadLetterPurge {
    private final DeadLetterReader letters;
    private final String index;

    public DeadLetterPurge(DeadLetterReader letters, String index) {
        this.letters = Objects.requireNonNull(letters, "letters");
        this.index = Objects.requireNonNull(index, "index");
    }

    /** Returns the present state of the row of a dead letter. */
    public interface States {
        /** @param row empty if the dead letter names none */
        DeadLetterState of(Optional<RowKey> row);
    }

    /**
     * The effect of a purge.
     *
     * @param before dead letters of smaller offsets are removed
     * @param letters number of dead letters removed
     * @param withoutRow of these, dead letters of events that name no row
     * @param lastOfOpenRows rows without a document, or in an unknown state, that would have no dead letter left
     * @param firstNeeded the offset of the first dead letter that should stay; {@code before} if all may be removed
     */
    public record Plan(long before, long letters, long withoutRow, int lastOfOpenRows, long firstNeeded) {
        public boolean isSafe() {
            return lastOfOpenRows == 0;
        }
    }

    /** @param progress receives the number of dead letters examined, of those that exist */
    public Plan plan(long before, States states, LongConsumer progress) {
        Span span = letters.span(index);
        long end = Math.max(span.begin(), Math.min(before, span.end()));
        // For each open row, the newest dead letter that would be removed.
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
