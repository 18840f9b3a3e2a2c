/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.query.FieldResolver.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Adds alternatives to a word: what it may become while its author still types it, and words that differ by a few edits. A row with the
 * word itself matches the same alternatives, and so ranks above rows that only they find. Stateless.
 */
final class InexactWords {
    /** The weight of a prefix, whose score is constant. Fields may have weights too, and a whole word in any of them is better. */
    static final float WEIGHT_OF_PREFIX = 0.05f;

    /** The weight of an inexact word, which scores about as much as the word itself. */
    static final float WEIGHT_OF_INEXACT = 0.01f;

    /** Punctuation that analyzers keep between letters or digits of a word. */
    private static final String INNER = "'\u2019.:_";

    /** The fewest letters of a word that may differ by two edits; by one from {@link BareWord#MIN_LENGTH} on. */
    static final int TWO_EDITS_FROM = 8;

    private InexactWords() {}

    /**
     * Returns a query that also finds words that begin with the text.
     *
     * @param word as {@link LeafConverter#word} created it
     */
    static Query completed(Query word, Target target, String text, SourcePosition place) {
        boolean isPrefix = Characters.hasWord(text) && LeafConverter.bytes(text) <= LeafConverter.MAX_PATTERN;
        if (!isPrefix || !isOfTexts(target) || text.endsWith("?")) {
            return word;
        }
        // A keyword may go on after any punctuation, and a word of a text after some, as in keeper's.
        Optional<Target> goesOn = mayGoOn(text) ? Optional.of(target) : target.keywords();
        return goesOn.map(part -> either(word, LeafConverter.prefix(part, text, place), WEIGHT_OF_PREFIX))
                .orElse(word);
    }

    /**
     * Returns a query that also finds words that differ a little from the text.
     *
     * @param word as {@link LeafConverter#word} created it
     * @param texts the text fields among those of the word
     */
    static Query tolerant(Query word, Target texts, String text, SourcePosition place) {
        int letters = BareWord.letters(text);
        if (letters < BareWord.MIN_LENGTH || LeafConverter.bytes(text) > LeafConverter.MAX_FUZZY) {
            return word;
        }
        Optional<Query> inexact = LeafConverter.fuzzyWord(texts, text, letters < TWO_EDITS_FROM ? 1 : 2, place);
        return inexact.map(query -> either(word, query, WEIGHT_OF_INEXACT)).orElse(word);
    }

    /** Tells if a leaf searches for a word, not for a pattern or a range. */
    static boolean isWord(Query leaf) {
        return leaf instanceof Query.Bool bool
                ? bool.isOneText() && bool.should().stream().allMatch(InexactWords::isWord)
                : leaf instanceof Query.Word;
    }

    private static boolean isOfTexts(Target target) {
        return switch (target.type()) {
            case TEXT, KEYWORD -> true;
            case INT, LONG, FLOAT, DOUBLE, BOOLEAN, DATE, JSON, GEO_POINT -> false;
        };
    }

    /** Tells if the text ends with a letter or digit, or with punctuation that may stand before the next one. */
    private static boolean mayGoOn(String text) {
        int end = text.length() - (INNER.indexOf(text.charAt(text.length() - 1)) < 0 ? 0 : 1);
        if (end == 0) {
            return false;
        }
        int last = text.codePointBefore(end);
        return Character.isLetterOrDigit(last) || Characters.isMark(last);
    }

    private static Query either(Query word, Query alternative, float weight) {
        List<Query> all = new ArrayList<>(alternatives(word));
        all.addAll(alternatives(Query.boosted(alternative, weight)));
        return Query.Bool.forms(all);
    }

    private static List<Query> alternatives(Query query) {
        return query instanceof Query.Bool bool ? bool.should() : List.of(query);
    }
}
