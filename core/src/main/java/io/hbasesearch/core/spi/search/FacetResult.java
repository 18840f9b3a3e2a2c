/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a {@link FacetRequest}.
 *
 * @param others the number of values in no bucket, because there were more than the request allows; 0 for ranges
 * @param exact false if counts may be too low, because the index has several parts or the search timed out
 * @param metrics of a {@link FacetRequest.Metrics}, which has no buckets
 */
public record FacetResult(List<Bucket> buckets, long others, boolean exact, Optional<FieldMetrics> metrics) {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    public FacetResult {
        buckets = List.copyOf(buckets);
    }

    /** Creates the result of a facet with buckets. */
    public FacetResult(List<Bucket> buckets, long others, boolean exact) {
        this(buckets, others, exact, Optional.empty());
    }

    /** Creates the result of a {@link FacetRequest.Metrics}. */
    public FacetResult(FieldMetrics metrics, boolean exact) {
        this(List.of(), 0, exact, Optional.of(metrics));
    }

    /** Formats a date for a key; an interval may begin before the first date that documents can have. */
    public static String time(long epochMillis) {
        return TIME.format(Instant.ofEpochMilli(epochMillis));
    }

    /**
     * @param key a value in the form of queries: numbers in decimal digits, {@code true} or {@code false}, a date or the beginning of
     *     an interval in ISO 8601 with milliseconds in UTC; the name of a range
     * @param metrics by the fields that the request names
     */
    public record Bucket(String key, long count, Map<String, FieldMetrics> metrics) {
        public Bucket {
            Objects.requireNonNull(key, "key");
            metrics = Map.copyOf(metrics);
        }

        public Bucket(String key, long count) {
            this(key, count, Map.of());
        }
    }
}
