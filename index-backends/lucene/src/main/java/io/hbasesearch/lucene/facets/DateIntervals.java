/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.spi.FacetRequest.CalendarUnit;
import io.hbasesearch.core.spi.FacetRequest.Interval;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

/** Computes the interval of an instant as Elasticsearch does. All times in milliseconds since the epoch. Immutable. */
final class DateIntervals {
    private static final int MONTHS_OF_A_QUARTER = 3;
    private static final long MILLIS = 1_000;

    private final Interval interval;
    private final ZoneId zone;

    /** @param zone without rules (a fixed offset) for intervals of a fixed length */
    DateIntervals(Interval interval, ZoneId zone) {
        this.interval = interval;
        this.zone = zone;
    }

    /** Returns the start of the interval of an instant. */
    long start(long millis) {
        if (interval instanceof Interval.Fixed fixed) {
            long length = fixed.length().toMillis();
            long offset = offset(millis);
            return Math.floorDiv(millis + offset, length) * length - offset;
        }
        return start(
                ((Interval.Calendar) interval).unit(),
                Instant.ofEpochMilli(millis).atZone(zone));
    }

    private long offset(long millis) {
        return zone.getRules().getOffset(Instant.ofEpochMilli(millis)).getTotalSeconds() * MILLIS;
    }

    private long start(CalendarUnit unit, ZonedDateTime time) {
        LocalDate day = time.toLocalDate();
        return switch (unit) {
            case MINUTE -> time.truncatedTo(ChronoUnit.MINUTES).toInstant().toEpochMilli();
            case HOUR -> time.truncatedTo(ChronoUnit.HOURS).toInstant().toEpochMilli();
            case DAY -> midnight(day);
            case WEEK -> midnight(day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
            case MONTH -> midnight(day.withDayOfMonth(1));
            case QUARTER -> {
                int month = (day.getMonthValue() - 1) / MONTHS_OF_A_QUARTER * MONTHS_OF_A_QUARTER + 1;
                yield midnight(LocalDate.of(day.getYear(), month, 1));
            }
            case YEAR -> midnight(day.withDayOfYear(1));
        };
    }

    /** Returns midnight, or the first instant of the day if summer time starts then. */
    private long midnight(LocalDate day) {
        return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }
}
