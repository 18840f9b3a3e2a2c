/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.query_dsl.Intervals;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import io.hbasesearch.core.query.StandardWords;
import io.hbasesearch.core.query.StandardWords.StandardWord;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Splits text into runs of Chinese, Japanese and Korean characters and the words between them. The phrase analyzer of {@code cjk} keeps
 * pairs of characters only, so that their positions count characters; text with a run of one character is searched by intervals instead,
 * whose parts are analysed one by one. Immutable.
 */
final class CjkRuns {
    private static final int HALF_WIDTH_KATAKANA = 0xff65;
    private static final int VOICED = 0xff9e;
    private static final int SEMI_VOICED = 0xff9f;
    private static final int FULL_WIDTH_ASCII = 0xff01;
    private static final int LAST_FULL_WIDTH_ASCII = 0xff5e;
    private static final int FROM_FULL_WIDTH = 0xfee0;

    private record Run(String text, boolean isCjk) {
        int length() {
            return text.codePointCount(0, text.length());
        }
    }

    private final List<StandardWord> words;
    private final List<Run> runs = new ArrayList<>();

    CjkRuns(String text) {
        words = StandardWords.of(text);
        for (int i = 0; i < words.size(); ) {
            StandardWord first = words.get(i);
            int end = first.end();
            for (i++; i < words.size() && continues(first, end, words.get(i)); i++) {
                end = words.get(i).end();
            }
            String run = text.substring(first.start(), end);
            runs.add(new Run(first.isCjk() ? inOneWidth(run) : run, first.isCjk()));
        }
    }

    private static boolean continues(StandardWord run, int end, StandardWord next) {
        return run.isCjk() == next.isCjk() && (!run.isCjk() || next.start() == end);
    }

    /** Tells if a character stands alone, with no other one beside it. */
    boolean hasLoneCharacter() {
        return runs.stream().anyMatch(run -> run.isCjk() && run.length() == 1);
    }

    boolean isOneCharacter() {
        return runs.size() == 1 && hasLoneCharacter();
    }

    /** Returns a query for the runs in their order, with at most this many words between all of them. */
    Query phrase(String field, int gaps) {
        List<Intervals> parts = runs.stream().map(CjkRuns::part).toList();
        return Query.of(q -> q.intervals(
                i -> i.field(field).allOf(all -> all.ordered(true).maxGaps(gaps).intervals(parts))));
    }

    /** Returns the runs of several characters. */
    List<String> pairs() {
        return runs.stream()
                .filter(run -> run.isCjk() && run.length() > 1)
                .map(Run::text)
                .toList();
    }

    /** Returns the words as the analyzer {@code standard} changes them. */
    List<String> standard() {
        return words.stream().map(word -> lowerCase(word.text())).toList();
    }

    /**
     * Returns the single characters and the words between them, as an index has them that finds single characters.
     *
     * @param simplifier replaces characters as the analyzer does
     */
    List<String> characters(UnaryOperator<String> simplifier) {
        return words.stream()
                .map(word -> new Run(simplifier.apply(inOneWidth(word.text())), word.isCjk()))
                .flatMap(word -> word.isCjk()
                        ? word.text().codePoints().mapToObj(Character::toString)
                        : Stream.of(lowerCase(word.text())))
                .toList();
    }

    /** Replaces half-width katakana and full-width letters, as Elasticsearch's {@code cjk_width} does. */
    static String inOneWidth(String text) {
        StringBuilder one = new StringBuilder();
        for (char c : text.toCharArray()) {
            boolean isMark = c == VOICED || c == SEMI_VOICED;
            int last = one.length() - 1;
            if (c >= FULL_WIDTH_ASCII && c <= LAST_FULL_WIDTH_ASCII) {
                one.append((char) (c - FROM_FULL_WIDTH));
            } else if (c < HALF_WIDTH_KATAKANA || c > SEMI_VOICED) {
                one.append(c);
            } else if (isMark && last >= 0 && isKatakana(one.charAt(last))) {
                String both = one.charAt(last) + Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFKC);
                one.replace(last, last + 1, Normalizer.normalize(both, Normalizer.Form.NFC));
            } else {
                one.append(Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFKC));
            }
        }
        return one.toString();
    }

    private static boolean isKatakana(char c) {
        return Character.UnicodeScript.of(c) == Character.UnicodeScript.KATAKANA;
    }

    private static String lowerCase(String text) {
        return text.codePoints()
                .map(Character::toLowerCase)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    /** Several characters are found by character, and by pairs in an index that has no single characters. */
    private static Intervals part(Run run) {
        if (!run.isCjk() || run.length() == 1) {
            return match(run.text());
        }
        List<Intervals> characters = run.text()
                .codePoints()
                .mapToObj(c -> character(Character.toString(c)))
                .toList();
        Intervals each =
                Intervals.of(i -> i.allOf(all -> all.ordered(true).maxGaps(0).intervals(characters)));
        // In an index of single characters pairs end before the last character, which the next word would match again.
        Intervals pairs = Intervals.of(i -> i.match(m -> m.query(run.text())
                .ordered(true)
                .maxGaps(0)
                .filter(filter -> filter.notContaining(characters.get(0)))));
        return Intervals.of(i -> i.anyOf(any -> any.intervals(each, pairs)));
    }

    /** A mark, such as that of a voiced sound, is a character of its own in the index, but no word of a query. */
    private static Intervals character(String character) {
        return StandardWords.of(character).isEmpty()
                ? Intervals.of(i -> i.match(m -> m.query(character).analyzer("keyword")))
                : match(character);
    }

    private static Intervals match(String text) {
        return Intervals.of(i -> i.match(m -> m.query(text).ordered(true).maxGaps(0)));
    }
}
