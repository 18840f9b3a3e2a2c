/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.query_dsl.Intervals;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits text into runs of Chinese, Japanese and Korean characters and the text between them. The phrase analyzer of {@code cjk} keeps pairs
 * of characters only, so that their positions count characters; text with a run of one character is searched by intervals instead, whose
 * parts are analysed one by one. Immutable.
 */
final class CjkRuns {
    private static final Set<UnicodeScript> SCRIPTS =
            Set.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HANGUL);
    private static final int PROLONGED_SOUND = 'ー';

    private record Run(String text, boolean isCjk) {
        int length() {
            return text.codePointCount(0, text.length());
        }
    }

    private final List<Run> runs = new ArrayList<>();

    CjkRuns(String text) {
        StringBuilder run = new StringBuilder();
        boolean wasCjk = false;
        for (int c : text.codePoints().toArray()) {
            boolean isCjk = SCRIPTS.contains(UnicodeScript.of(c)) || c == PROLONGED_SOUND;
            if (isCjk != wasCjk) {
                add(run.toString(), wasCjk);
                run.setLength(0);
                wasCjk = isCjk;
            }
            run.appendCodePoint(c);
        }
        add(run.toString(), wasCjk);
    }

    /** Only punctuation between two runs is left out, as by the analyzer. */
    private void add(String text, boolean isCjk) {
        if (text.codePoints().anyMatch(Character::isLetterOrDigit)) {
            runs.add(new Run(text, isCjk));
        }
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
        return ordered(field, parts, gaps);
    }

    /** Returns a query for the runs next to each other, where other characters may follow the last one. */
    Query prefix(String field) {
        Run last = runs.get(runs.size() - 1);
        if (last.isCjk()) {
            return phrase(field, 0); // the last character is a word of its own in the index
        }
        List<Intervals> parts = new ArrayList<>(
                runs.subList(0, runs.size() - 1).stream().map(CjkRuns::part).toList());
        int word = last.text().length();
        while (word > 0 && Character.isLetterOrDigit(last.text().charAt(word - 1))) {
            word--;
        }
        add(parts, last.text().substring(0, word));
        String beginning = last.text().substring(word);
        if (!beginning.isEmpty()) {
            parts.add(Intervals.of(i -> i.prefix(p -> p.prefix(beginning))));
        }
        return ordered(field, parts, 0);
    }

    private static void add(List<Intervals> parts, String text) {
        if (text.codePoints().anyMatch(Character::isLetterOrDigit)) {
            parts.add(match(text));
        }
    }

    private static Query ordered(String field, List<Intervals> parts, int gaps) {
        return Query.of(q -> q.intervals(
                i -> i.field(field).allOf(all -> all.ordered(true).maxGaps(gaps).intervals(parts))));
    }

    /** Several characters are found by character, and by pairs in an index that has no single characters. */
    private static Intervals part(Run run) {
        if (!run.isCjk() || run.length() == 1) {
            return match(run.text());
        }
        List<Intervals> characters = run.text()
                .codePoints()
                .mapToObj(c -> match(Character.toString(c)))
                .toList();
        Intervals each =
                Intervals.of(i -> i.allOf(all -> all.ordered(true).maxGaps(0).intervals(characters)));
        return Intervals.of(i -> i.anyOf(any -> any.intervals(each, match(run.text()))));
    }

    private static Intervals match(String text) {
        return Intervals.of(i -> i.match(m -> m.query(text).ordered(true).maxGaps(0)));
    }
}
