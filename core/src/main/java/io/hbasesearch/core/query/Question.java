/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells which words of a question ask, and which ones rows must have: in {@code what is a lighthouse?} only {@code lighthouse}. A query is a
 * question if it ends with a question mark, and begins with an English question word or has a Chinese or Japanese one. Stateless.
 */
final class Question {
    /** The part of its score that a word counts for if it only asks: it may be rare, but says little. */
    static final float FACTOR = 0.2f;

    private static final Pattern END = Pattern.compile("[?？][?？!！\\s]*$");
    private static final Pattern MARKS = Pattern.compile("[?？!！]+$");

    private static final Set<String> FIRST = Set.of(
            "what", "what's", "who", "who's", "whom", "whose", "which", "when", "where", "where's", "why", "how", "is",
            "are", "was", "were", "do", "does", "did", "can", "could", "should", "would", "has", "have");

    private static final Set<String> FURTHER = Set.of(
            "a", "an", "the", "there", "it", "this", "that", "these", "those", "I", "we", "you", "be", "to", "of");

    /** Words that ask, the longer ones first, because the first alternative that fits is taken. */
    private static final Pattern WITHOUT_BLANKS =
            Pattern.compile("请问|請問|为什么|為什麼|为何|為何|什么是|什麼是|是什么|是什麼|什么叫|什麼叫|叫什么|叫什麼|什么|什麼"
                    + "|怎么样|怎麼樣|怎么|怎麼|怎样|怎樣|如何|在哪里|在哪裡|在哪儿|在哪兒|哪里|哪裡|有哪些|哪些|哪个|哪個|谁是|誰是|是谁|是誰|谁|誰|是不是|有没有|有沒有|能不能|多少"
                    + "|とは何ですか|は何ですか|とは何か|とは何|ですか|ますか|[吗嗎呢]$");

    private Question() {}

    /** Tells if a query string ends as a question does. */
    static boolean isAsked(String text) {
        return END.matcher(text).find();
    }

    /** Tells if the first word of a query begins a question. */
    static boolean isFirst(String word) {
        return FIRST.contains(plain(word));
    }

    /** Tells if a word of a question only asks. {@code IT} is a subject. */
    static boolean asks(String word) {
        return isFirst(word) || FURTHER.contains(MARKS.matcher(word).replaceFirst(""));
    }

    /**
     * Returns the parts of a text without blanks that rows must have.
     *
     * @return empty if nothing in it asks, if all of it does, or if it has a wildcard
     */
    static List<String> subjects(String text) {
        String asked = MARKS.matcher(text).replaceFirst("");
        if (asked.codePoints().noneMatch(Characters::isWithoutBlanks)
                || asked.contains("*")
                || asked.contains("?")
                || !WITHOUT_BLANKS.matcher(asked).find()) {
            return List.of();
        }
        return WITHOUT_BLANKS.splitAsStream(asked).filter(Characters::hasWord).toList();
    }

    private static String plain(String word) {
        return MARKS.matcher(word).replaceFirst("").replace('\u2019', '\'').toLowerCase(Locale.ROOT);
    }
}
