/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.gateway.plan.ExactMatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Tells whether a row, as it is mapped now, is a match: by the values of its fields where that is all that counts, else as the
 * index would, with its analyzers. Immutable, for any thread.
 */
final class HitMatcher {
    private final Optional<QueryMatcher> analyzing;

    /** @param analyzing empty if nobody here has analyzers: then queries for words cannot be judged */
    HitMatcher(Optional<QueryMatcher> analyzing) {
        this.analyzing = analyzing;
    }

    /** Why this query cannot be judged; empty if it can. */
    Optional<String> objection(SearchableIndex index, SearchQuery query) {
        IndexDefinition definition = index.definition();
        ExactMatcher exact = new ExactMatcher(definition);
        Optional<String> objection = exact.objection(query.query()).or(() -> exact.objection(query.filters()));
        if (objection.isEmpty() || analyzing.isEmpty()) {
            return objection;
        }
        List<String> unknown = query.all().stream()
                .flatMap(each -> analyzing.get().unknownAnalyzers(each, definition, analyzers(index)).stream())
                .distinct()
                .toList();
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of("only the index knows how it analyzes " + String.join(", ", unknown));
    }

    /** Whether the query and all filters match, as the index would have it; nothing does where there is an objection. For one thread. */
    Predicate<Document> of(SearchableIndex index, SearchQuery query) {
        if (objection(index, query).isPresent()) {
            return document -> false;
        }
        ExactMatcher exact = new ExactMatcher(index.definition());
        List<Predicate<Document>> all = query.all().stream()
                .map(each -> exact.objection(each).isEmpty() ? exact.of(List.of(each)) : analyzing(index, each))
                .toList();
        return document -> all.stream().allMatch(each -> each.test(document));
    }

    private Predicate<Document> analyzing(SearchableIndex index, Query query) {
        return analyzing
                .map(matcher -> matcher.of(query, index.definition(), analyzers(index)))
                .orElse(document -> false);
    }

    private static Map<String, String> analyzers(SearchableIndex index) {
        return index.metadata().analyzers();
    }
}
