/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.rowkey.transform.Transform;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses transforms of a specification: a word, some followed by a number. */
final class TransformText {
    static final String FORM =
            "reverse, reverseBytes, rotate N, truncate N, complement, complement MAX, floor STEP or invert";

    private static final Pattern WORDS = Pattern.compile("([A-Za-z]+)(?: +([0-9]{1,19}))?");
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private TransformText() {}

    /** @throws IllegalArgumentException if the text is not a transform */
    static Transform parse(String text) {
        Matcher words = WORDS.matcher(text);
        if (!words.matches()) {
            throw new IllegalArgumentException("no transform");
        }
        String number = words.group(2);
        if (number == null) {
            return withoutNumber(words.group(1));
        }
        BigInteger amount = new BigInteger(number);
        return switch (words.group(1)) {
            case "rotate" -> new Transform.Rotate(positive(number));
            case "truncate" -> new Transform.Truncate(positive(number));
            case "complement" -> new Transform.Complement(amount);
            case "floor" -> new Transform.Floor(BigInteger.valueOf(positive(number)));
            default -> throw new IllegalArgumentException("no transform with a number");
        };
    }

    private static Transform withoutNumber(@Nullable String word) {
        if (word == null) {
            throw new IllegalArgumentException("no transform");
        }
        return switch (word) {
            case "reverse" -> new Transform.ReverseCharacters();
            case "reverseBytes" -> new Transform.ReverseBytes();
            case "complement" -> new Transform.Complement(LONG_MAX);
            case "invert" -> new Transform.Invert();
            default -> throw new IllegalArgumentException("no transform without a number");
        };
    }

    private static int positive(String number) {
        int value = Integer.parseInt(number);
        if (value < 1) {
            throw new IllegalArgumentException("not from 1 on");
        }
        return value;
    }
}
