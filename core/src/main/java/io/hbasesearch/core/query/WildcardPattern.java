/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.BitSet;
import java.util.function.BiPredicate;

/**
 * A pattern with {@code *} for any characters and {@code ?} for one, where a backslash escapes the next character.
 *
 * @param text as it is passed to backends
 * @param beginning the characters before the first wildcard
 * @param first the position of that wildcard, in characters as they were written; -1 if there is none
 * @param count of wildcards
 */
record WildcardPattern(String text, String beginning, int first, int count) {
    /** Tells if an index can search for the pattern with bounded work. */
    static boolean isSimple(String text) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                expression.append("x");
                i++;
            } else {
                expression.append(
                        c == '*' ? ".*" : c == '?' ? "." : Character.isLetterOrDigit(c) ? String.valueOf(c) : "x");
            }
        }
        return RegularExpression.isSimple(expression.toString());
    }

    /** Tells if the pattern is a star and the end of a value. */
    boolean isSuffix() {
        return count == 1 && text.length() > 1 && text.charAt(0) == '*';
    }

    /** Returns the characters of a {@link #isSuffix suffix}, without its star and escapes. */
    String plain() {
        return text.substring(1).replaceAll("\\\\(.)", "$1");
    }

    /** @param isWildcard tells if the character at a position is a wildcard; otherwise it is literal */
    static WildcardPattern of(CharSequence characters, BiPredicate<CharSequence, Integer> isWildcard) {
        StringBuilder text = new StringBuilder(characters.length() + 8);
        StringBuilder beginning = new StringBuilder();
        int first = -1;
        int count = 0;
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            if (isWildcard.test(characters, i)) {
                first = first < 0 ? i : first;
                count++;
            } else {
                if (c == '*' || c == '?' || c == '\\') {
                    text.append('\\');
                }
                if (first < 0) {
                    beginning.append(c);
                }
            }
            text.append(c);
        }
        return new WildcardPattern(text.toString(), beginning.toString(), first, count);
    }

    /** Parses a pattern of a query tree: {@code *} and {@code ?} are wildcards unless a backslash precedes them. */
    static WildcardPattern parse(String pattern) {
        StringBuilder plain = new StringBuilder(pattern.length());
        BitSet wildcards = new BitSet();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                c = pattern.charAt(++i);
            } else if (c == '*' || c == '?') {
                wildcards.set(plain.length());
            }
            plain.append(c);
        }
        return of(plain, (characters, at) -> wildcards.get(at));
    }
}
