/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the weights of fields and of parts of a query. Stateless. */
public final class Weight {
    public static final String FORM = "a number from 0.001 to 100";

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?");
    private static final float LEAST = 0.001f;
    private static final float MOST = 100;

    private Weight() {}

    /** Reads a weight; empty if the text is not of the {@link #FORM}. */
    public static Optional<Float> parse(String text) {
        return DIGITS.matcher(text).matches()
                ? Optional.of(Float.parseFloat(text)).filter(Weight::isWeight)
                : Optional.empty();
    }

    public static boolean isWeight(float weight) {
        return weight >= LEAST && weight <= MOST;
    }
}
