/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Selects dead letters: those that meet every condition that is set.
 *
 * @param since dead letters stored then or later
 * @param offsets of dead letters; empty for any
 */
public record DeadLetterFilter(
        Optional<DeadLetter.Stage> stage,
        Optional<ErrorCode> code,
        Optional<RowKey> row,
        Optional<Instant> since,
        Set<Long> offsets) {
    public DeadLetterFilter {
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(since, "since");
        offsets = Set.copyOf(offsets);
    }

    /** Selects every dead letter. */
    public static DeadLetterFilter all() {
        return new DeadLetterFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Set.of());
    }

    public boolean isAll() {
        return equals(all());
    }

    public boolean matches(StoredDeadLetter stored) {
        DeadLetter letter = stored.letter();
        return (offsets.isEmpty() || offsets.contains(stored.offset()))
                && stage.map(letter.failure().stage()::equals).orElse(true)
                && code.map(letter.failure().code()::equals).orElse(true)
                && (row.isEmpty() || row.equals(letter.row()))
                && since.map(time -> !letter.time().isBefore(time)).orElse(true);
    }
}
