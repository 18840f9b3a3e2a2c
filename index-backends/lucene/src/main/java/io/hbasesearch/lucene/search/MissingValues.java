/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LongValues;
import org.apache.lucene.search.LongValuesSource;

/**
 * Sorts documents without a number apart from documents that have the number by which Lucene sorts a missing one. Documents with a value
 * have 0, the others another constant. Immutable.
 */
final class MissingValues extends LongValuesSource {
    private final String field;
    private final long missing;

    /** @param missing for documents without a value, not 0 */
    MissingValues(String field, long missing) {
        this.field = field;
        this.missing = missing;
    }

    @Override
    public LongValues getValues(LeafReaderContext context, DoubleValues scores) throws IOException {
        SortedNumericDocValues values = DocValues.getSortedNumeric(context.reader(), field);
        return new LongValues() {
            private boolean hasValue;

            @Override
            public long longValue() {
                return hasValue ? 0 : missing;
            }

            @Override
            public boolean advanceExact(int doc) throws IOException {
                hasValue = values.advanceExact(doc);
                return true;
            }
        };
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
        return DocValues.isCacheable(context, field);
    }

    @Override
    public boolean needsScores() {
        return false;
    }

    @Override
    public LongValuesSource rewrite(IndexSearcher searcher) {
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MissingValues that && field.equals(that.field) && missing == that.missing;
    }

    @Override
    public int hashCode() {
        return Objects.hash(field, missing);
    }

    @Override
    public String toString() {
        return "missing(" + field + ", " + missing + ")";
    }
}
