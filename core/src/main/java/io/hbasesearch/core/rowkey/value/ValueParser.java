/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/** Parses the text form of values. */
@FunctionalInterface
public interface ValueParser {
    /** Any text. */
    ValueParser TEXT = KeyValue::of;

    /** ISO 8601: a date and a time with an offset, or a date, which means its first moment in UTC. */
    ValueParser MOMENT = ValueParser::moment;

    /** {@code longitude,latitude} or {@code west,south,east,north}, in degrees. */
    ValueParser BOX = ValueParser::box;

    /** @throws UnfitValueException if the text does not have the type's form */
    KeyValue parse(String text);

    private static KeyValue moment(String text) {
        try {
            return new KeyValue.Moment(
                    text.indexOf('T') > 0
                            ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from)
                            : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
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
