/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces operators that a Chinese or Japanese keyboard types in full width by ASCII ones, outside of quotes. Positions stay the same.
 * Stateless.
 */
final class FullWidthOperators {
    private static final Pattern WORD = Pattern.compile("(?<![^\\s()（）\\u3000])(ＡＮＤ|ＯＲ|ＮＯＴ)(?![^\\s()（）\\u3000])");
    private static final String SIGNS = "＋－";

    /** The difference between a full-width character and its ASCII one. */
    private static final int OFFSET = 0xFEE0;

    private FullWidthOperators() {}

    static String replaced(String text) {
        if (text.chars().noneMatch(c -> c > OFFSET)) {
            return text;
        }
        String named = WORD.matcher(text).replaceAll(operator -> ascii(operator.group()));
        StringBuilder replaced = new StringBuilder(named);
        boolean isGrouped = isBalanced(named);
        char opening = 0;
        for (int i = 0; i < named.length(); i++) {
            char c = named.charAt(i);
            if (c == '\\') {
                i++;
            } else if (opening != 0) {
                opening = Characters.closesQuote(opening, c) ? 0 : opening;
            } else if (isQuote(c)) {
                opening = c;
            } else if (isOperator(named, i, isGrouped)) {
                replaced.setCharAt(i, (char) (c - OFFSET));
            }
        }
        return replaced.toString();
    }

    private static boolean isOperator(String text, int at, boolean isGrouped) {
        char c = text.charAt(at);
        return switch (c) {
            case '＞', '＜', '＝', '＊' -> true;
            case '（', '）' -> isGrouped;
            case '＋', '－' ->
                (at == 0 || isBoundary(text.charAt(at - 1)))
                        && at + 1 < text.length()
                        && !isBoundary(text.charAt(at + 1));
            default -> false;
        };
    }

    private static boolean isBoundary(char c) {
        return c == '(' || c == ')' || SIGNS.indexOf(c) >= 0 || Characters.isSeparator(c);
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\u201c' || c == '\u201d' || c == '\uff02';
    }

    /** Tells whether all parentheses are closed. Others are punctuation, as in a list 1） 2）. */
    private static boolean isBalanced(String text) {
        int depth = 0;
        for (int i = 0; i < text.length() && depth >= 0; i++) {
            char c = text.charAt(i);
            depth += c == '（' || c == '(' ? 1 : c == '）' || c == ')' ? -1 : 0;
        }
        return depth == 0;
    }

    private static String ascii(String word) {
        StringBuilder ascii = new StringBuilder();
        word.chars().forEach(c -> ascii.append((char) (c - OFFSET)));
        return Matcher.quoteReplacement(ascii.toString());
    }
}
