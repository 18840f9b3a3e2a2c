/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import java.util.HashMap;
import java.util.Map;

/**
 * Compares texts without regard to case, character by character as {@link String#equalsIgnoreCase} does: {@code ß} is not {@code ss}.
 * Stateless.
 */
public final class CaseFolding {
    private CaseFolding() {}

    private static int fold(int codePoint) {
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    /** Returns the text with one case for each letter. */
    public static String fold(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        text.codePoints().forEach(c -> folded.appendCodePoint(fold(c)));
        return folded.toString();
    }

    /** Returns a regular expression of Lucene for texts that begin with the prefix in any case. */
    public static String prefixPattern(String prefix) {
        StringBuilder pattern = new StringBuilder(prefix.length() * 4);
        prefix.codePoints().forEach(c -> append(pattern, c));
        return pattern.append(".*").toString();
    }

    private static void append(StringBuilder pattern, int c) {
        String cases = Cases.BY_FOLDED.get(fold(c));
        if (cases != null) {
            pattern.append('[').append(cases).append(']');
        } else {
            if (!Character.isLetterOrDigit(c)) {
                pattern.append('\\'); // it may have a meaning in a regular expression
            }
            pattern.appendCodePoint(c);
        }
    }

    /** The letters with several cases, which are collected on first use. */
    private static final class Cases {
        static final Map<Integer, String> BY_FOLDED = new HashMap<>();

        static {
            for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
                if (fold(c) != c) {
                    BY_FOLDED.putIfAbsent(fold(c), Character.toString(fold(c)));
                    BY_FOLDED.merge(fold(c), Character.toString(c), String::concat);
                }
            }
        }
    }
}
