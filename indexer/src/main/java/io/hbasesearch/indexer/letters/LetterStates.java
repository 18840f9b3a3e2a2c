/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.letters;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Compares letters with the index. A letter stays where it is when its row is healed: the index alone knows. An answer is
 * kept for the next letter of the row, so this lives for one command. For one thread. Borrows the searcher.
 */
public final class LetterStates implements Purge.States {
    private static final int REMEMBERED = 10_000;

    private final DocumentSearcher searcher;
    private final Map<RowKey, LetterState> known = new LinkedHashMap<>();

    public LetterStates(DocumentSearcher searcher) {
        this.searcher = Objects.requireNonNull(searcher, "searcher");
    }

    @Override
    public LetterState of(Optional<RowKey> row) {
        return row.map(this::of).orElse(LetterState.NO_ROW);
    }

    private LetterState of(RowKey row) {
        LetterState state = known.get(row);
        if (state == null) {
            state = ask(row);
            known.put(row, state);
            if (known.size() > REMEMBERED) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return state;
    }

    private LetterState ask(RowKey row) {
        try {
            return searcher.get(DocumentId.of(row))
                    .map(document -> of(document.state()))
                    .orElse(LetterState.OPEN);
        } catch (UnreadableDocumentException e) {
            // What stands there is no document of the row, and reading the row again replaces it.
            return LetterState.OPEN;
        }
    }

    static LetterState of(IndexedDocument.State state) {
        return switch (state) {
            case LIVE, DELETED -> LetterState.HEALED;
            case FAILED -> LetterState.OPEN;
        };
    }
}
