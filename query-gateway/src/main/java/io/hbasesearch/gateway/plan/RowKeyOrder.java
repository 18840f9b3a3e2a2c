/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.spi.search.SortKey;
import java.util.List;
import java.util.Optional;

/** Decides whether the order of row keys is the requested order of hits. Immutable. */
final class RowKeyOrder {
    private final IndexDefinition definition;

    RowKeyOrder(IndexDefinition definition) {
        this.definition = definition;
    }

    /** @param sort with the row at its end */
    boolean fits(AccessPath path, Query query, List<SortKey> sort) {
        if (path instanceof AccessPath.Gets gets && gets.keys().size() <= 1) {
            return true;
        }
        SortKey last = sort.get(sort.size() - 1);
        if (last.descending()) {
            return false;
        }
        if (sort.equals(SortKey.byScore())) {
            return Conjunction.scoresAlike(query, definition);
        }
        List<SortKey> before = sort.subList(0, sort.size() - 1);
        return before.isEmpty() || (path instanceof AccessPath.Scan scan && isOrderOf(scan, before));
    }

    /** Tells whether the scan returns rows in the order of these keys; of several ranges, each has the order only for itself. */
    private boolean isOrderOf(AccessPath.Scan scan, List<SortKey> keys) {
        if (scan.ranges().size() > 1 || keys.size() > scan.order().size()) {
            return false;
        }
        for (int i = 0; i < keys.size(); i++) {
            SortField own = scan.order().get(i);
            if (!(keys.get(i) instanceof SortKey.Field field)
                    || field.descending() != own.descending()
                    || !keyField(field.name()).equals(Optional.of(own.field()))) {
                return false;
            }
        }
        return true;
    }

    private Optional<String> keyField(String name) {
        return definition.rowKey().map(RowKeyDeclaration::spec).flatMap(spec -> new KeyPredicates(definition, spec)
                .keyField(name));
    }
}
