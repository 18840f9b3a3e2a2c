/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Recognises a leading piece of few consecutive values as a salt. It is called only if no hash gives the piece. Stateless.
 */
final class SaltSearch {
    private static final int MOST_WIDTH = 3;
    private static final int MOST_SALTS = 256;
    /** The least keys per value of a salt, which occurs often. */
    private static final int KEYS_OF_A_SALT = 5;

    private static final int MOST_BYTE_SALTS = 64;

    private SaltSearch() {}

    /** @param count of values that the sample has
     * @param isWhole whether it has all consecutive ones up to the last
     */
    record Found(String settings, int count, boolean isWhole) {}

    /** Finds a salt before a separator, or before bytes. */
    static Optional<Found> separated(Piece prefix) {
        int width = prefix.width().orElse(0);
        TreeSet<String> values = new TreeSet<>(prefix.values());
        if (width < 1 || width > MOST_WIDTH || !isFrequent(values, prefix)) {
            return Optional.empty();
        } else if (prefix.all(Texts::isDigits)) {
            return digits(values, width);
        } else if (width == 1 && !prefix.isText()) {
            return bytes(values);
        }
        return letters(values);
    }

    /**
     * Finds a salt directly before text. Of digits before digits, and of letters before letters, nothing tells where a salt ends and
     * whether it is one.
     */
    static Optional<Found> glued(Piece prefix, Piece rest) {
        boolean digits = prefix.all(Texts::isDigits) && rest.all(value -> Character.isLetter(value.charAt(0)));
        boolean letters = prefix.shortest() == 1
                && prefix.distinct() > 2
                && prefix.all(value -> Character.isLetter(value.charAt(0)))
                && rest.all(value -> Character.isDigit(value.charAt(0)))
                && rest.distinct() == rest.size();
        return digits || letters ? separated(prefix) : Optional.empty();
    }

    private static boolean isFrequent(TreeSet<String> values, Piece prefix) {
        return values.size() > 1 && values.size() <= MOST_SALTS && values.size() * KEYS_OF_A_SALT <= prefix.size();
    }

    private static Optional<Found> digits(TreeSet<String> values, int width) {
        int first = Integer.parseInt(values.first());
        int last = Integer.parseInt(values.last());
        return first <= 1 && isNearly(values, last - first + 1)
                ? Optional.of(new Found(
                        "kind: salt, type: decimal, width: " + width + ", values: " + values.first() + ".."
                                + values.last(),
                        values.size(),
                        values.size() == last - first + 1))
                : Optional.empty();
    }

    private static Optional<Found> bytes(TreeSet<String> values) {
        int last = values.last().charAt(0);
        return last < MOST_BYTE_SALTS && isNearly(values, last + 1)
                ? Optional.of(
                        new Found("kind: salt, type: u8, values: 0.." + last, values.size(), values.size() == last + 1))
                : Optional.empty();
    }

    private static Optional<Found> letters(TreeSet<String> values) {
        char first = values.first().charAt(0);
        char last = values.last().charAt(0);
        boolean hex = values.size() == 16
                && values.stream().allMatch(Texts::isHexDigits)
                && values.first().length() == 1;
        boolean letters = values.first().length() == 1
                && (first == 'a' || first == 'A')
                && values.size() == last - first + 1
                && Character.isLetter(last);
        if (!hex && !letters) {
            return Optional.empty();
        }
        List<String> quoted = values.stream().map(value -> "\"" + value + "\"").toList();
        return Optional.of(
                new Found("kind: salt, type: ascii, values: [" + String.join(", ", quoted) + "]", values.size(), true));
    }

    /** Tells if at most a fifth of consecutive values is missing. */
    private static boolean isNearly(TreeSet<String> values, int all) {
        return values.size() >= 2 && 5 * values.size() >= 4 * all;
    }
}
