/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parses dates in text and formats them for documents and queries: ISO 8601 with milliseconds in UTC. Dates that do not exist, such
 * as 30 February, are refused. Immutable.
 */
public final class DateText {
    private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    private static final DateTimeFormatter CANONICAL =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffsetId()
            .toFormatter(Locale.ENGLISH)
            .withResolverStyle(ResolverStyle.STRICT)
            .withChronology(IsoChronology.INSTANCE);
    private static final ZonedDateTime SAMPLE = ZonedDateTime.of(2024, 2, 29, 13, 14, 15, 0, ZoneOffset.UTC);

    private final DateTimeFormatter formatter;
    private final ZoneId zone;

    private DateText(DateTimeFormatter formatter, ZoneId zone) {
        this.formatter = formatter;
        this.zone = Objects.requireNonNull(zone, "zone");
    }

    /**
     * @param pattern of {@link DateTimeFormatter}, with English names; null for ISO 8601: a date, or a date and a time, with
     *     or without an offset
     * @param zone for texts without a zone
     * @throws IllegalArgumentException if the pattern is invalid, or does not include year, month and day
     */
    public static DateText of(@Nullable String pattern, ZoneId zone) {
        return pattern == null ? new DateText(ISO, zone) : new DateText(checked(pattern, zone), zone);
    }

    private static DateTimeFormatter checked(String pattern, ZoneId zone) {
        if (pattern.replaceAll("'[^']*'", "").contains("Y")) {
            throw new IllegalArgumentException("Y is the year of the week, which differs around New Year: write yyyy");
        }
        DateTimeFormatter formatter = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.ERA, 1) // without it, a strict "yyyy" is no year
                .toFormatter(Locale.ENGLISH)
                .withResolverStyle(ResolverStyle.STRICT)
                .withChronology(IsoChronology.INSTANCE);
        try {
            new DateText(formatter, zone).parseMillis(formatter.format(SAMPLE));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("the pattern must include year, month and day: " + e.getMessage(), e);
        }
        return formatter;
    }

    /**
     * Returns milliseconds since the epoch; midnight if the text has no time.
     *
     * @throws DateTimeException if the text is not of this form, or the year is not within 1 and 9999
     */
    public long parseMillis(String text) {
        TemporalAccessor parsed = formatter.parse(text);
        if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
            return checkRange(Instant.from(parsed).toEpochMilli());
        }
        LocalDate date = parsed.query(TemporalQueries.localDate());
        if (date == null) {
            throw new DateTimeException("no date");
        }
        LocalTime time = parsed.query(TemporalQueries.localTime());
        ZoneId own = parsed.query(TemporalQueries.zone());
        return checkRange(ZonedDateTime.of(date, time == null ? LocalTime.MIDNIGHT : time, own == null ? zone : own)
                .toInstant()
                .toEpochMilli());
    }

    /**
     * @return for example {@code 2024-02-29T13:14:15.000Z}
     * @throws DateTimeException if the year is not within 1 and 9999
     */
    public static String format(long epochMillis) {
        return CANONICAL.format(Instant.ofEpochMilli(checkRange(epochMillis)));
    }

    /** Formats the moment, or the first or last one that has a text. */
    public static String formatNearest(long epochMillis) {
        return format(Math.max(FIRST, Math.min(LAST, epochMillis)));
    }

    private static long checkRange(long epochMillis) {
        if (epochMillis < FIRST || epochMillis > LAST) {
            throw new DateTimeException("a date is within the years 1 and 9999");
        }
        return epochMillis;
    }
}
