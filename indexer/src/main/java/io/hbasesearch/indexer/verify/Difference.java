/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.util.Objects;
import java.util.Optional;

/**
 * A row whose document, or one of whose documents, differs from the expected one.
 *
 * @param row empty for a document that belongs to no row
 * @param detail describes the difference by the names of fields; never their values
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

    /** Creates the difference of a row that has one document. */
    static Difference of(Kind kind, RowKey row, String detail) {
        return of(kind, row, DocumentId.of(row), detail);
    }

    /** @param known the row that has this id, if it is known; otherwise derived from the id */
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

    /** Returns the row key as the HBase shell prints it, or the document's id if there is no row. */
    public String name() {
        return row.map(RowKey::printable).orElseGet(() -> "document " + document.value());
    }

    /** The kind of difference. */
    public enum Kind {
        /** The row exists and can be mapped, but the index has no document, or has it as deleted. */
        MISSING,
        /** The document differs from the row's mapping: other values, or a stub in place of a document. */
        STALE,
        /** The index holds a document, but the row does not exist. */
        EXTRA,
        /**
         * One of two. Either the row's key or one of its values does not match the index definition, and the index does not record
         * that: the failed stub, which goes with the row's dead letter, is missing. Or the index holds something that cannot be
         * read as a row's document: an id that no row has, a long row key that is missing or belongs to another id, content that is
         * not a JSON object. No indexer leaves either behind.
         */
        UNDECODABLE
    }
}
