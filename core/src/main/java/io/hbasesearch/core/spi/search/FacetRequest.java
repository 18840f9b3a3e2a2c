/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.query.Query;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request for counts of a search's matches by the values of a field, or for metrics of those values. Stubs are never counted. */
public sealed interface FacetRequest {
    int MAX_BUCKETS = 1_000;

    /** Identifies the result among those of a request. */
    String name();

    String field();

    /** Returns the fields whose metrics are requested for each bucket. */
    default List<String> metrics() {
        return List.of();
    }

    /** Metrics of a field's values over all matches. */
    record Metrics(String name, String field) implements FacetRequest {
        /** The most fields of one facet. */
        public static final int MAX_FIELDS = 10;

        public Metrics {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(field, "field");
        }

        private static List<String> bounded(List<String> fields) {
            if (fields.size() > MAX_FIELDS || fields.stream().distinct().count() < fields.size()) {
                throw new IllegalArgumentException(
                        "a bucket has metrics of at most " + MAX_FIELDS + " different fields");
            }
            return List.copyOf(fields);
        }
    }

    /**
     * The most frequent values, equal counts in the order of values. A row with several values counts for each of them.
     *
     * @param prefix that values must have; keyword fields only; empty for all
     * @param anyCase whether the prefix also finds other cases of its letters
     */
    record Terms(String name, String field, int size, String prefix, boolean anyCase, List<String> metrics)
            implements FacetRequest {
        /** Long enough for any word, short enough for a regular expression in Elasticsearch. */
        public static final int MAX_PREFIX = 200;

        public Terms {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(field, "field");
            if (size < 1 || size > MAX_BUCKETS) {
                throw new IllegalArgumentException("a facet has 1 to " + MAX_BUCKETS + " buckets, not " + size);
            }
            if (prefix.length() > MAX_PREFIX) {
                throw new IllegalArgumentException("a prefix has at most " + MAX_PREFIX + " characters");
            }
            metrics = Metrics.bounded(metrics);
        }

        public Terms(String name, String field, int size, String prefix) {
            this(name, field, size, prefix, false, List.of());
        }

        public Terms(String name, String field, int size) {
            this(name, field, size, "");
        }
    }

    /** Counts the rows in each of several ranges, which may overlap, in the order of the request. */
    record Ranges(String name, String field, List<Bucket> buckets, List<String> metrics) implements FacetRequest {
        public static final int MAX_RANGES = 50;

        public Ranges {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(field, "field");
            buckets = List.copyOf(buckets);
            if (buckets.isEmpty() || buckets.size() > MAX_RANGES) {
                throw new IllegalArgumentException("a facet has 1 to " + MAX_RANGES + " ranges, not " + buckets.size());
            }
            long names = buckets.stream().map(Bucket::key).distinct().count();
            boolean foreign =
                    buckets.stream().anyMatch(bucket -> !bucket.range().field().equals(field));
            if (names < buckets.size() || foreign) {
                throw new IllegalArgumentException("ranges have different keys and the facet's field");
            }
            metrics = Metrics.bounded(metrics);
        }

        public Ranges(String name, String field, List<Bucket> buckets) {
            this(name, field, buckets, List.of());
        }

        /** @param range as the query parsers create it */
        public record Bucket(String key, Query.Range range) {
            public Bucket {
                Objects.requireNonNull(key, "key");
                Objects.requireNonNull(range, "range");
            }
        }
    }

    /** Counts the rows in each interval of a date field, in chronological order; empty intervals are left out. */
    record DateHistogram(String name, String field, Interval interval, ZoneId zone, List<String> metrics)
            implements FacetRequest {
        public DateHistogram {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(interval, "interval");
            // A zone without a region's rules is a fixed offset, whether it is written "Z", "UTC" or "+00:00".
            zone = zone.normalized();
            if (interval instanceof Interval.Fixed && !(zone instanceof ZoneOffset)) {
                throw new IllegalArgumentException("intervals of a fixed length know no summer time: "
                        + "use a calendar interval, or an offset such as +02:00 as zone");
            }
            metrics = Metrics.bounded(metrics);
        }

        public DateHistogram(String name, String field, Interval interval, ZoneId zone) {
            this(name, field, interval, zone, List.of());
        }
    }

    /** The length of a histogram's intervals. */
    sealed interface Interval {
        /** Intervals of equal length, counted from midnight of 1970-01-01 in the zone; whole milliseconds. */
        record Fixed(Duration length) implements Interval {
            public Fixed {
                if (length.toMillis() <= 0 || length.compareTo(Duration.ofDays(36_500)) > 0) {
                    throw new IllegalArgumentException("an interval has 1 ms to 36,500 days, not " + length);
                }
            }
        }

        /** Calendar intervals in the zone; weeks begin on Monday. */
        record Calendar(CalendarUnit unit) implements Interval {
            public Calendar {
                Objects.requireNonNull(unit, "unit");
            }
        }
    }

    enum CalendarUnit {
        MINUTE,
        HOUR,
        DAY,
        WEEK,
        MONTH,
        QUARTER,
        YEAR
    }

    /** Returns why no metrics can be requested of an index; empty if they can. */
    static Optional<String> objectionToMetrics(IndexDefinition definition) {
        return definition.buckets().size() == 1
                ? Optional.empty()
                : Optional.of("the rows of the index " + definition.name()
                        + " have several documents, so that values would count several times");
    }

    /** Finds a name that several requests share; null if all names differ. */
    static @Nullable String duplicate(List<FacetRequest> facets) {
        return facets.stream()
                .map(FacetRequest::name)
                .filter(name -> facets.stream()
                                .filter(facet -> facet.name().equals(name))
                                .count()
                        > 1)
                .findFirst()
                .orElse(null);
    }
}
