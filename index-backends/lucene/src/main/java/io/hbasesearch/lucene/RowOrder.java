/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.lucene.index.DocValues;
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
 * The order of documents by their ids where it only decides between those that all else leaves equal. Lucene's own comparator looks
 * up the id of every document that comes into the page for a while, which took 60 % of a search for a word in 100,000 rows; this
 * one remembers ordinals, and looks ids up for ties between segments and for what is found in the end. For one thread.
 */
final class RowOrder extends FieldComparator<BytesRef> {
    /** A segment without any document of a slot. */
    private static final int NO_LEAF = -1;

    /** What {@link SortedDocValues} have of a document without an id, which comes first. */
    private static final int NO_ID = -1;

    private final String field;
    private final int[] leafOf;
    private final int[] ordinalOf;
    private final @Nullable BytesRef[] idOf;
    private SortedDocValues[] leaves = {};
    private @Nullable BytesRef top;

    /** Stays what it is from one segment to the next, without another {@code setBottom}. */
    private int bottom;

    private RowOrder(String field, int slots) {
        this.field = field;
        this.leafOf = new int[slots];
        this.ordinalOf = new int[slots];
        this.idOf = new BytesRef[slots];
        Arrays.fill(leafOf, NO_LEAF);
    }

    /** For {@link org.apache.lucene.search.SortField}. */
    static final class Source extends FieldComparatorSource {
        @Override
        public FieldComparator<BytesRef> newComparator(String field, int numHits, Pruning pruning, boolean reversed) {
            return new RowOrder(field, numHits);
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
                // The values have one buffer for all.
                idOf[slot] = BytesRef.deepCopyOf(leaves[leafOf[slot]].lookupOrd(ordinalOf[slot]));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return idOf[slot];
    }

    @Override
    public LeafFieldComparator getLeafComparator(LeafReaderContext context) throws IOException {
        SortedDocValues ids = DocValues.getSorted(context.reader(), field);
        if (leaves.length <= context.ord) {
            leaves = Arrays.copyOf(leaves, context.ord + 1);
        }
        leaves[context.ord] = ids;
        return new OfLeaf(context.ord, ids);
    }

    /** Documents of one segment, by ordinals of that segment. */
    private final class OfLeaf implements LeafFieldComparator {
        private final int leaf;
        private final SortedDocValues ids;
        private final Bound greatest = new Bound();
        private final Bound least = new Bound();

        OfLeaf(int leaf, SortedDocValues ids) {
            this.leaf = leaf;
            this.ids = ids;
        }

        @Override
        public void setBottom(int slot) {
            bottom = slot;
            greatest.forget();
        }

        @Override
        public int compareBottom(int doc) throws IOException {
            if (leafOf[bottom] == leaf) {
                return Integer.compare(ordinalOf[bottom], ordinal(doc));
            }
            if (greatest.isUnknown()) {
                greatest.find(value(bottom));
            }
            return greatest.compare(ordinal(doc));
        }

        @Override
        public int compareTop(int doc) throws IOException {
            if (least.isUnknown()) {
                least.find(top);
            }
            return least.compare(ordinal(doc));
        }

        @Override
        public void copy(int slot, int doc) throws IOException {
            leafOf[slot] = leaf;
            ordinalOf[slot] = ordinal(doc);
            idOf[slot] = null;
        }

        @Override
        public void setScorer(Scorable scorer) {}

        private int ordinal(int doc) throws IOException {
            return ids.advanceExact(doc) ? ids.ordValue() : NO_ID;
        }

        /** Where an id of another segment, or of none, stands among this segment's ordinals. */
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
                int found = id == null ? NO_ID : ids.lookupTerm(id);
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
