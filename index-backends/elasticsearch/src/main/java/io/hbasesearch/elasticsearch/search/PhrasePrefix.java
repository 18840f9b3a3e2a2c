/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.query_dsl.Operator;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.elasticsearch._types.query_dsl.ZeroTermsQuery;
import io.hbasesearch.core.query.Query.Prefix;
import io.hbasesearch.core.query.QueryCost;
import io.hbasesearch.core.query.StandardWords;
import io.hbasesearch.core.query.StandardWords.StandardWord;
import io.hbasesearch.core.text.SimplifiedChinese;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Builds queries for a phrase whose last word is a prefix: the word as it is written, with the punctuation behind it. Elasticsearch itself
 * would complete the stem of the last word, without its punctuation. For one text and one field.
 */
final class PhrasePrefix {
    static final Set<String> PAIRS = Set.of("cjk", "cjk_t2s");

    /** Stands for any analyzer that the definition defines. */
    static final String OWN = "custom";

    /** Analyzers that every Elasticsearch has, so that it never chooses those after them in a list. */
    private static final Set<String> ALWAYS_THERE = Set.of("standard", "simple", "stop", "whitespace", "keyword", OWN);

    /** Analyzers that keep punctuation in words. */
    private static final Set<String> KEEPING_PUNCTUATION = Set.of("whitespace", "keyword");

    private static final Set<String> OF_LETTERS = Set.of("simple", "stop");

    /** The fewest letters of a word that a stemmer may change. */
    private static final int FEWEST_LETTERS_OF_A_STEM = 3;

    private final String field;
    private final List<String> analyzers;
    private final String text;
    private final CjkRuns runs;

    /** @param analyzers of the field, as its definition lists them */
    PhrasePrefix(String field, List<String> analyzers, String text) {
        this.field = field;
        this.analyzers = chosenAmong(analyzers);
        this.text = text;
        this.runs = new CjkRuns(text);
    }

    private static List<String> chosenAmong(List<String> analyzers) {
        List<String> chosen = new ArrayList<>();
        for (String analyzer : analyzers) {
            chosen.add(analyzer);
            if (ALWAYS_THERE.contains(analyzer)) {
                break;
            }
        }
        return chosen;
    }

    /** Returns the words of the text, with blanks between them, as indexes that find single characters may have them. */
    static Set<String> forms(CjkRuns runs, List<String> analyzers) {
        Set<String> forms = new LinkedHashSet<>();
        for (String analyzer : chosenAmong(analyzers)) {
            forms.add(String.join(
                    " ",
                    !PAIRS.contains(analyzer)
                            ? runs.standard()
                            : runs.characters(
                                    analyzer.equals("cjk") ? UnaryOperator.identity() : PhrasePrefix::simplified)));
        }
        return forms;
    }

    private static String simplified(String text) {
        Map<String, String> characters = SimplifiedChinese.ofTraditional();
        return text.codePoints()
                .mapToObj(Character::toString)
                .map(c -> characters.getOrDefault(c, c))
                .collect(Collectors.joining());
    }

    /** Returns the queries of which any may match; none if the last word is no prefix. */
    List<Query> queries() {
        List<StandardWord> words = StandardWords.of(text);
        boolean endsWithBlank = Character.isWhitespace(text.codePointBefore(text.length()));
        if (words.isEmpty() || endsWithBlank) {
            return List.of();
        }
        Map<String, Query> queries = new LinkedHashMap<>();
        StandardWord last = words.get(words.size() - 1);
        for (String analyzer : analyzers) {
            queries(analyzer, words.size() == 1, last).forEach(query -> queries.put(query.toString(), query));
        }
        return queries.values().stream()
                .map(query -> Query.of(q -> q.constantScore(c -> c.filter(query))))
                .toList();
    }

    private List<Query> queries(String analyzer, boolean isOne, StandardWord last) {
        boolean isWhole = last.end() == text.length();
        String end = text.substring(last.start());
        if (KEEPING_PUNCTUATION.contains(analyzer)) {
            return analyzers.size() == 1 || (isWhole && !losesCharacters()) ? List.of(completed()) : List.of();
        } else if (OF_LETTERS.contains(analyzer)) {
            return ofLetters();
        } else if (isOne) {
            return end.equals(text) ? List.of() : List.of(begins(end));
        } else if (PAIRS.contains(analyzer) || analyzer.equals("standard") || (isWhole && analyzer.equals("folding"))) {
            return ofPlainWords(isWhole, end, last);
        }
        return ofStems(isWhole, end, last);
    }

    /** Tells if an analyzer of pairs, which the index may use, loses a part of the text. */
    private boolean losesCharacters() {
        return analyzers.stream().anyMatch(PAIRS::contains) && runs.hasLoneCharacter();
    }

    private List<Query> ofPlainWords(boolean isWhole, String end, StandardWord last) {
        if (isWhole && !losesCharacters()) {
            return List.of(completed());
        }
        if (last.isCjk()) {
            return List.of(); // the last character is a word of its own in the index
        }
        return forms(runs, analyzers).stream()
                .map(form -> form.substring(0, form.lastIndexOf(' ') + 1)
                        + lastOf(form)
                        + end.substring(last.text().length()))
                .map(form -> Query.of(q -> q.matchPhrasePrefix(
                        m -> m.field(field).query(form).analyzer("whitespace").maxExpansions(Prefix.MAX_COMPLETIONS))))
                .toList();
    }

    private static String lastOf(String form) {
        return form.substring(form.lastIndexOf(' ') + 1);
    }

    private List<Query> ofLetters() {
        int start = text.length();
        while (start > 0 && Character.isLetter(text.codePointBefore(start))) {
            start -= Character.charCount(text.codePointBefore(start));
        }
        String end = text.substring(start);
        if (end.isEmpty()) {
            return List.of();
        }
        return hasLetter(text.substring(0, start)) ? List.of(near(start, 0)) : List.of(begins(end));
    }

    private static boolean hasLetter(String before) {
        return before.codePoints().anyMatch(Character::isLetter);
    }

    /**
     * Completes the last word as it is written, with an analyzer that may remove it or its ending. Elasticsearch itself completes the stem.
     * Only it counts the place of a removed word before the last one, so then a row must match in both ways.
     */
    private List<Query> ofStems(boolean isWhole, String end, StandardWord last) {
        if (isWhole && (last.isCjk() || QueryCost.isPhrase(end))) {
            return List.of(completed());
        }
        boolean mayHaveStem = end.codePointCount(0, end.length()) >= FEWEST_LETTERS_OF_A_STEM
                && !end.codePoints().allMatch(Character::isDigit);
        if (isWhole && !mayHaveStem) {
            return List.of(
                    Query.of(q -> q.bool(b -> b.must(completed(), begins(end)).mustNot(isRemoved(end)))));
        }
        List<StandardWord> before = StandardWords.of(text.substring(0, last.start()));
        Query isAfterRemoved = isRemoved(before.get(before.size() - 1).text());
        Query nearby = near(last.start(), before.size() - 1);
        return List.of(
                Query.of(q -> q.bool(b -> b.must(near(last.start(), 0)).mustNot(isAfterRemoved))),
                Query.of(q -> q.bool(b -> b.must(isAfterRemoved, isWhole ? completed() : nearby, nearby)
                        .mustNot(isRemoved(end)))),
                Query.of(q -> q.bool(b -> b.must(isRemoved(text.substring(0, last.start())), begins(end))
                        .mustNot(isRemoved(end)))));
    }

    private Query completed() {
        return Query.of(
                q -> q.matchPhrasePrefix(m -> m.field(field).query(text).maxExpansions(Prefix.MAX_COMPLETIONS)));
    }

    private Query begins(String end) {
        return QueryTranslator.beginning(field, end);
    }

    /** Matches every row if the analyzer leaves no token of a word, else none. */
    private Query isRemoved(String word) {
        return Query.of(
                q -> q.bool(b -> b.must(match(word, ZeroTermsQuery.All)).mustNot(match(word, ZeroTermsQuery.None))));
    }

    private Query match(String word, ZeroTermsQuery withoutTokens) {
        return Query.of(q ->
                q.match(m -> m.field(field).query(word).operator(Operator.And).zeroTermsQuery(withoutTokens)));
    }

    /** Matches the words before a place, followed by a word that begins with the text from there, at most so many places after them. */
    private Query near(int start, int gaps) {
        return Query.of(q -> q.intervals(i -> i.field(field).allOf(all -> all.ordered(true)
                .maxGaps(gaps)
                .intervals(before -> before.match(
                        m -> m.query(text.substring(0, start)).ordered(true).maxGaps(0)))
                .intervals(end -> end.prefix(p -> p.prefix(text.substring(start)))))));
    }
}
