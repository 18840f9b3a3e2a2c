/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Classifies the characters of a query, including full-width and typographic ones. */
final class Characters {
    static final char FULL_WIDTH_COLON = '\uff1a';

    /** Punctuation of Chinese and Japanese text: ideographic comma and full stop, brackets, and full-width forms. */
    private static final String FULL_WIDTH_PUNCTUATION =
            "\u3001\u3002\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\u3014\u3015\u3016\u3017"
                    + "\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\u2026";

    private static final char LOW_QUOTE = '\u201a';

    /** Quotation marks that begin a quotation, at the places where {@link #CLOSING_QUOTES} has those that end it. */
    private static final String PAIRED_QUOTES = "\u00ab\u00bb\u2039\u203a" + LOW_QUOTE;

    private static final String CLOSING_QUOTES = "\u00bb\u00ab\u203a\u2039\u2018";

    private static final char ZERO_WIDTH_SPACE = '\u200b';
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private static final Set<Character.UnicodeScript> WITHOUT_BLANKS = EnumSet.of(
            Character.UnicodeScript.HAN,
            Character.UnicodeScript.HIRAGANA,
            Character.UnicodeScript.KATAKANA,
            Character.UnicodeScript.HANGUL,
            Character.UnicodeScript.BOPOMOFO,
            Character.UnicodeScript.THAI,
            Character.UnicodeScript.LAO,
            Character.UnicodeScript.KHMER,
            Character.UnicodeScript.MYANMAR);

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

    /** Splits a text at separators. */
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

    /**
     * Tells if a character closes a quotation. Typographic quotation marks close each other, because they are easily confused when
     * typed, and because German text closes with the mark that opens an English quotation.
     */
    static boolean closesQuote(char opening, char c) {
        int pair = PAIRED_QUOTES.indexOf(opening);
        if (pair >= 0) {
            return c == CLOSING_QUOTES.charAt(pair) || (opening == LOW_QUOTE && c == '\u2019');
        }
        boolean isTypographic = c == '\u201c' || c == '\u201d';
        boolean closesItself = opening == '"' || opening == '\uff02';
        return closesItself ? c == opening : isTypographic;
    }

    static boolean opensQuote(char c) {
        return c == '"' || c == '\u201c' || c == '\u201d' || c == '\u201e' || c == '\uff02';
    }

    /**
     * Tells if a quotation begins at an offset. Angle quotation marks and a low single one begin a quotation only at the beginning of a word,
     * and if it is closed: else they are punctuation, as in {@code Home » Products}.
     */
    static boolean opensQuote(CharSequence text, int at) {
        char opening = text.charAt(at);
        char before = at == 0 ? ' ' : text.charAt(at - 1);
        if (PAIRED_QUOTES.indexOf(opening) < 0
                || !(isSeparator(before) || isSign(before) || "(:".indexOf(before) >= 0)) {
            return opensQuote(opening);
        }
        for (int i = at + 1; i < text.length(); i++) {
            if (closesQuote(opening, text.charAt(i))) {
                return hasWord(text.subSequence(at, i));
            }
        }
        return false;
    }

    /** Tells if the character is of a script that is written without blanks between words. */
    static boolean isWithoutBlanks(int c) {
        return WITHOUT_BLANKS.contains(Character.UnicodeScript.of(c));
    }

    /** Tells if the character belongs to a word: a letter, a digit, or a mark such as an accent that belongs to one. */
    static boolean isOfWord(int c) {
        return Character.isLetterOrDigit(c) || isMark(c);
    }

    /** Tells if the character changes the one before it, as accents and many vowels do. */
    static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }

    /** Tells if an analyzer may find a word in the text: a letter, a digit, or a symbol such as an emoji. */
    static boolean hasWord(CharSequence text) {
        return text.codePoints()
                .anyMatch(c -> Character.isLetterOrDigit(c) || Character.getType(c) == Character.OTHER_SYMBOL);
    }
}
