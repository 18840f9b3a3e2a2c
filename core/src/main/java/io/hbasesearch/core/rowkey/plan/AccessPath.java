/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.value.BytePattern;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the rows are found that predicates ask for. It leads to every such row whose key has the declared layout; which of the
 * rows that it leads to are asked for, the residual predicates tell.
 */
public sealed interface AccessPath {
    /** The part of this path that leads to rows of a range. */
    AccessPath within(KeyRange range);

    /**
     * Rows by their keys: one is a get, several are a multi-get, none means that no row matches.
     *
     * @param residual what the rows must still be checked for
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

    /**
     * Ranges of keys.
     *
     * @param ranges in the order of keys, none overlapping
     * @param fuzzy if not empty, keys have one of these patterns at their beginning, as HBase's fuzzy row filter takes them
     * @param residual what the rows must still be checked for
     * @param order of the rows inside each range, not across ranges; empty if it is not known
     * @param widened why the ranges hold more than predicates tell, as a clause; empty if nothing was given up
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

        /** Ranges that are as narrow as predicates make them. */
        public Scan(List<KeyRange> ranges, List<BytePattern> fuzzy, List<Predicate> residual, List<SortField> order) {
            this(ranges, fuzzy, residual, order, Optional.empty());
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
     * Row keys do not help: the search index answers.
     *
     * @param reason names the part at which the key's beginning ends that the predicates tell
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
