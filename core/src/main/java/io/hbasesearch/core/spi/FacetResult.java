/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The result of a {@link FacetRequest}.
 *
 * @param others the number of values in no bucket, because there were more than the request allows; 0 for ranges
 * @param exact false if counts may be too low, because the index has several parts or the search timed out
 */
public record FacetResult(List<Bucket> buckets, long others, boolean exact) {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    public FacetResult {
        buckets = List.copyOf(buckets);
    }

    /** Formats a date for a key; an interval may begin before the first date that documents can have. */
    public static String time(long epochMillis) {
        return TIME.format(Instant.ofEpochMilli(epochMillis));
    }

    /**
     * @param key a value in the form of queries: numbers in decimal digits, {@code true} or {@code false}, a date or the beginning of
     *     an interval in ISO 8601 with milliseconds in UTC; the name of a range
     */
    public record Bucket(String key, long count) {
        public Bucket {
            Objects.requireNonNull(key, "key");
        }
    }
}
