/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.query.Query;
import java.util.ArrayList;
import java.util.List;

/** A query and its filters as clauses all of which hold. Immutable. */
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
        if (query instanceof Query.Bool bool && !bool.must().isEmpty()) {
            bool.must().forEach(clause -> collect(clause, clauses));
            if (!bool.mustNot().isEmpty()) {
                clauses.add(new Query.Bool(List.of(new Query.MatchAll()), List.of(), bool.mustNot()));
            }
        } else if (!(query instanceof Query.MatchAll)) {
            clauses.add(query);
        }
    }

    /**
     * Whether every row that matches gets the same score, so that relevance says nothing of their order: nothing is optional, and
     * what is required is there or not.
     */
    static boolean scoresAlike(Query query) {
        if (query instanceof Query.Bool bool) {
            return bool.should().isEmpty() && bool.must().stream().allMatch(Conjunction::scoresAlike);
        }
        return !(query instanceof Query.Fuzzy) && isOfOneField(query);
    }

    private static boolean isOfOneField(Query query) {
        if (query instanceof Query.Word word) {
            return word.fields().size() == 1;
        }
        if (query instanceof Query.Phrase phrase) {
            return phrase.fields().size() == 1;
        }
        return true;
    }
}
