/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.value.BytePattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where the rows of one layout are that predicates ask for. */
sealed interface LayoutPlan {
    /** @param answered predicates that hold for all of these keys */
    record Keys(List<RowKey> keys, Set<Predicate> answered) implements LayoutPlan {}

    /**
     * @param answered predicates that hold for all keys of this layout in the ranges that have a pattern
     * @param tooMany the part whose values, with those before, would have made more ranges than there may be; empty if none has
     */
    record Ranges(
            List<KeyRange> ranges,
            List<BytePattern> fuzzy,
            Set<Predicate> answered,
            List<SortField> order,
            Optional<String> tooMany)
            implements LayoutPlan {}

    /**
     * Everywhere.
     *
     * @param ranges the same in as many as the key's beginning takes, for reading side by side
     * @param end the first part that nothing tells; empty if that is none
     * @param tooMany as for {@link Ranges}
     */
    record Everything(List<KeyRange> ranges, Optional<String> end, Optional<String> tooMany) implements LayoutPlan {}
}
