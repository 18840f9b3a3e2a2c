/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.ValueRows.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetRequest.CalendarUnit;
import io.hbasesearch.core.spi.search.FacetRequest.Interval;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.FieldMetrics;
import io.hbasesearch.core.spi.search.SearchRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every backend calculates the metrics of matches and of buckets that are computed here without an index. */
public abstract class MetricsContract extends OpenIndexContract {
    private static final ValueRows ROWS = new ValueRows(120, 41);
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final double TOLERANCE = 1e-12;

    @Override
    protected final IndexDefinition define(String index) {
        return ValueRows.definition(index);
    }

    @BeforeEach
    final void fill() {
        ROWS.write(writer, searcher);
    }

    private FacetResult facet(List<Query> filters, FacetRequest request) {
        FacetResult found = searcher.search(
                        new SearchRequest(new Query.MatchAll(), filters, 3, PATIENCE).withFacets(List.of(request)))
                .facets()
                .get(request.name());
        assertThat(found.exact()).isTrue();
        return found;
    }

    /** Checks metrics against those of the rows' values. */
    private static void require(String what, FieldMetrics found, String field, Predicate<String> rows) {
        boolean isOnce = field.equals("tag") || field.equals("flag");
        List<Comparable<Object>> values = new ArrayList<>();
        ROWS.rows().stream()
                .filter(rows)
                .map(row -> ROWS.values(row, field))
                .forEach(each -> values.addAll(isOnce ? each.stream().distinct().toList() : each));
        assertThat(found.count()).as("count of %s", what).isEqualTo(values.size());
        assertThat(found.distinct())
                .as("distinct of %s", what)
                .isEqualTo(values.stream().distinct().count());
        assertThat(found.exact()).as("exact of %s", what).isTrue();
        double[] numbers = values.stream().mapToDouble(MetricsContract::number).toArray();
        boolean hasRange = !isOnce && numbers.length > 0;
        boolean hasSum = hasRange && !field.equals("at");
        requireNear(what, found.min(), hasRange, Exactly.min(numbers));
        requireNear(what, found.max(), hasRange, Exactly.max(numbers));
        requireNear(what, found.sum(), hasSum, Exactly.sum(numbers));
        requireNear(what, found.average(), hasSum, Exactly.sum(numbers) / numbers.length);
    }

    private static double number(Object value) {
        if (value instanceof Instant time) {
            return time.toEpochMilli();
        }
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    private static void requireNear(String what, OptionalDouble found, boolean wanted, double expected) {
        assertThat(found.isPresent()).as(what).isEqualTo(wanted);
        if (wanted) {
            assertThat(found.getAsDouble())
                    .as(what)
                    .isCloseTo(expected, within(Math.max(TOLERANCE, Math.abs(expected) * TOLERANCE)));
        }
    }

    /** Folds numbers, of which there may be none. */
    private static final class Exactly {
        static double min(double[] numbers) {
            return Arrays.stream(numbers).min().orElse(0);
        }

        static double max(double[] numbers) {
            return Arrays.stream(numbers).max().orElse(0);
        }

        static double sum(double[] numbers) {
            return Arrays.stream(numbers)
                    .mapToObj(BigDecimal::new)
                    .reduce(BigDecimal.ZERO, BigDecimal::add)
                    .doubleValue();
        }
    }

    @Test
    void everyValueOfTheMatchesCounts() {
        Query.Range some = new Query.Range("n", "0", true, null, true);
        Query.Range none = new Query.Range("n", "100", true, null, true);
        for (String field : ValueRows.FIELDS) {
            FacetRequest request = new FacetRequest.Metrics("m", field);
            require(field, facet(List.of(), request).metrics().orElseThrow(), field, row -> true);
            require(
                    field + " of some",
                    facet(List.of(some), request).metrics().orElseThrow(),
                    field,
                    row -> ROWS.values(row, "n").stream().anyMatch(n -> n.compareTo(0L) >= 0));
            require(field + " of none", facet(List.of(none), request).metrics().orElseThrow(), field, row -> false);
        }
    }

    @Test
    void bucketsOfTermsHaveTheirOwnMetrics() {
        for (String field : ValueRows.FIELDS) {
            for (int size : new int[] {2, 500}) {
                FacetResult found =
                        facet(List.of(), new FacetRequest.Terms("m", field, size, "", false, ValueRows.FIELDS));
                assertThat(found.buckets()).as(field).isNotEmpty();
                requireBuckets(field, found, value -> key(value));
            }
        }
    }

    /** @param key of the bucket that a value is in */
    private static void requireBuckets(String field, FacetResult found, Function<Object, String> key) {
        for (FacetResult.Bucket bucket : found.buckets()) {
            assertThat(bucket.metrics().keySet()).containsExactlyInAnyOrderElementsOf(ValueRows.FIELDS);
            bucket.metrics()
                    .forEach((measured, metrics) -> require(
                            measured + " in " + field + " " + bucket.key(),
                            metrics,
                            measured,
                            row -> ROWS.values(row, field).stream()
                                    .anyMatch(value -> key.apply(value).equals(bucket.key()))));
        }
    }

    @Test
    void intervalsHaveTheirOwnMetrics() {
        requireBuckets(
                "at",
                facet(
                        List.of(),
                        new FacetRequest.DateHistogram(
                                "m", "at", new Interval.Calendar(CalendarUnit.MONTH), NEW_YORK, ValueRows.FIELDS)),
                value -> key(((Instant) value)
                        .atZone(NEW_YORK)
                        .toLocalDate()
                        .withDayOfMonth(1)
                        .atStartOfDay(NEW_YORK)
                        .toInstant()));
    }

    @Test
    void rangesHaveTheirOwnMetrics() {
        FacetResult found = facet(
                List.of(),
                new FacetRequest.Ranges(
                        "m",
                        "n",
                        List.of(
                                new FacetRequest.Ranges.Bucket("low", new Query.Range("n", null, true, "0", false)),
                                new FacetRequest.Ranges.Bucket("all", new Query.Range("n", null, true, null, true)),
                                new FacetRequest.Ranges.Bucket("none", new Query.Range("n", "50", true, "60", true))),
                        ValueRows.FIELDS));
        Map<String, Predicate<Comparable<Object>>> ranges =
                Map.of("low", n -> n.compareTo(0L) < 0, "all", n -> true, "none", n -> false);
        assertThat(found.buckets()).hasSize(3);
        for (FacetResult.Bucket bucket : found.buckets()) {
            bucket.metrics()
                    .forEach((measured, metrics) -> require(
                            measured + " in " + bucket.key(), metrics, measured, row -> ROWS.values(row, "n").stream()
                                    .anyMatch(ranges.get(bucket.key()))));
        }
    }

    @Test
    void manyDifferentValuesAreEstimated() {
        for (int row = 0; row < 20; row++) {
            List<Long> numbers =
                    LongStream.range(row * 3_000L, (row + 1) * 3_000L).boxed().toList();
            List<String> words = numbers.stream().map(number -> "w" + number).toList();
            write(writer, Fixtures.upsert("many-" + row, 6_000, new Document(Map.of("big", numbers, "tag", words))));
        }
        searcher.refresh();
        Query all = new Query.Range("big", "0", true, "59999", true);
        Query few = new Query.Range("big", "0", true, "2999", true);
        for (String field : List.of("big", "tag")) {
            FieldMetrics many = facet(List.of(all), new FacetRequest.Metrics("m", field))
                    .metrics()
                    .orElseThrow();
            assertThat(many.count()).isEqualTo(60_000);
            assertThat(many.exact()).isFalse();
            assertThat((double) many.distinct()).isCloseTo(60_000, within(60_000 * 0.03));
            FieldMetrics some = facet(List.of(few), new FacetRequest.Metrics("m", field))
                    .metrics()
                    .orElseThrow();
            assertThat((double) some.distinct()).isCloseTo(3_000, within(3.0));
        }
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertRefused(new FacetRequest.Metrics("m", "body"));
        assertRefused(new FacetRequest.Metrics("m", "nosuch"));
        assertRefused(new FacetRequest.Terms("m", "tag", 10, "", false, List.of("body")));
        assertThatThrownBy(() -> new FacetRequest.Terms("m", "tag", 10, "", false, List.of("n", "n")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void assertRefused(FacetRequest request) {
        assertThatThrownBy(() -> facet(List.of(), request))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.QUERY_INVALID));
    }
}
