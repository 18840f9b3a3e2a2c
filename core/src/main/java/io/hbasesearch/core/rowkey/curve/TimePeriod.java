/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * Divides time into bins from 1970 and counts the time within a bin, like GeoMesa's {@code BinnedTime}. Bins are numbers of 16 bits
 * from 0.
 */
public enum TimePeriod {
    /** Milliseconds of a day; up to 2059. */
    DAY(86_400_000L),
    /** Seconds of a week, which begins on a Thursday as the first one did; up to 2598. */
    WEEK(604_800L),
    /** Seconds of a calendar month; up to 4700. */
    MONTH(31 * 86_400L);

    static final int LAST_BIN = Short.MAX_VALUE;

    private static final LocalDate EPOCH = LocalDate.EPOCH;

    private final long longest;

    TimePeriod(long longest) {
        this.longest = longest;
    }

    /** Returns the greatest value of {@link #offset}, rounded up. */
    long longest() {
        return longest;
    }

    /** Returns the bin of a time; outside of 0 to {@link #LAST_BIN} if the time has no bin. */
    long bin(Instant time) {
        LocalDate date = LocalDate.ofInstant(time, ZoneOffset.UTC);
        return switch (this) {
            case DAY -> date.toEpochDay();
            case WEEK -> Math.floorDiv(date.toEpochDay(), 7);
            case MONTH -> date.getYear() * 12L + date.getMonthValue() - 1 - 1970 * 12L;
        };
    }

    private Instant start(long bin) {
        LocalDate date =
                switch (this) {
                    case DAY -> EPOCH.plusDays(bin);
                    case WEEK -> EPOCH.plusWeeks(bin);
                    case MONTH -> EPOCH.plusMonths(bin);
                };
        return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Returns the offset of a time within its bin, in whole units. */
    long offset(Instant time) {
        ChronoUnit unit = this == DAY ? ChronoUnit.MILLIS : ChronoUnit.SECONDS;
        return unit.between(start(bin(time)), time);
    }
}
