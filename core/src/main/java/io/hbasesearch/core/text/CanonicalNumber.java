/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Converts a number of a JSON object to its canonical text, in documents and in queries: decimal digits without an exponent and
 * without insignificant zeros, so that 1.50 is {@code 1.5}, 1E2 and 100.0 are {@code 100}, and -0.0 is {@code 0}. A number with more
 * than {@value #MAX_PLAIN} digits before or after the point has an exponent, such as {@code 1.2E+400}: otherwise a few bytes would
 * become gigabytes of zeros. Stateless.
 */
public final class CanonicalNumber {
    /** The least absolute value of whole numbers with an exponent. */
    public static final double LEAST_WITH_EXPONENT = 1e100;

    private static final int MAX_PLAIN = 100;

    /** The longest number of a query or a JSON parser. */
    private static final int MAX_LENGTH = 1_000;

    /**
     * Numbers of JSON, also with a plus sign or without digits on one side of the point. A text with other leading zeros is a name,
     * not a number.
     */
    private static final Pattern NUMBER = Pattern.compile(
            "[+-]?(?:(?:0|[1-9][0-9]{0,999})(?:\\.[0-9]{0,999})?|\\.[0-9]{1,999})(?:[eE][+-]?[0-9]{1,10})?");

    private CanonicalNumber() {}

    /** Removes trailing zeros; the scale is 0 if the number is whole and has no exponent. */
    public static BigDecimal plain(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 && wholeDigits(stripped) <= MAX_PLAIN ? stripped.setScale(0) : stripped;
    }

    public static String text(BigDecimal number) {
        BigDecimal plain = plain(number);
        boolean isShort = wholeDigits(plain) <= MAX_PLAIN && plain.scale() <= MAX_PLAIN;
        return isShort ? plain.toPlainString() : plain.toString();
    }

    /** Returns the text of a finite number by its shortest digits. */
    public static String text(double number) {
        return text(new BigDecimal(Double.toString(number)));
    }

    /** Returns the text of a leaf of a JSON object: a string, a boolean or a finite number. */
    public static String ofLeaf(Object leaf) {
        if (leaf instanceof Double number) {
            return text(number);
        }
        return leaf instanceof BigDecimal number ? text(number) : leaf.toString();
    }

    /** Parses a number in any notation; empty if the text is not a number. */
    public static Optional<BigDecimal> parse(String text) {
        if (text.length() > MAX_LENGTH || !NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty(); // an exponent that no decimal has
        }
    }

    private static long wholeDigits(BigDecimal number) {
        return (long) number.precision() - number.scale();
    }
}
