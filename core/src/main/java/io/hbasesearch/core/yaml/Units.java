/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats durations and sizes with units. */
public final class Units {
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,15}) ?([A-Za-z]+)");
    private static final long KILO = 1024;

    private Units() {}

    /** @throws IllegalArgumentException if this is not a duration, or if its milliseconds overflow a long */
    public static Duration parseDuration(String text) {
        Matcher amount = amount(text);
        long millis =
                switch (amount.group(2)) {
                    case "ms" -> 1;
                    case "s" -> 1_000;
                    case "m" -> 60_000;
                    case "h" -> 3_600_000;
                    case "d" -> 86_400_000;
                    default -> throw new IllegalArgumentException("unknown unit of time");
                };
        return Duration.ofMillis(multiply(Long.parseLong(amount.group(1)), millis));
    }

    /** @throws IllegalArgumentException if this is not a size, or if its bytes overflow a long */
    static long parseSize(String text) {
        Matcher amount = amount(text);
        long value = Long.parseLong(amount.group(1));
        long unit =
                switch (amount.group(2).toUpperCase(Locale.ROOT)) {
                    case "B" -> 1;
                    case "KB", "KIB" -> KILO;
                    case "MB", "MIB" -> KILO * KILO;
                    case "GB", "GIB" -> KILO * KILO * KILO;
                    default -> throw new IllegalArgumentException("unknown unit of size");
                };
        return multiply(value, unit);
    }

    private static long multiply(long value, long unit) {
        if (value > Long.MAX_VALUE / unit) {
            throw new IllegalArgumentException("too large");
        }
        return value * unit;
    }

    private static Matcher amount(String text) {
        Matcher matcher = AMOUNT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a number with a unit");
        }
        return matcher;
    }

    /** Returns a duration in the form that {@link #parseDuration} reads. */
    public static String duration(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1_000 != 0 || millis == 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    static String size(long bytes) {
        if (bytes == 0 || bytes % KILO != 0) {
            return bytes + "B";
        }
        long kilobytes = bytes / KILO;
        if (kilobytes % (KILO * KILO) == 0) {
            return kilobytes / (KILO * KILO) + "GB";
        }
        return kilobytes % KILO == 0 ? kilobytes / KILO + "MB" : kilobytes + "KB";
    }
}
