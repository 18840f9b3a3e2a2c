/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * Every backend finds the values of fields with {@code transform} and {@code labels} as hits show them and as HBase has them. What a query
 * should find is told from the mapped documents, one by one.
 */
public abstract class TransformedValuesContract extends BackendContract {
    private static final String DEFINITION =
            """
            table: prices
            fields:
              price:  {column: 'd:price', type: double, transform: substring 4}
              year:   {column: 'd:year', type: int, transform: substring 0 4}
              level:  {column: 'd:level', type: int, encoding: utf8, labels: {low: "1", mid: "2", high: "3", "7": "70", "3": "2"}}
              day:    {column: 'd:day', type: date, transform: substring 1, pattern: yyyyMMdd, zone: Asia/Shanghai}
              active: {column: 'd:active', type: boolean, encoding: utf8, labels: {Y: "true", N: "false"}}
              state:  {column: 'd:state', type: keyword, labels: {"1": "2", "2": "1", "3": open}}
              city:   {column: 'd:city', type: keyword, transform: piece 2 /}
            """;
    private static final List<String> CURRENCIES = List.of("EUR", "USD");
    private static final List<String> LEVELS = List.of("low", "mid", "high", "7", "3", "12");
    private static final List<String> CITIES = List.of("cn/wuhan", "cn/beijing", "at/wien");

    @Override
    protected IndexDefinition define(String index) {
        return DefinitionText.read(index, DEFINITION);
    }

    private Map<String, Document> documents() {
        RowMapper mapper = new RowMapper(definition());
        Map<String, Document> documents = new TreeMap<>();
        for (int i = 0; i < 24; i++) {
            Map<String, String> cells = Map.of(
                    "price",
                    CURRENCIES.get(i % 2) + " " + i / 2 + ".50",
                    "year",
                    (2020 + i % 5) + "-0" + (1 + i % 9),
                    "level",
                    LEVELS.get(i % LEVELS.size()),
                    "day",
                    "d2026030" + (1 + i % 4),
                    "active",
                    i % 3 == 0 ? "Y" : i % 3 == 1 ? "N" : "true",
                    "state",
                    Integer.toString(i % 5),
                    "city",
                    CITIES.get(i % CITIES.size()));
            String key = String.format(Locale.ROOT, "row%02d", i);
            Row row = new Row(
                    RowKey.utf8(key),
                    new TreeMap<>(cells)
                            .entrySet().stream()
                                    .map(cell -> new Cell(
                                            ColumnName.of("d", cell.getKey()), 1, ByteArray.utf8(cell.getValue())))
                                    .toList());
            documents.put(key, ((RowOutcome.Indexed) mapper.outcome(row)).document());
        }
        return documents;
    }

    private static Predicate<Document> is(String field, Object value) {
        return document -> value.equals(document.fields().get(field));
    }

    private static Predicate<Document> between(String field, double low, double high) {
        return document -> {
            double value = ((Number) document.fields().get(field)).doubleValue();
            return value >= low && value <= high;
        };
    }

    /** Returns each query, and whether a document is found by it. */
    private static Map<String, Predicate<Document>> queries() {
        Map<String, Predicate<Document>> queries = new LinkedHashMap<>();
        queries.put("price:5.5", is("price", 5.5));
        queries.put("price:\"EUR 5.50\"", is("price", 5.5));
        queries.put("price:[\"EUR 2\" TO \"USD 4.5\"]", between("price", 2, 4.5));
        queries.put("price:[2 TO \"USD 4.5\"]", between("price", 2, 4.5));
        queries.put("year:2022", is("year", 2022L));
        queries.put("year:2022-05", is("year", 2022L));
        queries.put("year:20220501", is("year", 2022L));
        queries.put("year>=2023-01", between("year", 2023, 9999));
        queries.put("level:high", is("level", 3L));
        queries.put("level:3", is("level", 3L));
        queries.put("level:7", is("level", 70L));
        queries.put("level:70", is("level", 70L));
        queries.put("level:12", is("level", 12L));
        queries.put("level:[low TO high]", between("level", 1, 3));
        queries.put("level:(low OR 7)", is("level", 1L).or(is("level", 70L)));
        Object second = Instant.parse("2026-03-01T16:00:00Z").toString().replace("Z", ".000Z");
        queries.put("day:d20260302", is("day", second));
        queries.put("day:2026-03-02", is("day", second));
        queries.put("day:\"2026-03-01T16:00:00.000Z\"", is("day", second));
        queries.put("day:[d20260302 TO d20260302]", is("day", second));
        queries.put("day<d20260302", is("day", "2026-02-28T16:00:00.000Z"));
        queries.put("active:Y", is("active", true));
        queries.put("active:true", is("active", true));
        queries.put("-active:N", is("active", true));
        queries.put("state:1", is("state", "1"));
        queries.put("state:2", is("state", "2"));
        queries.put("state:3", is("state", "open"));
        queries.put("state:open", is("state", "open"));
        queries.put("city:[cn/b TO cn/c]", is("city", "beijing"));
        queries.put("city:[b TO c]", is("city", "beijing"));
        return queries;
    }

    @Test
    void valuesAreFoundAsHitsShowThemAndAsHBaseHasThem() {
        Map<String, Document> documents = documents();
        try (DocumentSearcher searcher = openSearcher();
                DocumentWriter writer = openWriter()) {
            write(
                    writer,
                    documents.entrySet().stream()
                            .map(row -> Fixtures.upsert(row.getKey(), 1, row.getValue()))
                            .toList());
            searcher.refresh();
            SoftAssertions softly = new SoftAssertions();
            queries().forEach((query, matches) -> {
                List<String> expected = new ArrayList<>();
                documents.forEach((key, document) -> {
                    if (matches.test(document)) {
                        expected.add(key);
                    }
                });
                assertThat(expected).as(query).isNotEmpty();
                softly.assertThatCode(() -> assertThat(found(searcher, query)).containsExactlyElementsOf(expected))
                        .as(query)
                        .doesNotThrowAnyException();
            });
            softly.assertAll();
        }
    }

    private TreeSet<String> found(DocumentSearcher searcher, String query) {
        TreeSet<String> rows = new TreeSet<>();
        searcher.search(new SearchRequest(QueryStringParser.parse(query, definition()), List.of(), 100, PATIENCE))
                .hits()
                .forEach(hit -> rows.add(hit.row().printable()));
        return rows;
    }
}
