/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.QueryMatcher;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;

/** Judges as a test says; without a word of that it knows no analyzer. */
final class FakeMatcher implements QueryMatcher {
    final List<String> unknown = new CopyOnWriteArrayList<>(List.of("gloss"));
    volatile List<String> remarksOfNothing = List.of();
    private volatile BiPredicate<Query, Document> verdict = (query, document) -> false;

    void set(BiPredicate<Query, Document> other) {
        unknown.clear();
        verdict = other;
    }

    @Override
    public List<String> unknownAnalyzers(Query query, IndexDefinition definition, Map<String, String> analyzers) {
        return unknown;
    }

    @Override
    public List<String> remarks(
            Query query, IndexDefinition definition, Map<String, String> analyzers, boolean isEmpty) {
        return isEmpty ? remarksOfNothing : List.of();
    }

    @Override
    public boolean matches(Query query, IndexDefinition definition, Map<String, String> analyzers, Document document) {
        return verdict.test(query, document);
    }
}
