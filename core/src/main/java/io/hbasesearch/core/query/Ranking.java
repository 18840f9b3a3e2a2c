/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Adds optional clauses to a query that raise the scores of five kinds of rows: those with all words in one field, those with the words
 * next to each other in the order of the query, those with the whole text as a value of a keyword field, those with an inexact word as it
 * is written, and those where a word that is still typed directly follows the word before it. The same rows match. Stateless.
 */
public final class Ranking {
    /** More words than these are a text, not a query that a person types. */
    private static final int MAX_WORDS = 8;

    private static final int MAX_FIELDS = 8;

    /** The part of a field's score that it counts for again if it has all words. */
    private static final float ALL_IN_ONE_FIELD = 0.5f;

    /** The weight of a whole value, which may be frequent, against words of a text, which may be rare or repeated. */
    private static final float WHOLE_VALUE = 30;

    /** The weight of a word as it is written, against similar words, which may be rarer and several in a row. */
    private static final float AS_WRITTEN = 5;

    /** The weight of a typed word that follows the one before it, against rows with both apart, of which one may be rare or repeated. */
    private static final float FOLLOWING = 30;

    private Ranking() {}

    /**
     * Returns the query with such clauses; the query itself if none fits it, or if the request would cost too much.
     *
     * @param context of the request, to which the cost is added; after all its queries and filters
     */
    public static Query added(Query query, IndexDefinition definition, QueryContext context) {
        List<String> fields = definition.fields().stream()
                .filter(field -> field.searchedByDefault() && field.type() == FieldType.TEXT)
                .map(FieldMapping::name)
                .toList();
        Optional<Query.Bool> asked = bool(query);
        if (asked.isEmpty() || fields.isEmpty()) {
            return query;
        }
        Query.Bool bool = asked.get();
        List<String> words = bool.must().stream()
                .map(clause -> word(clause, fields))
                .flatMap(Optional::stream)
                .toList();
        List<Query> added = new ArrayList<>();
        if (fields.size() <= MAX_FIELDS && words.size() > 1 && words.size() <= MAX_WORDS) {
            added.addAll(clauses(words, fields));
        }
        wholeValue(bool, fields, definition).ifPresent(added::add);
        bool.must().stream()
                .flatMap(clause -> inexact(clause).stream())
                .limit(MAX_WORDS)
                .forEach(word -> added.add(Query.boosted(new Query.Word(word.fields(), word.text()), AS_WRITTEN)));
        if (!added.isEmpty() && !context.cost().addIfAllowed(new Query.Bool(List.of(), added, List.of()))) {
            return query;
        }
        following(bool.must(), fields)
                .filter(clause -> context.cost().addIfAllowed(clause))
                .ifPresent(added::add);
        if (added.isEmpty()) {
            return query;
        }
        List<Query> should = new ArrayList<>(bool.should());
        should.addAll(added);
        return new Query.Bool(bool.must(), should, bool.mustNot(), bool.filter(), 0);
    }

    /**
     * Returns the clauses that {@link #added} added.
     *
     * @param ranked what it returned for the query
     */
    public static List<Query> clauses(Query query, Query ranked) {
        if (query.equals(ranked)) {
            return List.of();
        }
        int own = bool(query).map(bool -> bool.should().size()).orElse(0);
        List<Query> should = ((Query.Bool) ranked).should();
        return should.subList(own, should.size());
    }

    /** Returns the query as a combination; empty if clauses could not be optional in it. */
    private static Optional<Query.Bool> bool(Query query) {
        if (query instanceof Query.Bool bool && !bool.isOneText()) {
            return bool.minimum() > 0 ? Optional.empty() : Optional.of(bool);
        }
        return Optional.of(new Query.Bool(List.of(query), List.of(), List.of()));
    }

    /** Returns the clause for the last two words, if the last one is a prefix because its author still types it. */
    private static Optional<Query> following(List<Query> must, List<String> fields) {
        int last = must.size() - 1;
        return last < 1 || fields.size() > MAX_FIELDS
                ? Optional.empty()
                : word(must.get(last - 1), fields)
                        .flatMap(before -> typed(must.get(last), fields).map(begun -> before + " " + begun))
                        .map(text -> Query.boosted(new Query.Prefix(fields, text), FOLLOWING));
    }

    /** Returns the beginning of a word that a clause searches for beside the word itself; empty for other clauses. */
    private static Optional<String> typed(Query clause, List<String> fields) {
        return clause instanceof Query.Bool forms
                        && forms.isOneText()
                        && word(clause, fields).isPresent()
                ? Query.unboosted(forms.should()).stream()
                        .filter(form -> form instanceof Query.Prefix prefix
                                && prefix.fields().containsAll(fields))
                        .map(form -> ((Query.Prefix) form).text())
                        .findFirst()
                : Optional.empty();
    }

    /** Returns the inexact word that a clause searches for, in one of its forms; empty for other clauses. */
    private static Optional<Query.Fuzzy> inexact(Query clause) {
        if (clause instanceof Query.Bool bool && bool.isOneText()) {
            return bool.should().stream()
                    .flatMap(form -> inexact(form).stream())
                    .findFirst();
        }
        return clause instanceof Query.Fuzzy fuzzy ? Optional.of(fuzzy) : Optional.empty();
    }

    /** Returns the word that a clause searches for in all of the fields; empty for other clauses. */
    private static Optional<String> word(Query clause, List<String> fields) {
        return text(clause, fields).filter(Query.Word.class::isInstance).map(word -> ((Query.Word) word).text());
    }

    /** Returns the word or phrase that a clause searches for in all of the fields; empty for other clauses. */
    private static Optional<Query> text(Query clause, List<String> fields) {
        if (clause instanceof Query.Boost boost) {
            return text(boost.query(), fields);
        }
        if (clause instanceof Query.Bool bool && bool.must().isEmpty()) {
            // Keyword fields with a transform are searched for another text, and accents in two forms.
            List<Query> texts = bool.should().stream()
                    .filter(each -> QueryFields.of(each).stream().anyMatch(fields::contains))
                    .toList();
            return texts.size() == 1 || (bool.isOneText() && !texts.isEmpty())
                    ? text(texts.get(0), fields)
                    : Optional.empty();
        }
        boolean isText = clause instanceof Query.Word || (clause instanceof Query.Phrase phrase && phrase.slop() == 0);
        return isText && QueryFields.of(clause).containsAll(fields) ? Optional.of(clause) : Optional.empty();
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

    /** Returns the clause for the whole text of the query; empty if some of it is no plain text. Clauses on other fields do not matter. */
    private static Optional<Query> wholeValue(Query.Bool bool, List<String> fields, IndexDefinition definition) {
        List<Query> ofText = bool.must().stream()
                .filter(clause -> QueryFields.of(clause).containsAll(fields))
                .toList();
        List<Query> texts =
                ofText.stream().flatMap(clause -> text(clause, fields).stream()).toList();
        boolean isOne = texts.size() == 1 || texts.stream().allMatch(Query.Word.class::isInstance);
        boolean isAll = texts.size() == ofText.size() && bool.should().isEmpty();
        if (texts.isEmpty() || texts.size() > MAX_WORDS || !isAll || !isOne) {
            return Optional.empty();
        }
        String text = String.join(" ", texts.stream().map(Ranking::written).toList());
        return new FieldResolver(definition, new QueryContext())
                .defaultKeywords()
                .filter(keywords -> keywords.names().size() <= MAX_FIELDS)
                .map(keywords -> Query.boosted(LeafConverter.wholeValue(keywords, text), WHOLE_VALUE));
    }

    private static String written(Query text) {
        return text instanceof Query.Word word ? word.text() : ((Query.Phrase) text).text();
    }
}
