/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The one form that a number of a JSON object has as text, in documents and in queries: decimal digits without an exponent and
 * without zeros that say nothing, so that 1.50 is {@code 1.5}, 1E2 and 100.0 are {@code 100}, and -0.0 is {@code 0}. A number with
 * more than {@value #MAX_PLAIN} digits before or behind the point has an exponent, as {@code 1.2E+400}: else a few bytes would become
 * gigabytes of zeros. No state.
 */
public final class CanonicalNumber {
    /** Whole numbers from here on have an exponent, whatever their sign. */
    public static final double LEAST_WITH_EXPONENT = 1e100;

    private static final int MAX_PLAIN = 100;

    /** As long as a query, or a number that a JSON parser reads, may be. */
    private static final int MAX_LENGTH = 1_000;

    /** As JSON has them, with a sign or without digits on one side of the point as well. What begins with other zeros is no number but a name. */
    private static final Pattern NUMBER = Pattern.compile(
            "[+-]?(?:(?:0|[1-9][0-9]{0,999})(?:\\.[0-9]{0,999})?|\\.[0-9]{1,999})(?:[eE][+-]?[0-9]{1,10})?");

    private CanonicalNumber() {}

    /** Without zeros behind its last digit; with a scale of 0 where it is whole and its digits are written out. */
    public static BigDecimal plain(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 && wholeDigits(stripped) <= MAX_PLAIN ? stripped.setScale(0) : stripped;
    }

    public static String text(BigDecimal number) {
        BigDecimal plain = plain(number);
        boolean isShort = wholeDigits(plain) <= MAX_PLAIN && plain.scale() <= MAX_PLAIN;
        return isShort ? plain.toPlainString() : plain.toString();
    }

    /** Of a finite number: what its shortest digits say. */
    public static String text(double number) {
        return text(new BigDecimal(Double.toString(number)));
    }

    /** Of a leaf of a JSON object: a string, a boolean or a finite number. */
    public static String ofLeaf(Object leaf) {
        if (leaf instanceof Double number) {
            return text(number);
        }
        return leaf instanceof BigDecimal number ? text(number) : leaf.toString();
    }

    /** The number that somebody wrote in some form; empty if the text is none. */
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
