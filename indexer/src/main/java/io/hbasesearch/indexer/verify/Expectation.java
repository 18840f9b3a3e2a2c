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

    /** What a range's digest becomes with this row. */
    RangeDigest addTo(RangeDigest digest);

    /** How the index differs from this; empty if it does not. */
    Optional<Difference> difference(Optional<IndexedDocument> found);

    /** @param row as it was read; one without cells is gone */
    static Expectation of(Row row, Function<Row, RowOutcome> mapper) {
        if (row.isEmpty()) {
            return Nothing.gone(row.key());
        }
        try {
            return mapper.apply(row) instanceof RowOutcome.Indexed indexed
                    ? new Mapped(row.key(), indexed.document())
                    : Nothing.leftOut(row.key());
        } catch (RuntimeException e) {
            // Unmappable, or a defect of the mapper: the indexer makes a failed stub of either.
            return new Unmappable(row.key());
        }
    }

    private static Optional<Difference> differs(Difference.Kind kind, RowKey row, String detail) {
        return Optional.of(Difference.of(kind, row, detail));
    }

    /**
     * The row is gone, or the definition leaves it out.
     *
     * @param why as part of a sentence that goes on
     */
    record Nothing(RowKey row, String why) implements Expectation {
        private static final String GONE = "the row does not exist";
        private static final String LEFT_OUT = "the index definition leaves the row out";

        /** For a row that is gone. */
        static Nothing gone(RowKey row) {
            return new Nothing(row, GONE);
        }

        static Nothing leftOut(RowKey row) {
            return new Nothing(row, LEFT_OUT);
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
                case LIVE -> differs(Difference.Kind.EXTRA, row, why + ", yet its document is there");
                case FAILED -> differs(Difference.Kind.STALE, row, why + ", yet its stub says that it failed");
            };
        }
    }

    /** The row exists and can have no document: a failed stub stands for it. */
    record Unmappable(RowKey row) implements Expectation {
        @Override
        public RangeDigest addTo(RangeDigest digest) {
            return digest.plus(ContentHash.ofFailed(DocumentId.of(row)));
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
                            "the row cannot be mapped, and the index does not say so: it holds "
                                    + found.map(document -> "another state of it")
                                            .orElse("nothing of it"));
        }
    }

    /** The row exists and has this document, or a stub that says that the index refused exactly this. */
    record Mapped(RowKey row, Document document) implements Expectation {
        @Override
        public RangeDigest addTo(RangeDigest digest) {
            return digest.plus(ContentHash.of(DocumentId.of(row), document));
        }

        @Override
        public Optional<Difference> difference(Optional<IndexedDocument> found) {
            if (found.isEmpty()) {
                return differs(Difference.Kind.MISSING, row, "the row exists, its document does not");
            }
            return switch (found.get().state()) {
                case DELETED -> differs(Difference.Kind.MISSING, row, "the row exists, the index has it as deleted");
                case FAILED -> stub(found.get());
                case LIVE -> compare(found.get().document());
            };
        }

        /** What the index refused once it refuses again: only a row that has changed since is worth another attempt. */
        private Optional<Difference> stub(IndexedDocument found) {
            return found.isRefusalOf(document)
                    ? Optional.empty()
                    : differs(Difference.Kind.STALE, row, "the row can be mapped, the index has it as failed");
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
            return differs(Difference.Kind.STALE, row, "other values in fields " + fields);
        }
    }
}
