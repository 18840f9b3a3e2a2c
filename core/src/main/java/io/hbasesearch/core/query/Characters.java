/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.ArrayList;
import java.util.List;

/** What characters mean in a query, whatever keyboard they were typed on. */
final class Characters {
    static final char FULL_WIDTH_COLON = '\uff1a';

    /** Punctuation of Chinese and Japanese text: ideographic comma and full stop, brackets, and full-width forms. */
    private static final String FULL_WIDTH_PUNCTUATION =
            "\u3001\u3002\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\u3014\u3015\u3016\u3017"
                    + "\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\u2026";

    private static final char ZERO_WIDTH_SPACE = '\u200b';
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private Characters() {}

    static boolean isSeparator(char c) {
        return c <= ' '
                || Character.isWhitespace(c)
                || Character.isSpaceChar(c)
                || Character.isISOControl(c)
                || c == ZERO_WIDTH_SPACE
                || c == BYTE_ORDER_MARK
                || FULL_WIDTH_PUNCTUATION.indexOf(c) >= 0;
    }

    /** What stands between separators. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || isSeparator(text.charAt(i))) {
                if (i > start) {
                    words.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return words;
    }

    static boolean isSign(char c) {
        return c == '+' || c == '-' || c == '!';
    }

    /** Typographic quotation marks close each other: who types them seldom sees which one it was. */
    static boolean closesQuote(char opening, char c) {
        boolean isTypographic = c == '\u201c' || c == '\u201d';
        boolean closesItself = opening == '"' || opening == '\uff02';
        return closesItself ? c == opening : isTypographic;
    }

    /** Whether an analyzer may find a word in it: a letter, a digit, or a symbol such as an emoji. */
    static boolean hasWord(CharSequence text) {
        return text.codePoints()
                .anyMatch(c -> Character.isLetterOrDigit(c) || Character.getType(c) == Character.OTHER_SYMBOL);
    }
}
