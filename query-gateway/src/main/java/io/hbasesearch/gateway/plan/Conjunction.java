/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.query.Query;
import java.util.ArrayList;
import java.util.List;

/** A query and its filters as clauses that must all match. Immutable. */
record Conjunction(List<Query> clauses) {
    Conjunction {
        clauses = List.copyOf(clauses);
    }

    static Conjunction of(Query query, List<Query> filters) {
        List<Query> clauses = new ArrayList<>();
        collect(query, clauses);
        filters.forEach(filter -> collect(filter, clauses));
        return new Conjunction(clauses);
    }

    private static void collect(Query query, List<Query> clauses) {
        if (query instanceof Query.Bool bool) {
            collect(bool, clauses);
        } else if (!(query instanceof Query.MatchAll)) {
            clauses.add(query);
        }
    }

    private static void collect(Query.Bool bool, List<Query> clauses) {
        bool.must().forEach(clause -> collect(clause, clauses));
        bool.filter().forEach(clause -> collect(clause, clauses));
        boolean requires = !bool.must().isEmpty() || !bool.filter().isEmpty();
        if (bool.minimum() > 0 || (!requires && bool.should().isEmpty())) {
            // A query that requires nothing matches nothing, which is a clause as well.
            clauses.add(new Query.Bool(List.of(), bool.should(), List.of(), List.of(), bool.minimum()));
        }
        if (!bool.mustNot().isEmpty()) {
            clauses.add(new Query.Bool(List.of(new Query.MatchAll()), List.of(), bool.mustNot()));
        }
    }

    /**
     * Tells whether every matching row gets the same score, so that relevance does not determine the order. This holds for clauses that
     * match or do not, and score the same in each part of an index. It does not hold for values of keyword fields: a rarer value in a shard
     * scores higher there.
     */
    static boolean scoresAlike(Query query, IndexDefinition definition) {
        if (query instanceof Query.Bool bool) {
            return bool.should().isEmpty() && bool.must().stream().allMatch(clause -> scoresAlike(clause, definition));
        }
        if (query instanceof Query.Word word) {
            return word.fields().size() == 1 && isNumber(word.fields().get(0), definition);
        }
        if (query instanceof Query.Phrase phrase) {
            return phrase.fields().size() == 1 && isNumber(phrase.fields().get(0), definition);
        }
        return query instanceof Query.MatchAll
                || query instanceof Query.Range
                || query instanceof Query.Exists
                || query instanceof Query.GeoDistance
                || query instanceof Query.GeoBox
                || (query instanceof Query.Prefix prefix && prefix.fields().size() == 1)
                || (query instanceof Query.Suffix suffix && suffix.fields().size() == 1);
    }

    private static boolean isNumber(String field, IndexDefinition definition) {
        return definition
                .field(field)
                .map(FieldMapping::type)
                .filter(type -> switch (type) {
                    case INT, LONG, FLOAT, DOUBLE, DATE -> true;
                    case TEXT, KEYWORD, BOOLEAN, JSON, GEO_POINT -> false;
                })
                .isPresent();
    }
}
