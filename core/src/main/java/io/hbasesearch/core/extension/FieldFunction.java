/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.extension;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a field's value of other fields'. Found as a {@link ValueCodec} is, under
 * {@code META-INF/services/io.hbasesearch.core.extension.FieldFunction}, and bound by the same rules: the same values and
 * options always make the same value. A definition names one as {@code function}, beside {@code from}.
 */
public interface FieldFunction {
    /** What definitions call it: lower-case letters, digits, {@code -} and {@code .}; begins with a letter. */
    String name();

    /**
     * Called for each field that names this function, when its definition is read, and again when it is used.
     *
     * @param options as the definition has them
     * @param arguments how many fields there are under {@code from}
     * @throws IllegalArgumentException if they are wrong; its message is shown at the definition's line
     */
    Computation open(Map<String, String> options, int arguments);

    /** Computes the values of one field. Safe for use by several threads. */
    @FunctionalInterface
    interface Computation {
        /**
         * @param values in the order of {@code from}, as documents have them: String (also for dates, in ISO 8601), Boolean,
         *     Long, Double, or a List of these; null for a field that the row lacks. Not to be changed
         * @return as {@link ValueCodec.Reader#read} has it
         * @throws Exception as there
         */
        @Nullable
        Object compute(List<@Nullable Object> values) throws Exception;
    }
}
