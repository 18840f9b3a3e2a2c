/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.spi.search.FieldMetrics;
import io.hbasesearch.lucene.document.IndexFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongToDoubleFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.NumericUtils;

/** Calculates metrics of several fields in each bucket of a facet. For one thread and one facet. */
final class BucketMetrics {
    private final Map<String, FieldType> fields;
    private final FacetBudget budget;

    /** The sums of each bucket, by its place; those of a bucket are in the order of the fields. */
    private final List<List<ValueSums>> sums = new ArrayList<>();

    private boolean isOver;

    BucketMetrics(Map<String, FieldType> fields, int buckets, FacetBudget budget) {
        this.fields = new LinkedHashMap<>(fields);
        this.budget = budget;
        for (int i = 0; i < buckets; i++) {
            sums.add(fields.keySet().stream()
                    .map(field -> new ValueSums(budget, field))
                    .toList());
        }
    }

    /** Returns a collector of matches in these buckets. */
    Collector collector(DocBuckets buckets) {
        return new Matches(buckets);
    }

    /** @param complete whether every match was seen, as far as the caller knows */
    Map<String, FieldMetrics> result(int bucket, boolean complete) {
        Map<String, FieldMetrics> metrics = new LinkedHashMap<>();
        int at = 0;
        for (Map.Entry<String, FieldType> field : fields.entrySet()) {
            boolean isNumber =
                    switch (field.getValue()) {
                        case INT, LONG, FLOAT, DOUBLE -> true;
                        case DATE, KEYWORD, BOOLEAN, TEXT, JSON, GEO_POINT -> false;
                    };
            boolean hasRange = isNumber || field.getValue() == FieldType.DATE;
            metrics.put(field.getKey(), sums.get(bucket).get(at++).result(hasRange, isNumber, complete && !isOver));
        }
        return metrics;
    }

    /** Adds a document's values of one field to the sums of its buckets. */
    private interface Reader {
        void read(int doc, DocBuckets.Found buckets) throws IOException;
    }

    private Reader reader(LeafReaderContext context, String field, FieldType type, int at) throws IOException {
        return switch (type) {
            case KEYWORD, BOOLEAN -> texts(DocValues.getSortedSet(context.reader(), IndexFields.values(field)), at);
            case INT, LONG, DATE -> numbers(context, field, at, value -> value);
            case FLOAT -> numbers(context, field, at, bits -> NumericUtils.sortableIntToFloat((int) bits));
            case DOUBLE -> numbers(context, field, at, NumericUtils::sortableLongToDouble);
            case TEXT, JSON, GEO_POINT -> throw new IllegalStateException("not to be measured: " + field);
        };
    }

    private Reader texts(SortedSetDocValues values, int at) {
        return (doc, buckets) -> {
            if (values.advanceExact(doc)) {
                for (int i = 0; i < values.docValueCount(); i++) {
                    long hash = DistinctCount.hash(values.lookupOrd(values.nextOrd()));
                    for (int b = 0; b < buckets.size(); b++) {
                        sums.get(buckets.get(b)).get(at).add(hash);
                    }
                }
            }
        };
    }

    private Reader numbers(LeafReaderContext context, String field, int at, LongToDoubleFunction number)
            throws IOException {
        SortedNumericDocValues values = DocValues.getSortedNumeric(context.reader(), field);
        return (doc, buckets) -> {
            if (values.advanceExact(doc)) {
                for (int i = 0; i < values.docValueCount(); i++) {
                    long value = values.nextValue();
                    for (int b = 0; b < buckets.size(); b++) {
                        sums.get(buckets.get(b)).get(at).add(number.applyAsDouble(value), DistinctCount.hash(value));
                    }
                }
            }
        };
    }

    private final class Matches implements Collector {
        private final DocBuckets buckets;

        Matches(DocBuckets buckets) {
            this.buckets = buckets;
        }

        @Override
        public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
            List<Reader> readers = new ArrayList<>();
            for (Map.Entry<String, FieldType> field : fields.entrySet()) {
                readers.add(reader(context, field.getKey(), field.getValue(), readers.size()));
            }
            return new Segment(buckets.leaf(context), readers);
        }

        @Override
        public ScoreMode scoreMode() {
            return ScoreMode.COMPLETE_NO_SCORES;
        }
    }

    private final class Segment implements LeafCollector {
        private final DocBuckets.Leaf leaf;
        private final List<Reader> readers;
        private final DocBuckets.Found found = new DocBuckets.Found();

        Segment(DocBuckets.Leaf leaf, List<Reader> readers) {
            this.leaf = leaf;
            this.readers = readers;
        }

        @Override
        public void setScorer(Scorable scorer) {
            // Scores do not matter for metrics.
        }

        @Override
        public void collect(int doc) throws IOException {
            if (budget.isOver()) {
                isOver = true;
                throw new CollectionTerminatedException();
            }
            found.clear();
            leaf.find(doc, found);
            if (found.size() > 0) {
                for (Reader reader : readers) {
                    reader.read(doc, found);
                }
            }
        }
    }
}
