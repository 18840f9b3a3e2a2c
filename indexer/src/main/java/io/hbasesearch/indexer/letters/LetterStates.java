/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.letters;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares letters with the index. A letter stays where it is when its row is healed: the index alone knows. An answer is
 * kept for the next letter of the row, so this lives for one command. For one thread. Borrows the searcher.
 */
public final class LetterStates implements Purge.States {
    private static final int REMEMBERED = 10_000;

    private final DocumentSearcher searcher;
    private final Function<RowKey, List<DocumentId>> documents;
    private final Map<RowKey, LetterState> known = new LinkedHashMap<>();

    /** Of an index whose rows have one document each. */
    public LetterStates(DocumentSearcher searcher) {
        this(searcher, row -> List.of(DocumentId.of(row)));
    }

    /** @param documents the ids of a row's documents */
    public LetterStates(DocumentSearcher searcher, Function<RowKey, List<DocumentId>> documents) {
        this.searcher = Objects.requireNonNull(searcher, "searcher");
        this.documents = Objects.requireNonNull(documents, "documents");
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

    /** Healed if none of its documents has failed, and there is one at all: those without cells are absent in the end. */
    private LetterState ask(RowKey row) {
        boolean isThere = false;
        for (DocumentId id : documents.apply(row)) {
            try {
                Optional<IndexedDocument> found = searcher.get(id);
                if (found.isPresent() && of(found.get().state()) == LetterState.OPEN) {
                    return LetterState.OPEN;
                }
                isThere |= found.isPresent();
            } catch (UnreadableDocumentException e) {
                // What stands there is no document of the row, and reading the row again replaces it.
                return LetterState.OPEN;
            }
        }
        return isThere ? LetterState.HEALED : LetterState.OPEN;
    }

    static LetterState of(IndexedDocument.State state) {
        return switch (state) {
            case LIVE, DELETED -> LetterState.HEALED;
            case FAILED -> LetterState.OPEN;
        };
    }
}
