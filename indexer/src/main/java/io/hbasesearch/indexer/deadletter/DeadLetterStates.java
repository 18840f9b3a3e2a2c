/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

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
 * Compares dead letters with the index. A dead letter stays in the topic when its row is repaired: only the index shows that. A
 * result is cached for the next dead letter of the row, so an instance lives for one command. For one thread. Borrows the searcher.
 */
public final class DeadLetterStates implements DeadLetterPurge.States {
    private static final int REMEMBERED = 10_000;

    private final DocumentSearcher searcher;
    private final Function<RowKey, List<DocumentId>> documents;
    private final Map<RowKey, DeadLetterState> known = new LinkedHashMap<>();

    /** Creates the states for an index whose rows have one document each. */
    public DeadLetterStates(DocumentSearcher searcher) {
        this(searcher, row -> List.of(DocumentId.of(row)));
    }

    /** @param documents the ids of a row's documents */
    public DeadLetterStates(DocumentSearcher searcher, Function<RowKey, List<DocumentId>> documents) {
        this.searcher = Objects.requireNonNull(searcher, "searcher");
        this.documents = Objects.requireNonNull(documents, "documents");
    }

    @Override
    public DeadLetterState of(Optional<RowKey> row) {
        return row.map(this::of).orElse(DeadLetterState.NO_ROW);
    }

    private DeadLetterState of(RowKey row) {
        DeadLetterState state = known.get(row);
        if (state == null) {
            state = ask(row);
            known.put(row, state);
            if (known.size() > REMEMBERED) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return state;
    }

    /** Returns HEALED if none of the row's documents has failed, and at least one exists: documents without cells end up absent. */
    private DeadLetterState ask(RowKey row) {
        boolean isThere = false;
        for (DocumentId id : documents.apply(row)) {
            try {
                Optional<IndexedDocument> found = searcher.get(id);
                if (found.isPresent() && of(found.get().state()) == DeadLetterState.OPEN) {
                    return DeadLetterState.OPEN;
                }
                isThere |= found.isPresent();
            } catch (UnreadableDocumentException e) {
                // This is not a document of the row; reading the row again replaces it.
                return DeadLetterState.OPEN;
            }
        }
        return isThere ? DeadLetterState.HEALED : DeadLetterState.OPEN;
    }

    static DeadLetterState of(IndexedDocument.State state) {
        return switch (state) {
            case LIVE, DELETED -> DeadLetterState.HEALED;
            case FAILED -> DeadLetterState.OPEN;
        };
    }
}
