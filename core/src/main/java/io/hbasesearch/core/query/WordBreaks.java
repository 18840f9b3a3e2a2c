/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.text.WordParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Separates the words of a text that is written without blanks, by the dictionaries of ICU (UAX #29). Rows must have such a text as it is
 * written, so that a person who leaves out a word between two others finds nothing. Stateless.
 */
final class WordBreaks {
    /** The longest text that is separated, in characters. */
    private static final int MAX_LENGTH = 40;

    /** Particles of Chinese and Japanese, which rows may have otherwise or not at all. */
    private static final Set<String> PARTICLES =
            Set.of("的", "了", "和", "与", "與", "及", "在", "是", "被", "把", "の", "は", "が", "を", "に", "で", "と", "も");

    private WordBreaks() {}

    /**
     * Returns the words of the text without particles. A single character belongs to the word before it: dictionaries of words have
     * 数据 and 库, not 数据库.
     *
     * @return empty if the text cannot be separated
     */
    static List<String> words(String text) {
        if (text.length() > MAX_LENGTH || text.codePoints().noneMatch(Characters::isWithoutBlanks)) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        boolean joins = false;
        for (String word : WordParts.of(text)) {
            int last = words.size() - 1;
            if (PARTICLES.contains(word) || !Characters.hasWord(word)) {
                joins = false;
            } else if (last >= 0
                    && joins
                    && (isSingle(word) || isSingle(words.get(last)))
                    && isOneScript(words.get(last), word)) {
                words.set(last, words.get(last) + word);
            } else {
                words.add(word);
                joins = true;
            }
        }
        return words.size() > 1 ? words : List.of();
    }

    /** Removes the particles at both ends of a text. */
    static String withoutParticles(String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && PARTICLES.contains(text.substring(begin, begin + 1))) {
            begin++;
        }
        while (end > begin && PARTICLES.contains(text.substring(end - 1, end))) {
            end--;
        }
        return text.substring(begin, end);
    }

    private static boolean isSingle(String word) {
        return word.codePointCount(0, word.length()) == 1;
    }

    private static boolean isOneScript(String before, String after) {
        return Characters.isWithoutBlanks(before.codePointBefore(before.length()))
                == Characters.isWithoutBlanks(after.codePointAt(0));
    }
}
