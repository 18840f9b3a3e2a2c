/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every backend multiplies scores by the same functions of a row's dates and numbers, and adds the same part of a word's other fields. */
public abstract class ScoreFunctionContract extends BackendContract {
    private static final Instant NOW = Instant.parse("2026-03-02T10:20:00Z");
    private static final double DAY = Duration.ofDays(1).toMillis();
    private static final double PRECISION_PERCENT = 0.1;
    private static final int ROWS = 60;

    /** The values of each row; made at random, with corner cases in the first rows. */
    private final Map<String, Map<String, Object>> rows = rows();

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("left", FieldType.TEXT),
                field("right", FieldType.TEXT),
                field("day", FieldType.DATE),
                field("whole", FieldType.INT),
                field("large", FieldType.LONG),
                field("single", FieldType.FLOAT),
                field("real", FieldType.DOUBLE));
    }

    private static Map<String, Map<String, Object>> rows() {
        Map<String, Map<String, Object>> rows = new TreeMap<>();
        rows.put("edge-0", Map.of("left", "whale"));
        rows.put("edge-1", row(List.of("2026-03-02T10:20:00.000Z"), List.of(0L), List.of(0.0)));
        rows.put("edge-2", row(List.of("2026-04-02T10:20:00.000Z"), List.of(-7L), List.of(-0.5)));
        rows.put("edge-3", row(List.of("1970-01-01T00:00:00.000Z"), List.of((long) Integer.MAX_VALUE), List.of((double)
                Float.MAX_VALUE)));
        rows.put(
                "edge-4",
                row(
                        List.of("2020-03-02T00:00:00.000Z", "2026-03-05T00:00:00.000Z", "2026-02-01T00:00:00.000Z"),
                        List.of(5L, 5000L, 30L),
                        List.of(0.25, 1e6)));
        rows.put("edge-5", row(List.of("2026-03-01T00:00:00.000Z"), List.of(-1L, 100L), List.of(-1.5, 2.5)));
        rows.put("edge-6", row(List.of("2026-03-01T00:00:00.000Z"), List.of(100L, 200L), List.of(4.0, 7.0)));
        Random random = new Random(35);
        while (rows.size() < ROWS) {
            Instant day = NOW.minusSeconds(random.nextInt(100 * 86_400) - 86_400L);
            Map<String, Object> row = new HashMap<>(row(
                    List.of(day.toString().replaceFirst("Z$", ".000Z")),
                    List.of((long) random.nextInt(300)),
                    List.of(random.nextDouble() * 10)));
            row.put("left", "a whale" + " and more".repeat(random.nextInt(20)));
            if (random.nextBoolean()) {
                row.put("right", "whale whale" + " and some".repeat(random.nextInt(5)));
            }
            rows.put("row-" + rows.size(), row);
        }
        return rows;
    }

    private static Map<String, Object> row(List<String> days, List<Long> numbers, List<Double> reals) {
        return Map.of(
                "left", "a whale", "day", days, "whole", numbers, "large", numbers, "single", reals, "real", reals);
    }

    private DocumentSearcher indexed() {
        DocumentSearcher searcher = openSearcher();
        try (DocumentWriter writer = openWriter()) {
            write(
                    writer,
                    rows.entrySet().stream()
                            .map(row -> Fixtures.upsert(row.getKey(), 1, new Document(row.getValue())))
                            .toList());
        }
        searcher.refresh();
        return searcher;
    }

    private SearchRequest request(String text, float tie, ScoreFunction... functions) {
        Query query = QueryStringParser.parse(text, definition());
        return new SearchRequest(query, List.of(), ROWS, PATIENCE)
                .scoredBy(new Scoring(tie, List.of(functions)).at(NOW));
    }

    private Map<String, Double> scores(DocumentSearcher searcher, SearchRequest request) {
        Map<String, Double> scores = new TreeMap<>();
        searcher.search(request)
                .hits()
                .forEach(hit -> scores.put(hit.row().bytes().utf8(), (double) hit.score()));
        return scores;
    }

    /** @param sum what the functions add to 1 in a row */
    private void assertMultiplied(
            DocumentSearcher searcher, ToDoubleFunction<Map<String, Object>> sum, ScoreFunction... functions) {
        Map<String, Double> plain = scores(searcher, request("whale", 0));
        SearchResult found = searcher.search(request("whale", 0, functions));

        assertThat(found.total()).isEqualTo(ROWS);
        assertThat(found.hits()).hasSize(ROWS);
        double last = Double.MAX_VALUE;
        for (SearchResult.Hit hit : found.hits()) {
            String row = hit.row().bytes().utf8();
            double expected = plain.get(row) * (1 + sum.applyAsDouble(rows.get(row)));
            assertThat((double) hit.score())
                    .as("%s by %s", row, List.of(functions))
                    .isCloseTo(expected, withinPercentage(PRECISION_PERCENT))
                    .isLessThanOrEqualTo(last);
            last = hit.score();
        }
    }

    private static List<?> values(Map<String, Object> row, String field) {
        return (List<?>) row.getOrDefault(field, List.of());
    }

    private static double recency(Map<String, Object> row, double halfLifeDays) {
        return values(row, "day").stream()
                .mapToDouble(day -> Math.abs(Instant.parse((String) day).toEpochMilli() - NOW.toEpochMilli()))
                .map(distance -> Math.pow(2, -distance / DAY / halfLifeDays))
                .max()
                .orElse(0);
    }

    private static double least(Map<String, Object> row, String field) {
        return values(row, field).stream()
                .mapToDouble(value -> Math.max(0, ((Number) value).doubleValue()))
                .min()
                .orElse(0);
    }

    @Test
    void aRowIsBetterTheCloserItsDateIsToNow() {
        try (DocumentSearcher searcher = indexed()) {
            assertMultiplied(
                    searcher, row -> 2 * recency(row, 7), new ScoreFunction.Recency("day", Duration.ofDays(7), 2));
            assertMultiplied(
                    searcher,
                    row -> 100 * recency(row, 0.5),
                    new ScoreFunction.Recency("day", Duration.ofHours(12), 100));
        }
    }

    @Test
    void aNumberCountsByItsLogarithm() {
        try (DocumentSearcher searcher = indexed()) {
            for (String field : List.of("whole", "large", "single", "real")) {
                assertMultiplied(
                        searcher,
                        row -> 0.5 * Math.log(1 + least(row, field) / 20),
                        new ScoreFunction.Logarithm(field, 20, 0.5f));
            }
        }
    }

    @Test
    void aNumberCountsUpToItsSaturation() {
        try (DocumentSearcher searcher = indexed()) {
            for (String field : List.of("whole", "large", "single", "real")) {
                for (double at : new double[] {100, 0.75, 2.5, 1e12}) {
                    assertMultiplied(
                            searcher,
                            row -> 3 * Math.min(1, least(row, field) / at),
                            new ScoreFunction.Saturation(field, at, 3));
                }
            }
        }
    }

    @Test
    void functionsAreAdded() {
        try (DocumentSearcher searcher = indexed()) {
            assertMultiplied(
                    searcher,
                    row -> 2 * recency(row, 30)
                            + Math.log(1 + least(row, "large") / 100)
                            + 4 * Math.min(1, least(row, "real") / 5),
                    new ScoreFunction.Recency("day", Duration.ofDays(30), 2),
                    new ScoreFunction.Logarithm("large", 100, 1),
                    new ScoreFunction.Saturation("real", 5, 4));
        }
    }

    @Test
    void pagesGoOnInTheSameOrder() {
        try (DocumentSearcher searcher = indexed()) {
            SearchRequest request = request("whale", 0.5f, new ScoreFunction.Recency("day", Duration.ofDays(7), 2));
            List<SearchResult.Hit> paged = new ArrayList<>();
            SearchRequest page = request.sized(7);
            SearchResult found = searcher.search(page);
            while (!found.hits().isEmpty()) {
                paged.addAll(found.hits());
                found = searcher.search(page.at(new PagePlace(found.last().orElseThrow(), false)));
            }
            assertThat(paged)
                    .extracting(SearchResult.Hit::row)
                    .isEqualTo(searcher.search(request).hits().stream()
                            .map(SearchResult.Hit::row)
                            .toList());
        }
    }

    @Test
    void functionsDecideNothingButScores() {
        try (DocumentSearcher searcher = indexed()) {
            ScoreFunction function = new ScoreFunction.Saturation("real", 5, 4);
            assertThat(searcher.search(request("whale -day:*", 0, function)).total())
                    .isEqualTo(1);
            assertThat(searcher.search(request("whale", 0, function).sized(0)).total())
                    .isEqualTo(ROWS);
            assertThat(searcher.search(request("*", 0, function)).total()).isEqualTo(ROWS);
        }
    }

    @Test
    void aPartOfTheOtherFieldsScoreIsAdded() {
        try (DocumentSearcher searcher = indexed()) {
            Map<String, Double> left = scores(searcher, request("left:whale", 0));
            Map<String, Double> right = scores(searcher, request("right:whale", 0));
            assertThat(right).hasSizeBetween(10, ROWS - 10);
            for (float tie : new float[] {0, 0.25f, 1}) {
                Map<String, Double> both = scores(searcher, request("whale", tie));
                assertThat(both).hasSize(ROWS);
                both.forEach((row, score) -> {
                    double one = left.getOrDefault(row, 0.0);
                    double other = right.getOrDefault(row, 0.0);
                    double expected = Math.max(one, other) + tie * Math.min(one, other);
                    assertThat(score)
                            .as("%s with tie %s", row, tie)
                            .isCloseTo(expected, withinPercentage(PRECISION_PERCENT));
                });
            }
            assertThat(IntStream.range(0, 2).mapToObj(i -> scores(searcher, request("whale", i))))
                    .doesNotHaveDuplicates();
        }
    }
}
