/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.BitSet;

/** Tells which characters of a query string are in no quotes, in no regular expression and behind no backslash. Stateless. */
final class PlainParts {
    private PlainParts() {}

    /** Returns the offsets of these characters. */
    static BitSet of(String text) {
        BitSet plain = new BitSet(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int end = Characters.opensQuote(text, i) ? endOfQuote(text, i) : c == '/' ? endOfExpression(text, i) : i;
            if (c == '\\') {
                i += 2;
            } else if (end > i) {
                i = end + 1;
            } else {
                plain.set(i++);
            }
        }
        return plain;
    }

    /** Returns the text with quotation marks in place of all other characters. */
    static String withoutOthers(String text) {
        BitSet plain = of(text);
        StringBuilder parts = new StringBuilder(text);
        for (int i = plain.nextClearBit(0); i < text.length(); i = plain.nextClearBit(i + 1)) {
            parts.setCharAt(i, '"');
        }
        return parts.toString();
    }

    private static int endOfQuote(String text, int begin) {
        for (int i = begin + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (Characters.closesQuote(text.charAt(begin), text.charAt(i))) {
                return i;
            }
        }
        return text.length();
    }

    /** Returns the offset of the slash that ends an expression; {@code begin} if none begins there. */
    private static int endOfExpression(String text, int begin) {
        char before = begin == 0 ? ' ' : text.charAt(begin - 1);
        if (!Characters.isSeparator(before) && !Characters.isSign(before) && before != '(' && before != ':') {
            return begin;
        }
        for (int i = begin + 1; i < text.length() && text.charAt(i) > ' '; i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == '/') {
                return i;
            }
        }
        return begin;
    }
}
