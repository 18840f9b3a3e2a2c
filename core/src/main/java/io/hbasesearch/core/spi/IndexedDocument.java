/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import java.util.Objects;

/**
 * What the index holds for one row, stubs included.
 *
 * @param document empty for a stub
 */
public record IndexedDocument(DocumentId id, RowKey row, long version, State state, Document document) {
    public IndexedDocument {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(document, "document");
    }

    public enum State {
        LIVE,
        DELETED,
        FAILED
    }
}
