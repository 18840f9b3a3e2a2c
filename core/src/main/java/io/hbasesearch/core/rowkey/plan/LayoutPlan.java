/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.value.BytePattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The location of the matching rows of one layout. */
sealed interface LayoutPlan {
    /** @param answered predicates that hold for all of these keys */
    record Keys(List<RowKey> keys, Set<Predicate> answered) implements LayoutPlan {}

    /**
     * @param answered predicates that hold for all keys of this layout in the ranges that have a pattern
     * @param tooMany the part at which the number of ranges would have exceeded the limit; empty if there is none
     */
    record Ranges(
            List<KeyRange> ranges,
            List<BytePattern> fuzzy,
            Set<Predicate> answered,
            List<SortField> order,
            Optional<String> tooMany)
            implements LayoutPlan {}

    /** All keys of the layout.
     *
     * @param ranges all keys, divided by the key's prefixes, for concurrent reading
     * @param end the first part that no predicate determines; empty if there is none
     * @param tooMany see {@link Ranges}
     */
    record Everything(List<KeyRange> ranges, Optional<String> end, Optional<String> tooMany) implements LayoutPlan {}
}
