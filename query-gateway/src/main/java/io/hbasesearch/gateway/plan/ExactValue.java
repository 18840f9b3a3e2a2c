/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.model.ByteArray;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * A value of a field that is not analysed, with the equality and order that the index uses. Compared only with values of the same field.
 * Immutable.
 */
sealed interface ExactValue {
    /**
     * Converts the text of a value.
     *
     * @param text a document's value as {@link String#valueOf} writes it, or a query's value
     * @throws NumberFormatException if the field holds numbers and the text is not a number
     */
    static ExactValue of(FieldType type, String text) {
        return switch (type) {
            case TEXT, KEYWORD, BOOLEAN, JSON, GEO_POINT -> new Text(ByteArray.utf8(text));
            case INT, LONG -> new Whole(Long.parseLong(text));
            // Adding zero turns negative zero into zero.
            case FLOAT -> new Real(Float.parseFloat(text) + 0f);
            case DOUBLE -> new Real(Double.parseDouble(text) + 0.0);
            case DATE -> date(text);
        };
    }

    private static ExactValue date(String text) {
        try {
            return new Moment(Instant.parse(text));
        } catch (DateTimeException e) {
            return new Text(ByteArray.utf8(text));
        }
    }

    /** Compares two values; returns -1, 0 or 1. */
    default int order(ExactValue other) {
        if (this instanceof Text one && other instanceof Text two) {
            return Integer.signum(one.bytes.compareTo(two.bytes));
        }
        if (this instanceof Whole one && other instanceof Whole two) {
            return Long.compare(one.number, two.number);
        }
        if (this instanceof Real one && other instanceof Real two) {
            return Double.compare(one.number, two.number);
        }
        if (this instanceof Moment one && other instanceof Moment two) {
            return Integer.signum(one.instant.compareTo(two.instant));
        }
        // A date that cannot be parsed sorts after all others.
        return other instanceof Text ? -1 : 1;
    }

    record Text(ByteArray bytes) implements ExactValue {}

    record Whole(long number) implements ExactValue {}

    record Real(double number) implements ExactValue {}

    record Moment(Instant instant) implements ExactValue {}
}
