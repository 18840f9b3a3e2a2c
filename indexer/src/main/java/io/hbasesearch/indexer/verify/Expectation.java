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

/** The expected state of a row in the index: a document, a failed stub, or nothing that a search finds. Immutable. */
sealed interface Expectation {
    RowKey row();

    /** Returns the id of the document concerned. */
    DocumentId id();

    /** Adds this row to the digest of a range. */
    RangeDigest addTo(RangeDigest digest);

    /** Returns the difference between the index and this expectation; empty if there is none. */
    Optional<Difference> difference(Optional<IndexedDocument> found);

    /** @param row as it was read, or a bucket of it; a row without cells is gone */
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
            // Unmappable, or a defect of the mapper: the indexer writes a failed stub in both cases.
            return new Unmappable(row.key(), id);
        }
    }

    private static Optional<Difference> differs(Difference.Kind kind, RowKey row, DocumentId id, String detail) {
        return Optional.of(Difference.of(kind, row, id, detail));
    }

    /**
     * The row is gone, or the definition excludes it.
     *
     * @param why the beginning of a sentence that continues
     */
    record Nothing(RowKey row, DocumentId id, String why) implements Expectation {
        private static final String GONE = "the row does not exist";
        private static final String EMPTY = "the row has no cells of this bucket";
        private static final String LEFT_OUT = "the index definition leaves the row out";

        /** Creates the expectation of a row that is gone. */
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

    /** The row exists but cannot be mapped: a failed stub represents it. */
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

    /** The row exists and has this document, or a stub that records that the index rejected exactly this document. */
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

        /**
         * Compares with a stub. A document that was rejected would be rejected again: only a row that has changed since is worth
         * another attempt.
         */
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
