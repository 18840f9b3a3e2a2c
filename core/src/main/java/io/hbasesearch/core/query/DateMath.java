/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.DateText;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calculates dates that a query writes relative to now or to another date, as Elasticsearch does: {@code now-7d}, {@code now-1M/M}, {@code
 * 2026-03-01||+1M}. A step {@code /M} rounds to the month, down to its first millisecond or up to its last. Immutable.
 *
 * @param zone of days, of units of a day and more, and of local times
 * @param now the instant of the request
 */
record DateMath(ZoneId zone, Supplier<Instant> now) {
    static final String HINT = "write now or a date followed by ||, and then steps such as -7d, +1h or /M;"
            + " the units are y, M, w, d, h or H, m and s";

    private static final String NOW = "now";
    private static final String ANCHOR_END = "||";
    private static final Pattern STEP = Pattern.compile("([+-])([0-9]*)([A-Za-z])|/([A-Za-z])");
    private static final int MOST_DIGITS = 9;

    /** Tells if a date is written this way; it may still be invalid. */
    static boolean isMath(String text) {
        return text.startsWith(NOW) || text.contains(ANCHOR_END);
    }

    /**
     * Returns milliseconds since the epoch.
     *
     * @param up whether steps round up
     * @throws IllegalArgumentException if the text is not of this form, or the date is out of range; the message completes "the value ..."
     */
    long millis(String text, boolean up) {
        try {
            int anchor = text.indexOf(ANCHOR_END);
            long start =
                    anchor < 0 ? now.get().toEpochMilli() : FieldValues.dateMillis(text.substring(0, anchor), zone);
            ZonedDateTime time = Instant.ofEpochMilli(start).atZone(zone);
            int from = anchor < 0 ? NOW.length() : anchor + ANCHOR_END.length();
            Matcher step = STEP.matcher(text);
            while (from < text.length()) {
                if (!step.region(from, text.length()).lookingAt()) {
                    throw new IllegalArgumentException(
                            "has '" + shown(text.substring(from)) + "', which is not a step of a date");
                }
                time = step.group(4) == null ? moved(time, step) : rounded(time, unit(step.group(4)), up);
                from = step.end();
            }
            long millis = time.toInstant().toEpochMilli();
            // Checks the range.
            var unused = DateText.format(millis);
            return millis;
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("is not within the years 1 and 9999", e);
        }
    }

    private static ZonedDateTime moved(ZonedDateTime time, Matcher step) {
        String digits = step.group(2);
        if (digits.length() > MOST_DIGITS) {
            throw new IllegalArgumentException("has a step of more than " + MOST_DIGITS + " digits");
        }
        long amount = digits.isEmpty() ? 1 : Long.parseLong(digits);
        return time.plus(step.group(1).equals("-") ? -amount : amount, unit(step.group(3)));
    }

    private static ChronoUnit unit(String letter) {
        return switch (letter) {
            case "y" -> ChronoUnit.YEARS;
            case "M" -> ChronoUnit.MONTHS;
            case "w" -> ChronoUnit.WEEKS;
            case "d" -> ChronoUnit.DAYS;
            case "h", "H" -> ChronoUnit.HOURS;
            case "m" -> ChronoUnit.MINUTES;
            case "s" -> ChronoUnit.SECONDS;
            default -> throw new IllegalArgumentException("has the unknown unit of time '" + letter + "'");
        };
    }

    private static ZonedDateTime rounded(ZonedDateTime time, ChronoUnit unit, boolean up) {
        if (unit.isTimeBased()) {
            ZonedDateTime start = time.truncatedTo(unit);
            return up ? start.plus(1, unit).minus(1, ChronoUnit.MILLIS) : start;
        }
        LocalDate first = first(time.toLocalDate(), unit);
        // A day may begin later than midnight, when daylight saving time begins.
        return up
                ? first.plus(1, unit).atStartOfDay(time.getZone()).minus(1, ChronoUnit.MILLIS)
                : first.atStartOfDay(time.getZone());
    }

    private static LocalDate first(LocalDate day, ChronoUnit unit) {
        return switch (unit) {
            case YEARS -> day.withDayOfYear(1);
            case MONTHS -> day.withDayOfMonth(1);
            case WEEKS -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            default -> day;
        };
    }

    private static String shown(String text) {
        int most = 20;
        return text.length() > most ? text.substring(0, most) + "..." : text;
    }
}
