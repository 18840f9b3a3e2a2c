/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces operators that a Chinese or Japanese keyboard types in full width by ASCII ones, outside of quotes and regular expressions.
 * Positions stay the same. Stateless.
 */
final class FullWidthOperators {
    private static final Pattern WORD = Pattern.compile("(?<![^\\s()（）\\u3000])(ＡＮＤ|ＯＲ|ＮＯＴ)(?![^\\s()（）\\u3000])");

    /** The difference between a full-width character and its ASCII one. */
    private static final int OFFSET = 0xFEE0;

    private FullWidthOperators() {}

    static String replaced(String text) {
        if (text.chars().noneMatch(c -> c > OFFSET)) {
            return text;
        }
        BitSet plain = PlainParts.of(text);
        boolean isGrouped = isBalanced(text, plain);
        StringBuilder replaced = new StringBuilder(text);
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            if (plain.get(word.start())) {
                for (int i = word.start(); i < word.end(); i++) {
                    replaced.setCharAt(i, (char) (text.charAt(i) - OFFSET));
                }
            }
        }
        for (int i = plain.nextSetBit(0); i >= 0; i = plain.nextSetBit(i + 1)) {
            if (isOperator(text, i, isGrouped)) {
                replaced.setCharAt(i, (char) (text.charAt(i) - OFFSET));
            }
        }
        return replaced.toString();
    }

    private static boolean isOperator(String text, int at, boolean isGrouped) {
        char c = text.charAt(at);
        char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        return switch (c) {
            case '＞', '＜', '＝', '＊' -> true;
            case '！' -> next == '＝' || next == '=';
            case '（', '）' -> isGrouped;
            case '＋', '－' -> (at == 0 || isBoundary(text.charAt(at - 1))) && !isBoundary(next);
            default -> false;
        };
    }

    private static boolean isBoundary(char c) {
        return c == '(' || c == ')' || c == '＋' || c == '－' || Characters.isSeparator(c);
    }

    /** Tells whether all parentheses are closed. Others are punctuation, as in a list 1） 2）. */
    private static boolean isBalanced(String text, BitSet plain) {
        int depth = 0;
        for (int i = plain.nextSetBit(0); i >= 0 && depth >= 0; i = plain.nextSetBit(i + 1)) {
            char c = text.charAt(i);
            depth += c == '（' || c == '(' ? 1 : c == '）' || c == ')' ? -1 : 0;
        }
        return depth == 0;
    }
}
