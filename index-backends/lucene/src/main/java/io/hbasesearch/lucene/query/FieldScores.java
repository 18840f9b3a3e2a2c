/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.NumericUtils;

/** Computes 1 + the sum of a request's score functions for each document. Immutable. */
final class FieldScores extends DoubleValuesSource {
    private final List<Part> parts;
    private final Instant now;

    /** One function and the type of its field. */
    private record Part(ScoreFunction function, FieldType type) {}

    private FieldScores(List<Part> parts, Instant now) {
        this.parts = List.copyOf(parts);
        this.now = now;
    }

    /**
     * Multiplies the scores of a query.
     *
     * @throws IllegalArgumentException if a field is unknown
     */
    static Query multiplied(Query query, Scoring.At scoring, IndexDefinition definition) {
        List<Part> parts = new ArrayList<>();
        for (ScoreFunction function : scoring.scoring().functions()) {
            FieldType type = definition
                    .field(function.field())
                    .map(FieldMapping::type)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "the index " + definition.name() + " has no field " + function.field()));
            parts.add(new Part(function, type));
        }
        return parts.isEmpty() ? query : FunctionScoreQuery.boostByValue(query, new FieldScores(parts, scoring.now()));
    }

    @Override
    public DoubleValues getValues(LeafReaderContext leaf, DoubleValues scores) throws IOException {
        List<SortedNumericDocValues> values = new ArrayList<>();
        for (Part part : parts) {
            values.add(DocValues.getSortedNumeric(leaf.reader(), part.function().field()));
        }
        return new DoubleValues() {
            private double sum;

            @Override
            public boolean advanceExact(int doc) throws IOException {
                sum = 1;
                for (int i = 0; i < parts.size(); i++) {
                    if (values.get(i).advanceExact(doc)) {
                        ScoreFunction function = parts.get(i).function();
                        sum += function.weight() * function.of(counting(parts.get(i), values.get(i)), now);
                    }
                }
                return true;
            }

            @Override
            public double doubleValue() {
                return sum;
            }
        };
    }

    /** Returns the least number, or the date closest to now. Values are in ascending order. */
    private double counting(Part part, SortedNumericDocValues values) throws IOException {
        double best = number(part.type(), values.nextValue());
        if (part.function() instanceof ScoreFunction.Recency) {
            for (int i = 1; i < values.docValueCount(); i++) {
                double next = number(part.type(), values.nextValue());
                best = Math.abs(next - now.toEpochMilli()) < Math.abs(best - now.toEpochMilli()) ? next : best;
            }
        }
        return best;
    }

    private static double number(FieldType type, long value) {
        return switch (type) {
            case FLOAT -> NumericUtils.sortableIntToFloat((int) value);
            case DOUBLE -> NumericUtils.sortableLongToDouble(value);
            case INT, LONG, DATE -> value;
            case TEXT, KEYWORD, BOOLEAN, JSON, GEO_POINT -> throw new IllegalStateException("no number: " + type);
        };
    }

    @Override
    public boolean needsScores() {
        return false;
    }

    @Override
    public DoubleValuesSource rewrite(IndexSearcher searcher) {
        return this;
    }

    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldScores that && parts.equals(that.parts) && now.equals(that.now);
    }

    @Override
    public int hashCode() {
        return Objects.hash(parts, now);
    }

    @Override
    public String toString() {
        return "1 + " + parts;
    }
}
