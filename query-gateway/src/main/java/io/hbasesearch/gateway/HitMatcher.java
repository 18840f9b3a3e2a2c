/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.gateway.plan.ExactMatcher;
import java.util.List;
import java.util.Optional;

/** Tells whether a row, as it is mapped now, is a match. Safe for use by several threads. */
public interface HitMatcher {
    /** Why this query cannot be judged; empty if it can. */
    Optional<String> objection(IndexDefinition definition, Query query, List<Query> filters);

    /** Whether the query and all filters match, as the index would have it; only where there is no objection. */
    boolean matches(SearchableIndex index, Query query, List<Query> filters, Document document);

    /** One for queries without words of text fields, which need no analyzer. */
    static HitMatcher exact() {
        return new HitMatcher() {
            @Override
            public Optional<String> objection(IndexDefinition definition, Query query, List<Query> filters) {
                ExactMatcher matcher = new ExactMatcher(definition);
                return matcher.objection(query).or(() -> matcher.objection(filters));
            }

            @Override
            public boolean matches(SearchableIndex index, Query query, List<Query> filters, Document document) {
                ExactMatcher matcher = new ExactMatcher(index.definition());
                return matcher.matches(query, document)
                        && filters.stream().allMatch(filter -> matcher.matches(filter, document));
            }
        };
    }
}
