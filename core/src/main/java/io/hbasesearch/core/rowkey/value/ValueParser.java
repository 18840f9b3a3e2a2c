/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Optional;

/** Parses the text form of values. */
@FunctionalInterface
public interface ValueParser {
    /** Any text. */
    ValueParser TEXT = KeyValue::of;

    /** ISO 8601: a date and a time, or a date, which means its first moment; in UTC without an offset. */
    ValueParser MOMENT = ValueParser::moment;

    /** {@code longitude,latitude} or {@code west,south,east,north}, in degrees. */
    ValueParser BOX = ValueParser::box;

    /** @throws UnfitValueException if the text does not have the type's form */
    KeyValue parse(String text);

    /** Returns the zone of times without an offset; empty if the values are not times. */
    default Optional<ZoneId> zone() {
        return Optional.empty();
    }

    /**
     * Parses ISO 8601: a date, or a date and a time with or without an offset.
     *
     * @param zone of texts without an offset
     * @throws DateTimeException if the text does not have this form
     */
    static Instant instant(String text, ZoneId zone) {
        if (text.indexOf('T') < 0) {
            return LocalDate.parse(text).atStartOfDay(zone).toInstant();
        }
        TemporalAccessor parsed =
                DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
        return parsed instanceof LocalDateTime local
                ? local.atZone(zone).toInstant()
                : ((OffsetDateTime) parsed).toInstant();
    }

    private static KeyValue moment(String text) {
        try {
            return new KeyValue.Moment(instant(text, ZoneOffset.UTC));
        } catch (DateTimeException e) {
            throw new UnfitValueException("must be a date such as 2024-02-29 or 2024-02-29T13:14:15Z", e);
        }
    }

    private static KeyValue box(String text) {
        try {
            double[] degrees = Arrays.stream(text.split(" *, *", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            if (degrees.length == 2) {
                return KeyValue.Box.point(degrees[0], degrees[1]);
            }
            if (degrees.length == 4) {
                return new KeyValue.Box(degrees[0], degrees[1], degrees[2], degrees[3]);
            }
        } catch (IllegalArgumentException e) {
            throw new UnfitValueException("must be longitudes and latitudes in degrees", e);
        }
        throw new UnfitValueException("must be longitude,latitude or west,south,east,north");
    }
}
