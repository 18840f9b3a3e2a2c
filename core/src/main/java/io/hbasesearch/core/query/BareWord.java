/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

/**
 * A word of a query string that is searched in the default fields, and that may be misspelled.
 *
 * @param begin the offset of its first character in the query string
 * @param end the offset behind its last one
 */
public record BareWord(String text, int begin, int end) {
    /** The fewest letters of a word that may be misspelled. */
    public static final int MIN_LENGTH = 4;

    /**
     * Tells if a text may be a misspelled word: it has only letters, at least {@value #MIN_LENGTH} of them, and its script has blanks
     * between words.
     */
    public static boolean mayBeMisspelled(String text) {
        return letters(text) >= MIN_LENGTH;
    }

    /** Returns the number of letters of a word; 0 if it has other characters too, or if its script has no blanks between words. */
    static int letters(String text) {
        boolean isWord = text.codePoints()
                .allMatch(c -> (Character.isLetter(c) || Characters.isMark(c)) && !Characters.isWithoutBlanks(c));
        return isWord ? (int) text.codePoints().filter(Character::isLetter).count() : 0;
    }
}
