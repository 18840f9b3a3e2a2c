/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.definition.value.GeoPoint;
import java.io.IOException;
import org.apache.lucene.geo.GeoEncodingUtils;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.FieldComparator;
import org.apache.lucene.search.FieldComparatorSource;
import org.apache.lucene.search.LeafFieldComparator;
import org.apache.lucene.search.Pruning;
import org.apache.lucene.search.comparators.DoubleComparator;
import org.apache.lucene.util.SloppyMath;

/**
 * Compares documents by their distance from a point in metres. Lucene's own order by distance has no reverse, and only counts the nearest
 * of several values. A document without a value is infinitely far. Immutable.
 */
final class DistanceOrder extends FieldComparatorSource {
    private final GeoPoint origin;
    private final boolean greatest;

    /** @param greatest whether the farthest of several values counts, else the nearest */
    DistanceOrder(GeoPoint origin, boolean greatest) {
        this.origin = origin;
        this.greatest = greatest;
    }

    @Override
    public FieldComparator<?> newComparator(String field, int hits, Pruning pruning, boolean reversed) {
        return new DoubleComparator(hits, field, Double.POSITIVE_INFINITY, reversed, Pruning.NONE) {
            @Override
            public LeafFieldComparator getLeafComparator(LeafReaderContext context) throws IOException {
                return new DoubleLeafComparator(context) {
                    @Override
                    protected NumericDocValues getNumericDocValues(LeafReaderContext leaf, String name)
                            throws IOException {
                        return new Distances(DocValues.getSortedNumeric(leaf.reader(), name));
                    }
                };
            }
        };
    }

    /** Computes the distance of each document, as the bits of a double. For one thread. */
    private final class Distances extends NumericDocValues {
        private final SortedNumericDocValues points;

        Distances(SortedNumericDocValues points) {
            this.points = points;
        }

        @Override
        public long longValue() throws IOException {
            double counted = meters(points.nextValue());
            for (int i = 1; i < points.docValueCount(); i++) {
                double other = meters(points.nextValue());
                counted = greatest ? Math.max(counted, other) : Math.min(counted, other);
            }
            return Double.doubleToRawLongBits(counted);
        }

        private double meters(long point) {
            return SloppyMath.haversinMeters(
                    origin.lat(),
                    origin.lon(),
                    GeoEncodingUtils.decodeLatitude((int) (point >> Integer.SIZE)),
                    GeoEncodingUtils.decodeLongitude((int) point));
        }

        @Override
        public boolean advanceExact(int doc) throws IOException {
            return points.advanceExact(doc);
        }

        @Override
        public int docID() {
            return points.docID();
        }

        @Override
        public int nextDoc() throws IOException {
            return points.nextDoc();
        }

        @Override
        public int advance(int doc) throws IOException {
            return points.advance(doc);
        }

        @Override
        public long cost() {
            return points.cost();
        }
    }
}
