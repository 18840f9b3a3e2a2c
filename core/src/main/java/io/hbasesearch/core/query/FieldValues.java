/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.DateText;
import io.hbasesearch.core.definition.value.FieldType;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Pattern;

/** Converts the values of queries to their canonical form. */
final class FieldValues {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,19}");
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?(?:[0-9]{1,400}\\.?[0-9]{0,400}|\\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,4})?");
    private static final Pattern LOCAL_TIME = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]");
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    private FieldValues() {}

    /**
     * Returns the canonical form of a value. A day without a time becomes its first millisecond, -0.0 becomes 0, and
     * full-width digits are digits.
     *
     * @param dates calculates dates, in the zone of days and local times
     * @throws IllegalArgumentException if it is not a value of this type; the message completes "the value ..."
     */
    static String canonical(FieldType type, String text, DateMath dates) {
        return switch (type) {
            case TEXT, KEYWORD, JSON, GEO_POINT -> text;
            case BOOLEAN -> bool(text);
            case INT -> whole(narrow(text), Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
            case LONG -> whole(narrow(text), Long.MIN_VALUE, Long.MAX_VALUE, "long");
            case FLOAT -> Float.toString((float) decimal(narrow(text), Float.MAX_VALUE, "float") + 0f);
            case DOUBLE -> Double.toString(decimal(narrow(text), Double.MAX_VALUE, "double") + 0.0);
            case DATE -> date(narrow(text), dates);
        };
    }

    /** Tells if the text may stand for all instants of a day, or of a unit to which it rounds. */
    static boolean isSpan(FieldType type, String text) {
        return type == FieldType.DATE && (DAY.matcher(narrow(text)).matches() || isMath(type, text));
    }

    /** Tells if the text is a date relative to now or to another date. */
    static boolean isMath(FieldType type, String text) {
        return type == FieldType.DATE && DateMath.isMath(narrow(text));
    }

    /** Returns the last millisecond of a span. Days may have 23 or 25 hours. */
    static String lastOf(String span, DateMath dates) {
        String text = narrow(span);
        if (DateMath.isMath(text)) {
            return DateText.format(dates.millis(text, true));
        }
        LocalDate next = LocalDate.parse(text).plusDays(1);
        return DateText.formatNearest(
                next.atStartOfDay(dates.zone()).toInstant().toEpochMilli() - 1);
    }

    /** Returns the text with ASCII characters in place of full-width ones. */
    private static String narrow(String text) {
        StringBuilder narrow = new StringBuilder(text);
        for (int i = 0; i < narrow.length(); i++) {
            char c = narrow.charAt(i);
            if (c >= '\uff01' && c <= '\uff5e') {
                narrow.setCharAt(i, (char) (c - '\uff01' + '!'));
            } else if (c == '\u3000') {
                narrow.setCharAt(i, ' ');
            }
        }
        return narrow.toString();
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

    private static String date(String text, DateMath dates) {
        return DateMath.isMath(text)
                ? DateText.format(dates.millis(text, false))
                : DateText.formatNearest(dateMillis(text, dates.zone()));
    }

    /** Returns milliseconds since the epoch. */
    static long dateMillis(String text, ZoneId zone) {
        try {
            if (DAY.matcher(text).matches()) {
                return LocalDate.parse(text).atStartOfDay(zone).toInstant().toEpochMilli();
            }
            String iso = LOCAL_TIME.matcher(text).lookingAt() ? text.replaceFirst(" ", "T") : text;
            return DateText.of(null, zone).parseMillis(iso);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "must be a date such as 2024-02-29 or 2024-02-29T13:14:15Z; without an offset it is in"
                            + " the time zone " + zone);
        }
    }
}
