/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.util.Objects;
import java.util.Optional;

/**
 * One row whose document, or one of whose documents, is not what it should be.
 *
 * @param row empty for something in the index that is no row's
 * @param detail says how, by the names of fields; never their values
 */
public record Difference(Kind kind, DocumentId document, Optional<RowKey> row, String detail) {
    public Difference {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(document, "document");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(detail, "detail");
    }

    static Difference of(Kind kind, RowKey row, DocumentId document, String detail) {
        return new Difference(kind, document, Optional.of(row), detail);
    }

    /** Of a row that has one document. */
    static Difference of(Kind kind, RowKey row, String detail) {
        return of(kind, row, DocumentId.of(row), detail);
    }

    /** @param known the row that has this id, if it is known; else the id may tell */
    static Difference unreadable(UnreadableDocumentException e, Optional<RowKey> known) {
        return new Difference(
                Kind.UNDECODABLE,
                e.id(),
                known.or(() -> row(e.id())),
                "its document cannot be read: " + e.getMessage());
    }

    private static Optional<RowKey> row(DocumentId id) {
        try {
            return id.isWhole() ? Optional.of(id.rowKey(null)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The row key as the HBase shell prints it, or the document's id where there is none. */
    public String name() {
        return row.map(RowKey::printable).orElseGet(() -> "document " + document.value());
    }

    /** What is wrong. */
    public enum Kind {
        /** The row exists and can be mapped, and the index holds nothing of it, or has it as deleted. */
        MISSING,
        /** The index holds something else than the row's mapping: other values, or a stub that should be none. */
        STALE,
        /** The index holds a document, and the row does not exist. */
        EXTRA,
        /**
         * One of two. Either the row's key or one of its values is not what the index definition says it is, and the index
         * does not say so: the failed stub, which stands beside the row's dead letter, is not there. Or the index holds
         * something that cannot be read as a row's document: an id that no row has, a long row key that is not there or
         * belongs to another id, content that is no JSON object. No indexer leaves either behind.
         */
        UNDECODABLE
    }
}
