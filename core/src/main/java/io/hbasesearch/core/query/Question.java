/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells which words of a question ask, and which ones rows must have: in {@code what is a lighthouse?} only {@code lighthouse}. A query is a
 * question if it ends with a question mark, and begins with an English question word or has a Chinese or Japanese one. Stateless.
 */
final class Question {
    /** The part of its score that a word counts for if it only asks: it may be rare, but says little. */
    static final float FACTOR = 0.2f;

    private static final Set<String> FIRST = Set.of(
            "what", "what's", "who", "who's", "whom", "whose", "which", "when", "where", "where's", "why", "how", "is",
            "are", "was", "were", "do", "does", "did", "can", "could", "should", "would", "has", "have");

    private static final Set<String> FURTHER = Set.of(
            "a", "an", "the", "there", "it", "this", "that", "these", "those", "I", "we", "you", "be", "to", "of");

    /** Words that ask, the longer ones first, because the first alternative that fits is taken. */
    private static final Pattern WITHOUT_BLANKS =
            Pattern.compile("请问|請問|是?什么时候|是?什麼時候|何时|何時|为什么|為什麼|为何|為何|什么是|什麼是|是什么|是什麼|什么叫|什麼叫|叫什么|叫什麼"
                    + "|什么|什麼|怎么样|怎麼樣|怎么|怎麼|怎样|怎樣|如何|在哪里|在哪裡|在哪儿|在哪兒|哪里|哪裡|有哪些|哪些|哪个|哪個|谁是|誰是|是谁|是誰|谁|誰|是不是|有没有|有沒有|能不能|多少"
                    + "|とは何ですか|は何ですか|とは何か|とは何|ですか|ますか|[吗嗎呢]$");

    private Question() {}

    /** Tells if a query string ends as a question does. */
    static boolean isAsked(String text) {
        int end = text.length();
        boolean hasMark = false;
        while (end > 0 && (isMark(text.charAt(end - 1)) || Character.isWhitespace(text.charAt(end - 1)))) {
            end--;
            hasMark |= text.charAt(end) == '?' || text.charAt(end) == '？';
        }
        return hasMark;
    }

    /** Tells if the first word of a query begins a question. */
    static boolean isFirst(String word) {
        return FIRST.contains(plain(word));
    }

    /** Tells if a word of an English question only asks. {@code IT} is a subject. */
    static boolean asks(String word) {
        return isFirst(word) || FURTHER.contains(withoutMarks(word));
    }

    /**
     * Returns the parts of a text without blanks that rows must have: none if all of it asks.
     *
     * @return empty if nothing in it asks, or if it has a wildcard
     */
    static Optional<List<String>> subjects(String text) {
        String asked = withoutMarks(text);
        if (asked.codePoints().noneMatch(Characters::isWithoutBlanks) || asked.contains("*") || asked.contains("?")) {
            return Optional.empty();
        }
        boolean isParticle = WordBreaks.withoutParticles(asked).isEmpty();
        return isParticle || WITHOUT_BLANKS.matcher(asked).find()
                ? Optional.of(WITHOUT_BLANKS
                        .splitAsStream(asked)
                        .map(WordBreaks::withoutParticles)
                        .filter(Characters::hasWord)
                        .toList())
                : Optional.empty();
    }

    private static boolean isMark(char c) {
        return c == '?' || c == '？' || c == '!' || c == '！';
    }

    static String withoutMarks(String word) {
        int end = word.length();
        while (end > 0 && isMark(word.charAt(end - 1))) {
            end--;
        }
        return word.substring(0, end);
    }

    private static String plain(String word) {
        return withoutMarks(word).replace('\u2019', '\'').toLowerCase(Locale.ROOT);
    }
}
