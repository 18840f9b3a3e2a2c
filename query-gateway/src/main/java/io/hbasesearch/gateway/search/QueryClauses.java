/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryFields;
import io.hbasesearch.core.query.explain.QueryText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Lists the clauses of a query that name words and values, each as one would write it. Immutable. */
final class QueryClauses {
    private QueryClauses() {}

    /**
     * Holds one condition of a query, with how it occurs in the query.
     *
     * @param occurs {@code must}, {@code should}, {@code must_not} or {@code filter}; {@code synonym} if a rule added it
     * @param ofFields the clause in each of its fields alone
     */
    record Clause(String occurs, String text, Query query, List<OfField> ofFields) {}

    /** Holds a clause as it is for one of its fields. */
    record OfField(String field, Query query) {}

    /** @param occurs of the whole query */
    static List<Clause> of(Query query, String occurs) {
        List<Clause> all = new ArrayList<>();
        collect(query, occurs, all);
        return all;
    }

    private static void collect(Query query, String occurs, List<Clause> all) {
        if (query instanceof Query.Bool bool) {
            bool.must().forEach(each -> collect(each, occurs, all));
            bool.filter().forEach(each -> collect(each, occurs, all));
            bool.should().forEach(each -> collect(each, occurs.equals("must") ? "should" : occurs, all));
            bool.mustNot().forEach(each -> {
                if (each instanceof Query.Bool several) {
                    // None of its clauses is excluded by itself.
                    all.add(new Clause("must_not", QueryText.of(several), several, List.of()));
                } else {
                    collect(each, "must_not", all);
                }
            });
        } else if (query instanceof Query.Boost boost) {
            collect(boost.query(), boost.isSynonym() ? "synonym" : occurs, all);
        } else if (query instanceof Query.InCells cells) {
            collect(cells.query(), occurs, all);
        } else if (!(query instanceof Query.MatchAll)) {
            all.add(leaf(query, occurs));
        }
    }

    private static Clause leaf(Query query, String occurs) {
        if (query instanceof Query.Word word) {
            return inFields(occurs, word.fields(), word.text(), word, field -> new Query.Word(field, word.text()));
        }
        if (query instanceof Query.Phrase phrase) {
            String text = '"' + phrase.text() + '"' + (phrase.slop() > 0 ? "~" + phrase.slop() : "");
            return inFields(
                    occurs,
                    phrase.fields(),
                    text,
                    phrase,
                    field -> new Query.Phrase(field, phrase.text(), phrase.slop()));
        }
        if (query instanceof Query.Prefix prefix) {
            return inFields(
                    occurs,
                    prefix.fields(),
                    prefix.text() + "*",
                    prefix,
                    field -> new Query.Prefix(field, prefix.text()));
        }
        if (query instanceof Query.Suffix suffix) {
            return inFields(
                    occurs,
                    suffix.fields(),
                    "*" + suffix.text(),
                    suffix,
                    field -> new Query.Suffix(field, suffix.text()));
        }
        if (query instanceof Query.Fuzzy fuzzy) {
            return inFields(
                    occurs,
                    fuzzy.fields(),
                    fuzzy.text() + "~" + fuzzy.maxEdits(),
                    fuzzy,
                    field -> new Query.Fuzzy(field, fuzzy.text(), fuzzy.maxEdits()));
        }
        if (query instanceof Query.Wildcard wildcard) {
            return inFields(
                    occurs,
                    wildcard.fields(),
                    wildcard.pattern(),
                    wildcard,
                    field -> new Query.Wildcard(field, wildcard.pattern()));
        }
        if (query instanceof Query.Regexp regexp) {
            return inFields(
                    occurs,
                    regexp.fields(),
                    "/" + regexp.pattern() + "/",
                    regexp,
                    field -> new Query.Regexp(field, regexp.pattern()));
        }
        return inOneField(occurs, query);
    }

    private static Clause inOneField(String occurs, Query query) {
        List<OfField> fields = QueryFields.of(query).stream()
                .map(field -> new OfField(field, query))
                .toList();
        return new Clause(occurs, QueryText.of(query), query, fields.size() == 1 ? fields : List.of());
    }

    private static Clause inFields(
            String occurs, List<String> fields, String text, Query query, Function<List<String>, Query> inField) {
        String shown = fields.size() == 1 ? fields.get(0) + ":" + text : text;
        return new Clause(
                occurs,
                shown,
                query,
                fields.stream()
                        .map(field -> new OfField(field, inField.apply(List.of(field))))
                        .toList());
    }
}
