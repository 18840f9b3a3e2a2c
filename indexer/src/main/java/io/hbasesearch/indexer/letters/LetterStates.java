/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.letters;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.indexer.pipeline.DeadLetter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Compares letters with the index. A letter stays where it is when its row is healed: the index alone knows. An answer is
 * kept for the next letter of the row, so this lives for one command. For one thread. Borrows the searcher.
 */
public final class LetterStates {
    private static final int REMEMBERED = 10_000;

    private final DocumentSearcher searcher;
    private final Map<RowKey, LetterState> known = new LinkedHashMap<>();

    public LetterStates(DocumentSearcher searcher) {
        this.searcher = Objects.requireNonNull(searcher, "searcher");
    }

    public LetterState of(DeadLetter letter) {
        return letter.row().map(this::of).orElse(LetterState.NO_ROW);
    }

    public LetterState of(RowKey row) {
        LetterState state = known.get(row);
        if (state == null) {
            state = searcher.get(DocumentId.of(row))
                    .map(document -> of(document.state()))
                    .orElse(LetterState.OPEN);
            known.put(row, state);
            if (known.size() > REMEMBERED) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return state;
    }

    static LetterState of(IndexedDocument.State state) {
        return switch (state) {
            case LIVE, DELETED -> LetterState.HEALED;
            case FAILED -> LetterState.OPEN;
        };
    }
}
