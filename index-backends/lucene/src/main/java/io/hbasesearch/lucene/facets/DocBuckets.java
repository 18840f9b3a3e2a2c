/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.lucene.document.IndexFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Finds the buckets of a facet's result that a document is in, by their places in the result. Immutable. */
interface DocBuckets {
    Leaf leaf(LeafReaderContext context) throws IOException;

    interface Leaf {
        void find(int doc, Found found) throws IOException;
    }

    /** Collects the places of one document's buckets. Equal ones come one after another and count once. For one thread. */
    final class Found {
        private int[] places = new int[8];
        private int size;

        void clear() {
            size = 0;
        }

        void add(int place) {
            if (size > 0 && places[size - 1] == place) {
                return;
            }
            if (size == places.length) {
                places = Arrays.copyOf(places, size * 2);
            }
            places[size++] = place;
        }

        int size() {
            return size;
        }

        int get(int i) {
            return places[i];
        }
    }

    /** Every document is in one bucket. */
    static DocBuckets one(int place) {
        return context -> (doc, found) -> found.add(place);
    }

    /** The buckets of a keyword or boolean field. */
    static DocBuckets ofTerms(String field, List<FacetResult.Bucket> buckets) {
        return context -> {
            SortedSetDocValues values = DocValues.getSortedSet(context.reader(), IndexFields.values(field));
            Map<Long, Integer> places = new HashMap<>();
            for (int i = 0; i < buckets.size(); i++) {
                long number = values.lookupTerm(new BytesRef(buckets.get(i).key()));
                if (number >= 0) {
                    places.put(number, i);
                }
            }
            return (doc, found) -> {
                if (values.advanceExact(doc)) {
                    for (int i = 0; i < values.docValueCount(); i++) {
                        add(places.get(values.nextOrd()), found);
                    }
                }
            };
        };
    }

    /**
     * The buckets of numbers or intervals.
     *
     * @param bucket maps a doc value to that of its bucket
     * @param parse returns the doc value of a bucket's key
     */
    static DocBuckets ofNumbers(
            String field, LongUnaryOperator bucket, List<FacetResult.Bucket> buckets, ToLongFunction<String> parse) {
        Map<Long, Integer> places = new HashMap<>();
        for (int i = 0; i < buckets.size(); i++) {
            places.put(parse.applyAsLong(buckets.get(i).key()), i);
        }
        return context -> {
            SortedNumericDocValues values = DocValues.getSortedNumeric(context.reader(), field);
            return (doc, found) -> {
                if (values.advanceExact(doc)) {
                    for (int i = 0; i < values.docValueCount(); i++) {
                        add(places.get(bucket.applyAsLong(values.nextValue())), found);
                    }
                }
            };
        };
    }

    private static void add(@Nullable Integer place, Found found) {
        if (place != null) {
            found.add(place);
        }
    }
}
