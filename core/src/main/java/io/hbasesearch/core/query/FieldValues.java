/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.DateText;
import io.hbasesearch.core.definition.value.FieldType;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Pattern;

/** Converts the values of queries to their canonical form. */
final class FieldValues {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,19}");
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?(?:[0-9]{1,400}\\.?[0-9]{0,400}|\\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,4})?");
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final DateText DATES = DateText.of(null, ZoneOffset.UTC);
    private static final long MILLIS_OF_A_DAY = 86_400_000;

    private FieldValues() {}

    /**
     * Returns the canonical form of a value. A day without a time becomes its first millisecond, and -0.0 becomes 0.
     *
     * @throws IllegalArgumentException if it is not a value of this type; the message completes "the value ..."
     */
    static String canonical(FieldType type, String text) {
        return switch (type) {
            case TEXT, KEYWORD, JSON -> text;
            case BOOLEAN -> bool(text);
            case INT -> whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
            case LONG -> whole(text, Long.MIN_VALUE, Long.MAX_VALUE, "long");
            case FLOAT -> Float.toString((float) decimal(text, Float.MAX_VALUE, "float") + 0f);
            case DOUBLE -> Double.toString(decimal(text, Double.MAX_VALUE, "double") + 0.0);
            case DATE -> date(text, 0);
        };
    }

    /** Tells if the text names a whole day and so stands for all instants of it. */
    static boolean isDay(FieldType type, String text) {
        return type == FieldType.DATE && DAY.matcher(text).matches();
    }

    /** Returns the last millisecond of a day. */
    static String lastOf(String day) {
        return date(day, MILLIS_OF_A_DAY - 1);
    }

    private static String bool(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!lower.equals("true") && !lower.equals("false")) {
            throw new IllegalArgumentException("must be true or false");
        }
        return lower;
    }

    private static String whole(String text, long least, long most, String type) {
        try {
            long value = WHOLE.matcher(text).matches() ? Long.parseLong(text) : 0;
            if (WHOLE.matcher(text).matches() && value >= least && value <= most) {
                return Long.toString(value);
            }
        } catch (NumberFormatException e) {
            // 19 digits may overflow a long: reported below
        }
        throw new IllegalArgumentException(
                "must be a whole number from " + least + " to " + most + ", as the field is of type " + type);
    }

    private static double decimal(String text, double most, String type) {
        double value = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (Math.abs(value) <= most) {
            return value;
        }
        throw new IllegalArgumentException("must be a number, as the field is of type " + type);
    }

    private static String date(String text, long later) {
        try {
            return DateText.format(DATES.parseMillis(text) + later);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "must be a date such as 2024-02-29 or 2024-02-29T13:14:15Z, in UTC unless it has an offset");
        }
    }
}
