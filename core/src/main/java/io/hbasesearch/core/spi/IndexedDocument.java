/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import java.util.Objects;

/**
 * The content of the index for one row, including stubs.
 *
 * @param document empty for a stub
 * @param failedHash of a failed stub: the {@link ContentHash} that was stored with it, 0 if none was; 0 in other states
 */
public record IndexedDocument(
        DocumentId id, RowKey row, long version, State state, Document document, long failedHash) {
    public IndexedDocument {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(document, "document");
    }

    /** Creates an entry; a failed one is that of a row that cannot be mapped. */
    public IndexedDocument(DocumentId id, RowKey row, long version, State state, Document document) {
        this(id, row, version, state, document, state == State.FAILED ? ContentHash.ofFailed(id) : 0);
    }

    /** Tells if this is the stub of exactly this content, which the index refused. */
    public boolean isRefusalOf(Document content) {
        return state == State.FAILED && failedHash == ContentHash.ofRefused(id, content);
    }

    public enum State {
        LIVE,
        DELETED,
        FAILED
    }
}
