/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.plan.ExactMatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides whether a row, as it is mapped now, matches a query. It compares field values where that is sufficient; otherwise it matches like
 * the index, with its analyzers. Immutable, for any thread.
 */
public final class HitMatcher {
    private final Optional<QueryMatcher> analyzing;

    /** @param analyzing empty if no analyzers are available here; full-text queries cannot be checked then */
    public HitMatcher(Optional<QueryMatcher> analyzing) {
        this.analyzing = analyzing;
    }

    /** Returns why this query cannot be checked; empty if it can. */
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

    /** Returns sentences about what the analyzers of the index leave of the query. */
    List<String> remarks(SearchableIndex index, Query query, boolean isEmpty) {
        return analyzing
                .map(matcher -> matcher.remarks(query, index.definition(), analyzers(index), isEmpty))
                .orElse(List.of());
    }

    /**
     * Returns a predicate that holds if the query and all filters match, as in the index; it never holds if there is an objection. For one
     * thread.
     */
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

    /** Returns a predicate that holds if one clause matches; empty if only the index knows. For one thread. */
    Optional<Predicate<Document>> of(SearchableIndex index, Query query) {
        ExactMatcher exact = new ExactMatcher(index.definition());
        if (exact.objection(query).isEmpty()) {
            return Optional.of(exact.of(List.of(query)));
        }
        boolean isKnown = analyzing.isPresent()
                && analyzing
                        .get()
                        .unknownAnalyzers(query, index.definition(), analyzers(index))
                        .isEmpty();
        return isKnown ? Optional.of(analyzing(index, query)) : Optional.empty();
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
