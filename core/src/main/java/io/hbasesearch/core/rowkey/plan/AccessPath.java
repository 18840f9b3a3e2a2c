/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.value.BytePattern;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The access path to the rows that match predicates. It covers every matching row whose key has the declared layout. The residual
 * predicates select the matching rows among those that it covers.
 */
public sealed interface AccessPath {
    /** Returns the part of this path within a range. */
    AccessPath within(KeyRange range);

    /**
     * A lookup of rows by key: one key is a get, several are a multi-get, none means that no row matches.
     *
     * @param residual predicates that must still be checked
     */
    record Gets(List<RowKey> keys, List<Predicate> residual) implements AccessPath {
        public Gets {
            keys = List.copyOf(keys);
            residual = List.copyOf(residual);
        }

        @Override
        public Gets within(KeyRange range) {
            return new Gets(keys.stream().filter(range::contains).toList(), residual);
        }
    }

    /** A scan of key ranges.
     *
     * @param ranges in the order of keys, none overlapping
     * @param fuzzy if not empty, keys begin with one of these patterns, in the form of HBase's fuzzy row filter
     * @param residual predicates that must still be checked
     * @param order of the rows inside each range, not across ranges; empty if it is not known
     * @param widened why the ranges are wider than the predicates allow, as a clause; empty if they are not
     */
    record Scan(
            List<KeyRange> ranges,
            List<BytePattern> fuzzy,
            List<Predicate> residual,
            List<SortField> order,
            Optional<String> widened)
            implements AccessPath {
        public Scan {
            Objects.requireNonNull(widened, "widened");
            ranges = List.copyOf(ranges);
            fuzzy = List.copyOf(fuzzy);
            residual = List.copyOf(residual);
            order = List.copyOf(order);
        }

        /** Creates a scan of ranges that are as narrow as the predicates allow. */
        public Scan(List<KeyRange> ranges, List<BytePattern> fuzzy, List<Predicate> residual, List<SortField> order) {
            this(ranges, fuzzy, residual, order, Optional.empty());
        }

        /**
         * Returns a scan of all rows that at least one of the scans covers.
         *
         * @return without residual predicates, because each scan has its own: a caller must check the rows against the whole query
         */
        public static Scan union(List<Scan> scans) {
            List<KeyRange> ranges = KeyRange.union(
                    scans.stream().flatMap(scan -> scan.ranges().stream()).toList());
            boolean isAnyUnfiltered =
                    scans.stream().anyMatch(scan -> scan.fuzzy().isEmpty());
            List<BytePattern> fuzzy = isAnyUnfiltered
                    ? List.of()
                    : scans.stream()
                            .flatMap(scan -> scan.fuzzy().stream())
                            .distinct()
                            .toList();
            Optional<String> widened =
                    scans.stream().map(Scan::widened).flatMap(Optional::stream).findFirst();
            return new Scan(ranges, fuzzy, List.of(), List.of(), widened);
        }

        @Override
        public Scan within(KeyRange range) {
            List<KeyRange> parts = ranges.stream()
                    .map(each -> each.intersection(range))
                    .filter(each -> !each.isEmpty())
                    .toList();
            return new Scan(parts, fuzzy, residual, order, widened);
        }
    }

    /**
     * No path by row keys: the search index answers.
     *
     * @param reason names the part at which the key prefix that the predicates determine ends
     */
    record None(String reason) implements AccessPath {
        public None {
            Objects.requireNonNull(reason, "reason");
        }

        @Override
        public None within(KeyRange range) {
            return this;
        }
    }
}
