/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** What the index should hold for a row: a document, a failed stub, or nothing that a search finds. Immutable. */
sealed interface Expectation {
    RowKey row();

    /** Of the document that this is about. */
    DocumentId id();

    /** What a range's digest becomes with this row. */
    RangeDigest addTo(RangeDigest digest);

    /** How the index differs from this; empty if it does not. */
    Optional<Difference> difference(Optional<IndexedDocument> found);

    /** @param row as it was read, or a bucket of it; one without cells is gone */
    static Expectation of(Row row, Function<Row, RowOutcome> mapper) {
        DocumentId id = DocumentId.of(row.key(), row.bucket());
        if (row.isEmpty()) {
            return Nothing.gone(row.key(), id);
        }
        try {
            return mapper.apply(row) instanceof RowOutcome.Indexed indexed
                    ? new Mapped(row.key(), id, indexed.document())
                    : Nothing.leftOut(row.key(), id);
        } catch (RuntimeException e) {
            // Unmappable, or a defect of the mapper: the indexer makes a failed stub of either.
            return new Unmappable(row.key(), id);
        }
    }

    private static Optional<Difference> differs(Difference.Kind kind, RowKey row, DocumentId id, String detail) {
        return Optional.of(Difference.of(kind, row, id, detail));
    }

    /**
     * The row is gone, or the definition leaves it out.
     *
     * @param why as part of a sentence that goes on
     */
    record Nothing(RowKey row, DocumentId id, String why) implements Expectation {
        private static final String GONE = "the row does not exist";
        private static final String EMPTY = "the row has no cells of this bucket";
        private static final String LEFT_OUT = "the index definition leaves the row out";

        /** For a row that is gone. */
        static Nothing gone(RowKey row, DocumentId id) {
            return new Nothing(row, id, id.bucket().isOnly() ? GONE : EMPTY);
        }

        static Nothing leftOut(RowKey row, DocumentId id) {
            return new Nothing(row, id, LEFT_OUT);
        }

        @Override
        public RangeDigest addTo(RangeDigest digest) {
            return digest;
        }

        @Override
        public Optional<Difference> difference(Optional<IndexedDocument> found) {
            IndexedDocument.State state = found.map(IndexedDocument::state).orElse(IndexedDocument.State.DELETED);
            return switch (state) {
                case DELETED -> Optional.empty();
                case LIVE -> differs(Difference.Kind.EXTRA, row, id, why + ", yet its document is there");
                case FAILED -> differs(Difference.Kind.STALE, row, id, why + ", yet its stub says that it failed");
            };
        }
    }

    /** The row exists and can have no document: a failed stub stands for it. */
    record Unmappable(RowKey row, DocumentId id) implements Expectation {
        @Override
        public RangeDigest addTo(RangeDigest digest) {
            return digest.plus(ContentHash.ofFailed(id));
        }

        @Override
        public Optional<Difference> difference(Optional<IndexedDocument> found) {
            boolean known = found.map(document -> document.state() == IndexedDocument.State.FAILED)
                    .orElse(false);
            return known
                    ? Optional.empty()
                    : differs(
                            Difference.Kind.UNDECODABLE,
                            row,
                            id,
                            "the row cannot be mapped, and the index does not say so: it holds "
                                    + found.map(document -> "another state of it")
                                            .orElse("nothing of it"));
        }
    }

    /** The row exists and has this document, or a stub that says that the index refused exactly this. */
    record Mapped(RowKey row, DocumentId id, Document document) implements Expectation {
        @Override
        public RangeDigest addTo(RangeDigest digest) {
            return digest.plus(ContentHash.of(id, document));
        }

        @Override
        public Optional<Difference> difference(Optional<IndexedDocument> found) {
            if (found.isEmpty()) {
                return differs(Difference.Kind.MISSING, row, id, "the row exists, its document does not");
            }
            return switch (found.get().state()) {
                case DELETED ->
                    differs(Difference.Kind.MISSING, row, id, "the row exists, the index has it as deleted");
                case FAILED -> stub(found.get());
                case LIVE -> compare(found.get().document());
            };
        }

        /** What the index refused once it refuses again: only a row that has changed since is worth another attempt. */
        private Optional<Difference> stub(IndexedDocument found) {
            return found.isRefusalOf(document)
                    ? Optional.empty()
                    : differs(Difference.Kind.STALE, row, id, "the row can be mapped, the index has it as failed");
        }

        private Optional<Difference> compare(Document indexed) {
            if (document.equals(indexed)) {
                return Optional.empty();
            }
            TreeSet<String> fields = new TreeSet<>(document.fields().keySet());
            fields.addAll(indexed.fields().keySet());
            fields.removeIf(field -> {
                Object value = document.fields().get(field);
                return value != null && value.equals(indexed.fields().get(field));
            });
            return differs(Difference.Kind.STALE, row, id, "other values in fields " + fields);
        }
    }
}
