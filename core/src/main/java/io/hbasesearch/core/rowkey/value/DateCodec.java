/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hbasesearch.core.model.ByteArray;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stores dates of the years 0 to 9999 as digits according to a pattern. A date represents its first moment: {@code 20240229} is
 * midnight in the codec's zone. Other moments of that day are not values of the type, but may bound a range.
 */
public final class DateCodec implements KeyValueCodec {
    private static final Pattern ELEMENTS = Pattern.compile("yyyy|MM|dd|HH|mm|ss|S{1,9}|[^A-Za-z'\\[\\]{}#]|'[^']+'");
    private static final String SIGNIFICANCE = "yMdHmsS";
    private static final Instant FIRST = Instant.parse("0000-01-02T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-30T23:59:59.999999999Z");

    private final DateTimeFormatter formatter;
    private final ZoneId zone;
    private final boolean ordered;
    private final int width;

    /**
     * @param pattern of yyyy, MM, dd, HH, mm, ss and S, with other characters between; includes at least the year
     * @throws IllegalArgumentException if the pattern is invalid
     */
    public DateCodec(String pattern, ZoneId zone) {
        this.zone = Objects.requireNonNull(zone, "zone");
        String significance = significance(pattern);
        boolean hasTime = significance.indexOf('H') >= 0;
        this.ordered = SIGNIFICANCE.startsWith(significance) && (!hasTime || zone.normalized() instanceof ZoneOffset);
        this.formatter = formatter(pattern);
        this.width = formatter.format(LocalDateTime.of(2024, 2, 29, 0, 0)).getBytes(US_ASCII).length;
    }

    /** Returns the first letter of each element in order; refuses elements without a fixed width. */
    private static String significance(String pattern) {
        StringBuilder letters = new StringBuilder();
        Matcher element = ELEMENTS.matcher(pattern);
        int end = 0;
        for (; element.find() && element.start() == end; end = element.end()) {
            char first = pattern.charAt(element.start());
            if (SIGNIFICANCE.indexOf(first) >= 0) {
                letters.append(first);
            }
        }
        boolean distinct = letters.chars().distinct().count() == letters.length();
        if (end != pattern.length() || !distinct || letters.indexOf("y") < 0) {
            throw new IllegalArgumentException(
                    "a date in a key is made of yyyy, MM, dd, HH, mm, ss and S, each once and yyyy among them");
        }
        return letters.toString();
    }

    private static DateTimeFormatter formatter(String pattern) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().appendPattern(pattern.replace('y', 'u'));
        defaulting(builder, pattern, "MM", ChronoField.MONTH_OF_YEAR, 1);
        defaulting(builder, pattern, "dd", ChronoField.DAY_OF_MONTH, 1);
        defaulting(builder, pattern, "HH", ChronoField.HOUR_OF_DAY, 0);
        defaulting(builder, pattern, "mm", ChronoField.MINUTE_OF_HOUR, 0);
        defaulting(builder, pattern, "ss", ChronoField.SECOND_OF_MINUTE, 0);
        return builder.toFormatter(Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    }

    private static void defaulting(
            DateTimeFormatterBuilder builder, String pattern, String element, ChronoField field, int value) {
        if (!pattern.contains(element)) {
            builder.parseDefaulting(field, value);
        }
    }

    @Override
    public Optional<ZoneId> zone() {
        return Optional.of(zone);
    }

    /** Parses ISO 8601 (a date, or a date and a time, in the codec's zone without an offset) or a date in the form of the key. */
    @Override
    public KeyValue parse(String text) {
        if (text.length() == width) {
            try {
                return decode(text.getBytes(US_ASCII));
            } catch (UnfitValueException e) {
                // ISO 8601, or reported below
            }
        }
        try {
            return new KeyValue.Moment(ValueParser.instant(text, zone));
        } catch (DateTimeException e) {
            throw new UnfitValueException("must be a date such as 2024-02-29 or 2024-02-29T13:14:15Z", e);
        }
    }

    @Override
    public byte[] encode(KeyValue value) {
        Instant instant = instant(value);
        byte[] text = floor(instant);
        if (!decoded(text).equals(instant)) {
            throw new UnfitValueException("must be a date of its pattern's precision");
        }
        return text;
    }

    private static Instant instant(KeyValue value) {
        if (value instanceof KeyValue.Moment moment) {
            return moment.instant();
        }
        throw new UnfitValueException("must be a date");
    }

    private byte[] floor(Instant instant) {
        if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
            throw new UnfitValueException("must be of the years 0 to 9999");
        }
        return formatter.format(LocalDateTime.ofInstant(instant, zone)).getBytes(US_ASCII);
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        return new KeyValue.Moment(decoded(bytes));
    }

    private Instant decoded(byte[] bytes) {
        try {
            return LocalDateTime.parse(new String(bytes, US_ASCII), formatter)
                    .atZone(zone)
                    .toInstant();
        } catch (DateTimeException e) {
            throw new UnfitValueException("must be a date of its pattern", e);
        }
    }

    @Override
    public ValueKind kind() {
        return ValueKind.MOMENT;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(width);
    }

    @Override
    public KeyOrder order() {
        return ordered ? KeyOrder.ASCENDING : KeyOrder.NONE;
    }

    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        Instant low = range.low() == null ? FIRST : instant(range.low());
        Instant high = range.high() == null ? LAST : instant(range.high());
        if (low.isAfter(LAST) || high.isBefore(FIRST)) {
            return Optional.empty();
        }
        byte[] from = low.isBefore(FIRST) ? null : floor(low);
        byte[] to = high.isAfter(LAST) ? null : floor(high);
        boolean between = from != null && decoded(from).isBefore(low);
        boolean beforeHigh = to != null && decoded(to).isBefore(high);
        return Optional.of(new Bounds<>(
                from == null || range.low() == null ? null : ByteArray.wrap(from),
                range.lowInclusive() && !between,
                to == null || range.high() == null ? null : ByteArray.wrap(to),
                range.highInclusive() || beforeHigh));
    }
}
