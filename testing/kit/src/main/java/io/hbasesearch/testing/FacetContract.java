/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.ValueRows.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.Suggestions;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetRequest.CalendarUnit;
import io.hbasesearch.core.spi.search.FacetRequest.Interval;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.FacetResult.Bucket;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every backend counts matches by their values as they are counted here without an index. */
public abstract class FacetContract extends OpenIndexContract {
    private static final ValueRows ROWS = new ValueRows(80, 23);
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

    @Override
    protected final IndexDefinition define(String index) {
        return ValueRows.definition(index);
    }

    @BeforeEach
    final void fill() {
        ROWS.write(writer, searcher);
    }

    @Test
    void everyValueIsCountedByTheRowsThatHaveIt() {
        SoftAssertions softly = new SoftAssertions();
        for (String field : ValueRows.FIELDS) {
            for (int size : new int[] {2, 500}) {
                FacetResult found = facet(new FacetRequest.Terms("facet", field, size));
                List<Bucket> all = mostFrequent(ROWS.counts(field));
                softly.assertThat(found.buckets())
                        .as("%s, %s", field, size)
                        .isEqualTo(all.subList(0, Math.min(size, all.size())));
                softly.assertThat(found.others())
                        .as("others of %s", field)
                        .isEqualTo(
                                all.stream().skip(size).mapToLong(Bucket::count).sum());
            }
        }
        softly.assertAll();
    }

    private static List<Bucket> mostFrequent(Map<Comparable<Object>, Long> counts) {
        List<Bucket> buckets = new ArrayList<>();
        counts.forEach((value, count) -> buckets.add(new Bucket(key(value), count)));
        buckets.sort(Comparator.comparingLong(Bucket::count).reversed());
        return buckets;
    }

    @Test
    void onlyMatchesAreCounted() {
        Query.Range least = new Query.Range("n", "0", true, null, true);
        FacetRequest tags = new FacetRequest.Terms("tags", "tag", 100);
        SearchResult found = searcher.search(
                new SearchRequest(new Query.MatchAll(), List.of(least), 0, PATIENCE).withFacets(List.of(tags)));
        long expected = ROWS.rows().stream()
                .filter(row -> ROWS.values(row, "n").stream().anyMatch(n -> n.compareTo(0L) >= 0))
                .mapToLong(row -> ROWS.values(row, "tag").stream().distinct().count())
                .sum();
        assertThat(found.facets().get("tags").buckets().stream()
                        .mapToLong(Bucket::count)
                        .sum())
                .isEqualTo(expected)
                .isPositive();
    }

    @Test
    void rangesCountRowsWithAValueInThem() {
        FacetRequest request = new FacetRequest.Ranges(
                "facet",
                "big",
                List.of(
                        new FacetRequest.Ranges.Bucket(
                                "low", new Query.Range("big", null, true, Long.toString(Long.MAX_VALUE - 3), false)),
                        new FacetRequest.Ranges.Bucket(
                                "high", new Query.Range("big", Long.toString(Long.MAX_VALUE - 3), true, null, true)),
                        new FacetRequest.Ranges.Bucket("any", new Query.Range("big", null, true, null, true)),
                        new FacetRequest.Ranges.Bucket("none", new Query.Range("big", "1", true, "2", true))));
        FacetResult found = facet(request);
        assertThat(found.buckets())
                .containsExactly(
                        new Bucket("low", rowsWith("big", value -> value.compareTo(Long.MAX_VALUE - 3) < 0)),
                        new Bucket("high", rowsWith("big", value -> value.compareTo(Long.MAX_VALUE - 3) >= 0)),
                        new Bucket("any", rowsWith("big", value -> true)),
                        new Bucket("none", 0));
    }

    private static long rowsWith(String field, Function<Comparable<Object>, Boolean> test) {
        return ROWS.rows().stream()
                .filter(row -> ROWS.values(row, field).stream().anyMatch(test::apply))
                .count();
    }

    @Test
    void intervalsAreThoseOfTheCalendarAndTheZone() {
        for (ZoneId zone : List.of(ZoneOffset.UTC, NEW_YORK, ZoneId.of("Asia/Kolkata"))) {
            assertIntervals(new Interval.Calendar(CalendarUnit.HOUR), zone, time -> time.atZone(zone)
                    .truncatedTo(ChronoUnit.HOURS)
                    .toInstant());
            assertIntervals(new Interval.Calendar(CalendarUnit.DAY), zone, time -> day(time, zone)
                    .atStartOfDay(zone)
                    .toInstant());
            assertIntervals(new Interval.Calendar(CalendarUnit.WEEK), zone, time -> {
                LocalDate day = day(time, zone);
                return day.minusDays(day.getDayOfWeek().getValue() - 1)
                        .atStartOfDay(zone)
                        .toInstant();
            });
            assertIntervals(
                    new Interval.Calendar(CalendarUnit.MONTH),
                    zone,
                    time -> day(time, zone).withDayOfMonth(1).atStartOfDay(zone).toInstant());
            assertIntervals(new Interval.Calendar(CalendarUnit.QUARTER), zone, time -> {
                LocalDate day = day(time, zone);
                return day.withMonth(day.getMonth().firstMonthOfQuarter().getValue())
                        .withDayOfMonth(1)
                        .atStartOfDay(zone)
                        .toInstant();
            });
            assertIntervals(
                    new Interval.Calendar(CalendarUnit.YEAR),
                    zone,
                    time -> day(time, zone).withDayOfYear(1).atStartOfDay(zone).toInstant());
        }
    }

    private static LocalDate day(Instant time, ZoneId zone) {
        return time.atZone(zone).toLocalDate();
    }

    @Test
    void intervalsOfAFixedLengthCountFromMidnightOf1970() {
        long hours = Duration.ofHours(36).toMillis();
        long offset = Duration.ofHours(2).toMillis();
        assertIntervals(
                new Interval.Fixed(Duration.ofHours(36)),
                ZoneOffset.UTC,
                time -> Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), hours) * hours));
        assertIntervals(
                new Interval.Fixed(Duration.ofHours(36)),
                ZoneOffset.ofHours(2),
                time -> Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli() + offset, hours) * hours - offset));
    }

    private void assertIntervals(Interval interval, ZoneId zone, Function<Instant, Instant> start) {
        Map<Instant, Long> expected = new TreeMap<>();
        for (String row : ROWS.rows()) {
            ROWS.values(row, "at").stream()
                    .map(value -> start.apply((Instant) (Object) value))
                    .distinct()
                    .forEach(time -> expected.merge(time, 1L, Long::sum));
        }
        FacetResult found = facet(new FacetRequest.DateHistogram("facet", "at", interval, zone));
        assertThat(found.buckets())
                .as("%s in %s", interval, zone)
                .isEqualTo(expected.entrySet().stream()
                        .map(entry -> new Bucket(FacetResult.time(entry.getKey().toEpochMilli()), entry.getValue()))
                        .toList());
    }

    @Test
    void suggestionsAreTheMostFrequentValuesThatBeginSo() {
        for (String prefix : List.of("", "r", "RE", "z", "z.*", "gr\u00fc", "\uD83C\uDF89", "nosuch")) {
            List<Bucket> expected = mostFrequent(ROWS.counts("tag")).stream()
                    .filter(bucket -> bucket.key().regionMatches(true, 0, prefix, 0, prefix.length()))
                    .limit(3)
                    .toList();
            Suggestions found = Suggestions.of(searcher, definition(), "tag", prefix, List.of(), 3, PATIENCE);
            assertThat(found.values()).as(prefix).isEqualTo(expected);
            assertThat(found.exact()).isTrue();
        }
    }

    @Test
    void whatCannotBeCountedIsRefused() {
        assertRefused(new FacetRequest.Terms("facet", "body", 10));
        assertRefused(new FacetRequest.Terms("facet", "nosuch", 10));
        assertRefused(new FacetRequest.Terms("facet", "n", 10, "1"));
        assertRefused(
                new FacetRequest.DateHistogram("facet", "n", new Interval.Calendar(CalendarUnit.DAY), ZoneOffset.UTC));
        assertThatThrownBy(() -> Suggestions.of(searcher, definition(), "body", "c", List.of(), 3, PATIENCE))
                .isInstanceOf(HBaseSearchException.class);
    }

    private void assertRefused(FacetRequest request) {
        assertThatThrownBy(() -> facet(request))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.QUERY_INVALID));
    }

    private FacetResult facet(FacetRequest request) {
        SearchResult found = searcher.search(
                new SearchRequest(new Query.MatchAll(), List.of(), 3, PATIENCE).withFacets(List.of(request)));
        FacetResult facet = found.facets().get(request.name());
        assertThat(facet.exact()).isTrue();
        return facet;
    }
}
