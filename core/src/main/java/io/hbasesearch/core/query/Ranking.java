/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Adds clauses to a query of several words that raise rows with all words in one field, and more so rows with the words next to each other
 * in the order of the query. They only score: the same rows match. Stateless.
 */
public final class Ranking {
    /** More words than these are a text, not a query that a person types. */
    private static final int MAX_WORDS = 8;

    private static final int MAX_FIELDS = 8;

    /** The part of a field's score that it counts for again if it has all words. */
    private static final float ALL_IN_ONE_FIELD = 0.5f;

    private Ranking() {}

    /**
     * Returns the query with such clauses; the same query if it has fewer than two words without a field, or if the request would cost
     * too much.
     *
     * @param context of the request, to which the cost is added; after all its queries and filters
     */
    public static Query added(Query query, IndexDefinition definition, QueryContext context) {
        if (!(query instanceof Query.Bool bool) || bool.minimum() > 0) {
            return query;
        }
        List<String> fields = definition.fields().stream()
                .filter(field -> field.searchedByDefault() && field.type() == FieldType.TEXT)
                .map(FieldMapping::name)
                .toList();
        List<String> words = bool.must().stream()
                .map(clause -> word(clause, fields))
                .flatMap(Optional::stream)
                .toList();
        if (fields.isEmpty() || fields.size() > MAX_FIELDS || words.size() < 2 || words.size() > MAX_WORDS) {
            return query;
        }
        Query.Bool clauses = new Query.Bool(List.of(), clauses(words, fields), List.of());
        if (!context.cost().addIfAllowed(clauses)) {
            return query;
        }
        List<Query> should = new ArrayList<>(bool.should());
        should.addAll(clauses.should());
        return new Query.Bool(bool.must(), should, bool.mustNot(), bool.filter(), 0);
    }

    /** Returns the word that a clause searches for in all of the fields; empty for other clauses. */
    private static Optional<String> word(Query clause, List<String> fields) {
        if (clause instanceof Query.Boost boost) {
            return word(boost.query(), fields);
        }
        if (clause instanceof Query.Bool bool && bool.must().isEmpty()) {
            // Keyword fields with a transform are searched for another text, and accents in two forms.
            List<Query> texts = bool.should().stream()
                    .filter(each -> QueryFields.of(each).stream().anyMatch(fields::contains))
                    .toList();
            return texts.size() == 1 || (bool.isOneText() && !texts.isEmpty())
                    ? word(texts.get(0), fields)
                    : Optional.empty();
        }
        return clause instanceof Query.Word word && word.fields().containsAll(fields)
                ? Optional.of(word.text())
                : Optional.empty();
    }

    private static List<Query> clauses(List<String> words, List<String> fields) {
        List<Query> clauses = new ArrayList<>();
        if (fields.size() > 1) {
            for (String field : fields) {
                List<Query> all = words.stream()
                        .<Query>map(word -> new Query.Word(List.of(field), word))
                        .toList();
                clauses.add(Query.boosted(new Query.Bool(all, List.of(), List.of()), ALL_IN_ONE_FIELD));
            }
        }
        clauses.add(new Query.Phrase(fields, String.join(" ", words), 0));
        return clauses;
    }
}
