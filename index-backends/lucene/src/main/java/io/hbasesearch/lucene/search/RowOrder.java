/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.FieldComparator;
import org.apache.lucene.search.FieldComparatorSource;
import org.apache.lucene.search.LeafFieldComparator;
import org.apache.lucene.search.Pruning;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Orders documents by their ids as a tie-breaker. Lucene's own comparator looks up the id of every document that enters the
 * page temporarily, which took 60 % of a search for a word in 100,000 rows; this one stores ordinals, which decide ties within
 * a segment, and reads ids only for ties between segments and for the final hits: from a field with the plain ids, because
 * Lucene packs the values of ordinals in blocks of 64. For one thread.
 */
final class RowOrder extends FieldComparator<BytesRef> {
    /** A slot without a document. */
    private static final int NO_LEAF = -1;

    /** The ordinal of a document without an id, which sorts first. */
    private static final int NO_ID = -1;

    private final String field;
    private final String bytesField;
    private final int comparedAsBytes;
    private final int[] leafOf;
    private final int[] docOf;
    private final int[] ordinalOf;
    private final @Nullable BytesRef[] idOf;
    private Ids[] leaves = {};
    private @Nullable BytesRef top;

    /** The slot stays the same from one segment to the next, without another {@code setBottom}. */
    private int bottom;

    private RowOrder(String field, String bytesField, int comparedAsBytes, int slots) {
        this.field = field;
        this.bytesField = bytesField;
        this.comparedAsBytes = comparedAsBytes;
        this.leafOf = new int[slots];
        this.docOf = new int[slots];
        this.ordinalOf = new int[slots];
        this.idOf = new BytesRef[slots];
        Arrays.fill(leafOf, NO_LEAF);
    }

    /** Creates comparators for {@link org.apache.lucene.search.SortField}. */
    static final class Source extends FieldComparatorSource {
        /**
         * The number of ids that can be read and compared at the cost of one look-up among a segment's ordinals: an estimate,
         * with which neither way costs much more than twice the better one.
         */
        private static final int CHEAPER_AS_BYTES = 64;

        private final String bytesField;
        private final int comparedAsBytes;

        Source(String bytesField) {
            this(bytesField, CHEAPER_AS_BYTES);
        }

        /**
         * Creates a source.
         *
         * @param bytesField has the ids as binary doc values, of some documents or of all; others are read by their ordinals
         * @param comparedAsBytes how many ids of a segment are compared with a bottom id before its ordinal is looked up
         */
        Source(String bytesField, int comparedAsBytes) {
            this.bytesField = bytesField;
            this.comparedAsBytes = comparedAsBytes;
        }

        @Override
        public FieldComparator<BytesRef> newComparator(String field, int numHits, Pruning pruning, boolean reversed) {
            return new RowOrder(field, bytesField, comparedAsBytes, numHits);
        }
    }

    @Override
    public int compare(int one, int other) {
        return leafOf[one] == leafOf[other]
                ? Integer.compare(ordinalOf[one], ordinalOf[other])
                : compareValues(value(one), value(other));
    }

    @Override
    public void setTopValue(BytesRef value) {
        top = value;
    }

    @Override
    public @Nullable BytesRef value(int slot) {
        if (idOf[slot] == null && leafOf[slot] != NO_LEAF && ordinalOf[slot] != NO_ID) {
            try {
                // All values share one buffer.
                idOf[slot] = BytesRef.deepCopyOf(leaves[leafOf[slot]].id(docOf[slot], ordinalOf[slot]));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return idOf[slot];
    }

    @Override
    public LeafFieldComparator getLeafComparator(LeafReaderContext context) throws IOException {
        Ids ids = new Ids(context.reader());
        if (leaves.length <= context.ord) {
            leaves = Arrays.copyOf(leaves, context.ord + 1);
        }
        leaves[context.ord] = ids;
        return new OfLeaf(context.ord, ids);
    }

    /** The ids of one segment's documents. */
    private final class Ids {
        private final LeafReader reader;
        private final SortedDocValues ordinals;
        private @Nullable BinaryDocValues bytes;
        private int last;

        Ids(LeafReader reader) throws IOException {
            this.reader = reader;
            this.ordinals = DocValues.getSorted(reader, field);
        }

        /** Returns the ordinal; documents must come in their order. */
        int ordinal(int doc) throws IOException {
            return ordinals.advanceExact(doc) ? ordinals.ordValue() : NO_ID;
        }

        /** Returns the id, for documents in any order; valid until the next call. Null for documents of an older version. */
        @Nullable
        BytesRef asBytes(int doc) throws IOException {
            if (bytes == null || doc < last) {
                // The iterator only moves forward.
                bytes = DocValues.getBinary(reader, bytesField);
            }
            last = doc;
            return bytes.advanceExact(doc) ? bytes.binaryValue() : null;
        }

        /** Does the same as {@link #asBytes} for every document with an ordinal. */
        BytesRef id(int doc, int ordinal) throws IOException {
            BytesRef found = asBytes(doc);
            return found == null ? ordinals.lookupOrd(ordinal) : found;
        }
    }

    /** Compares documents of one segment by that segment's ordinals. */
    private final class OfLeaf implements LeafFieldComparator {
        private final int leaf;
        private final Ids ids;
        private final Bound greatest = new Bound();
        private final Bound least = new Bound();

        /** The number of ids compared as bytes with this bottom. */
        private int compared;

        OfLeaf(int leaf, Ids ids) {
            this.leaf = leaf;
            this.ids = ids;
        }

        @Override
        public void setBottom(int slot) {
            bottom = slot;
            compared = 0;
            greatest.forget();
        }

        @Override
        public int compareBottom(int doc) throws IOException {
            int ordinal = ids.ordinal(doc);
            if (leafOf[bottom] == leaf) {
                return Integer.compare(ordinalOf[bottom], ordinal);
            }
            if (compared < comparedAsBytes) {
                compared++;
                BytesRef id = ordinal == NO_ID ? null : ids.asBytes(doc);
                if (ordinal == NO_ID || id != null) {
                    return compareValues(value(bottom), id);
                }
                // Looking up the ordinal once costs less than reading several ids by their ordinals.
                compared = comparedAsBytes;
            }
            if (greatest.isUnknown()) {
                greatest.find(value(bottom));
            }
            return greatest.compare(ordinal);
        }

        @Override
        public int compareTop(int doc) throws IOException {
            if (least.isUnknown()) {
                least.find(top);
            }
            return least.compare(ids.ordinal(doc));
        }

        @Override
        public void copy(int slot, int doc) throws IOException {
            leafOf[slot] = leaf;
            docOf[slot] = doc;
            ordinalOf[slot] = ids.ordinal(doc);
            idOf[slot] = null;
        }

        @Override
        public void setScorer(Scorable scorer) {}

        /** The position of an id of another segment, or of none, among this segment's ordinals. */
        private final class Bound {
            private boolean known;

            /** The id's own ordinal, or that of the next greater one. */
            private int ordinal;

            private boolean exact;

            void forget() {
                known = false;
            }

            boolean isUnknown() {
                return !known;
            }

            void find(@Nullable BytesRef id) throws IOException {
                int found = id == null ? NO_ID : ids.ordinals.lookupTerm(id);
                exact = id == null || found >= 0;
                ordinal = exact ? found : -found - 1;
                known = true;
            }

            int compare(int other) {
                int compared = Integer.compare(ordinal, other);
                return compared == 0 && !exact ? -1 : compared;
            }
        }
    }
}
