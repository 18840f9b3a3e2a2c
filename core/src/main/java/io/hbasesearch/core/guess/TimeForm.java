/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.stream.Stream;

/** The forms in which keys hold times. */
enum TimeForm {
    DAY(8, "type: date, pattern: yyyyMMdd", "a day"),
    DASHED_DAY(10, "type: date, pattern: yyyy-MM-dd", "a day"),
    TIME(14, "type: date, pattern: yyyyMMddHHmmss", "a time; set zone"),
    MILLIS(13, "type: decimal, width: 13", "milliseconds since 1970"),
    BACKWARDS(
            13,
            "type: decimal, width: 13, transform: complement 9999999999999",
            "9999999999999 less milliseconds since 1970"),
    BACKWARDS_LONG(
            19, "type: decimal, width: 19, transform: complement", "Long.MAX_VALUE less milliseconds since 1970"),
    BINARY(8, "type: u64", "eight bytes, milliseconds since 1970"),
    BINARY_BACKWARDS(8, "type: u64, transform: complement", "eight bytes, Long.MAX_VALUE less milliseconds since 1970"),
    BINARY_INVERTED(8, "type: u64, transform: invert", "eight bytes, every bit of milliseconds since 1970 inverted");

    private static final long LAST_13_DIGITS = 9_999_999_999_999L;
    /** The years 2000 to 2049. With more, codes of goods would look like times that are counted backwards. */
    private static final long FIRST_MILLIS = 946_684_800_000L;

    private static final long LAST_MILLIS = 2_524_608_000_000L;

    private final int width;
    private final String settings;
    private final String words;

    TimeForm(int width, String settings, String words) {
        this.width = width;
        this.settings = settings;
        this.words = words;
    }

    /** Returns the form that nearly all values have; all of them, if others could not be read. */
    static Optional<TimeForm> of(Piece piece) {
        return Stream.of(values())
                .filter(form -> piece.isWide(form.width))
                .filter(form -> form.isNumber()
                        ? piece.mostly(form::fits) && (form.isBinary() || piece.all(Texts::isDigits))
                        : piece.all(form::fits))
                .findFirst();
    }

    String settings() {
        return settings;
    }

    String words() {
        return words;
    }

    String partName() {
        return this == DAY || this == DASHED_DAY ? "day" : "time";
    }

    boolean isBackwards() {
        return settings.contains("transform");
    }

    /** Tells if the key holds a number, which a definition must call a date. */
    boolean isNumber() {
        return !settings.startsWith("type: date");
    }

    private boolean isBinary() {
        return settings.startsWith("type: u64");
    }

    boolean fits(String value) {
        return switch (this) {
            case DAY -> Texts.isDay(value);
            case DASHED_DAY -> isDashedDay(value);
            case TIME -> Texts.isTime(value, width);
            case MILLIS, BACKWARDS, BACKWARDS_LONG, BINARY, BINARY_BACKWARDS, BINARY_INVERTED -> isRecent(value);
        };
    }

    private static boolean isDashedDay(String value) {
        try {
            return value.length() == 10
                    && Texts.isDay(LocalDate.parse(value).toString().replace("-", ""));
        } catch (DateTimeException e) {
            return false;
        }
    }

    private boolean isRecent(String value) {
        if (value.length() != width || !isBinary() && !Texts.isDigits(value)) {
            return false;
        }
        try {
            long millis = millis(value);
            return millis >= FIRST_MILLIS && millis < LAST_MILLIS;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Returns the time of a value of a numeric form. */
    long millis(String value) {
        return switch (this) {
            case DAY, DASHED_DAY, TIME -> throw new IllegalStateException(this + " is no number");
            case MILLIS -> Long.parseLong(value);
            case BACKWARDS -> LAST_13_DIGITS - Long.parseLong(value);
            case BACKWARDS_LONG -> Long.MAX_VALUE - Long.parseLong(value);
            case BINARY -> Piece.number(value);
            case BINARY_BACKWARDS -> Long.MAX_VALUE - Piece.number(value);
            case BINARY_INVERTED -> ~Piece.number(value);
        };
    }
}
