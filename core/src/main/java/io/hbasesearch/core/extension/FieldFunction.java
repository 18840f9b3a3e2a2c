/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.extension;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes a field's value from other fields. It is found like a {@link ValueCodec}, under {@code
 * META-INF/services/io.hbasesearch.core.extension.FieldFunction}, and follows the same rule: the same values and options always give
 * the same value. A definition names one as {@code function}, with {@code from}.
 */
public interface FieldFunction {
    /** The name in definitions: lower-case letters, digits, {@code -} and {@code .}; begins with a letter. */
    String name();

    /**
     * Opens the function. Called for each field that names it, when the definition is read, and again when it is used.
     *
     * @param options as the definition has them
     * @param arguments the number of fields under {@code from}
     * @throws IllegalArgumentException if they are invalid; its message is shown at the definition's line
     */
    Computation open(Map<String, String> options, int arguments);

    /** Computes the values of one field. Safe for use by several threads. */
    @FunctionalInterface
    interface Computation {
        /**
         * @param values in the order of {@code from}, as documents have them: String (also for dates, in ISO 8601), Boolean,
         *     Long, Double, or a List of these; null for a field that the row lacks. Not to be changed
         * @return see {@link ValueCodec.Reader#read}
         * @throws Exception see there
         */
        @Nullable
        Object compute(List<@Nullable Object> values) throws Exception;
    }
}
