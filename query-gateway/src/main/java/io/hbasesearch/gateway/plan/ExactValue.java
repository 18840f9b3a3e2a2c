/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.model.ByteArray;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * A value of a field that is not analysed: equal to others, and ordered among them, as the index has it. Compared with values of the same
 * field only. Immutable.
 */
sealed interface ExactValue {
    /**
     * @param text as {@link String#valueOf} writes a document's value, or as a query has it
     * @throws NumberFormatException if it is no number where the field holds numbers
     */
    static ExactValue of(FieldType type, String text) {
        return switch (type) {
            case TEXT, KEYWORD, BOOLEAN, JSON -> new Text(ByteArray.utf8(text));
            case INT, LONG -> new Whole(Long.parseLong(text));
            // Negative zero is zero.
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

    /** -1, 0 or 1. */
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
        // A date that cannot be read comes behind all that can.
        return other instanceof Text ? -1 : 1;
    }

    record Text(ByteArray bytes) implements ExactValue {}

    record Whole(long number) implements ExactValue {}

    record Real(double number) implements ExactValue {}

    record Moment(Instant instant) implements ExactValue {}
}
