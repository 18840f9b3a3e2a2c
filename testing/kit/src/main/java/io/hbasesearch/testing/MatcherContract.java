/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.field;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.ElasticsearchOptions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexOptions;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.QueryTree;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.core.spi.search.SearchRequest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** A matcher says of single documents what the index says of all. */
public abstract class MatcherContract extends BackendContract {
    private static final List<String> WORDS = List.of(
            "cat",
            "Cats",
            "dog",
            "the",
            "of",
            "fox",
            "foxes",
            "caf\u00e9",
            "\u5317\u4eac",
            "\u5927\u5b66",
            "2.6.4",
            "a-b",
            "\uD83C\uDF89");
    private static final int QUERIES = 250;

    /** Returns a matcher that has the backend's analyzers. */
    protected abstract QueryMatcher matcher();

    @Override
    protected final IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("plain", FieldType.TEXT).withAnalyzers(List.of("standard")),
                field("english", FieldType.TEXT).withAnalyzers(List.of("stop")),
                field("tag", FieldType.KEYWORD),
                field("flag", FieldType.BOOLEAN),
                field("n", FieldType.INT),
                field("big", FieldType.LONG),
                field("ratio", FieldType.DOUBLE),
                field("part", FieldType.FLOAT),
                field("at", FieldType.DATE),
                field("json", FieldType.JSON));
    }

    @Test
    void itAgreesWithTheIndexOnDocumentsAndQueriesMadeAtRandom() {
        Random random = new Random(99);
        Map<String, Document> documents = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            documents.put("row" + i, document(random));
        }
        SoftAssertions softly = new SoftAssertions();
        long matches = 0;
        try (DocumentSearcher searcher = searcherOf(documents)) {
            for (int i = 0; i < QUERIES; i++) {
                Query query = query(random, 2);
                List<String> found = found(searcher, query);
                matches += found.size();
                softly.assertThat(found).as(query.toString()).isEqualTo(matched(documents, query));
            }
        }
        softly.assertAll();
        assertThat(matches).as("matches of all queries").isGreaterThan(QUERIES);
    }

    @Test
    void numbersInObjectsAreFoundHoweverTheyAndTheQueryAreWritten() {
        Random random = new Random(33);
        RowMapper mapper = new RowMapper(definition());
        Map<String, BigDecimal> numbers = new TreeMap<>();
        Map<String, Document> documents = new TreeMap<>();
        List<String> given = List.of(
                "12345678.9",
                "100",
                "0.00001",
                "1.50",
                "-0.0",
                "9007199254740993",
                "18446744073709551617",
                "1e300",
                "1e400",
                "0.1234567890123456789",
                "-1.5e-200");
        for (int i = 0; i < 60; i++) {
            BigDecimal number = i < given.size()
                    ? new BigDecimal(given.get(i))
                    : BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(40) - 20);
            String row = String.format(Locale.ROOT, "row%02d", i);
            numbers.put(row, number);
            documents.put(row, document(mapper, row, "{\"p\": [{\"q\": " + notation(number, random) + "}]}"));
        }
        documents.put("text", document(mapper, "text", "{\"p\": {\"q\": \"100.0\"}}"));
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = searcherOf(documents)) {
            numbers.forEach((row, number) -> {
                List<String> equal = new ArrayList<>(numbers.keySet().stream()
                        .filter(each -> numbers.get(each).compareTo(number) == 0)
                        .toList());
                for (int i = 0; i < 3; i++) {
                    String asked = notation(number, random);
                    List<String> expected = new ArrayList<>(equal);
                    if (asked.equals("100.0")) {
                        expected.add("text");
                    }
                    for (Query query : List.of(
                            QueryStringParser.parse("json.p.q:\"" + asked + "\"", definition()),
                            QueryTree.parse(
                                    "{\"term\": {\"field\": \"json\", \"value\": " + asked + "}}", definition()))) {
                        softly.assertThat(found(searcher, query))
                                .as(query.toString())
                                .isEqualTo(expected);
                        softly.assertThat(matched(documents, query))
                                .as(query.toString())
                                .isEqualTo(expected);
                    }
                }
            });
            softly.assertThat(found(searcher, QueryStringParser.parse("json.p.q:100.0", definition())))
                    .contains("row01", "text");
        }
        softly.assertAll();
    }

    private static String notation(BigDecimal number, Random random) {
        boolean isShort = Math.abs((long) number.scale()) < 100;
        return switch (random.nextInt(isShort ? 5 : 2)) {
            case 0 -> number.unscaledValue() + "e" + -number.scale();
            case 1 -> number.unscaledValue().multiply(BigInteger.TEN) + ".00E" + (-number.scale() - 1L);
            case 2 -> number.toPlainString();
            case 3 -> number.toEngineeringString();
            default -> number.toPlainString() + (number.scale() > 0 ? "00" : ".0");
        };
    }

    private static Document document(RowMapper mapper, String row, String json) {
        return mapper.map(
                new Row(RowKey.utf8(row), List.of(new Cell(ColumnName.of("m", "json"), 1, ByteArray.utf8(json)))));
    }

    /** One that an earlier version wrote may hold it still. */
    @Test
    void negativeZeroIsZeroInADocumentToo() {
        Map<String, Document> documents = new TreeMap<>();
        documents.put("minus", new Document(Map.of("ratio", -1.0, "part", -1.0)));
        documents.put("negative", new Document(Map.of("ratio", -0.0, "part", -0.0)));
        documents.put("plus", new Document(Map.of("ratio", Double.MIN_VALUE, "part", (double) Float.MIN_VALUE)));
        documents.put("zero", new Document(Map.of("ratio", 0.0, "part", 0.0)));
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = searcherOf(documents)) {
            Map<String, List<String>> expected = Map.of(
                    "X:Z", List.of("negative", "zero"),
                    "X:[Z TO *]", List.of("negative", "plus", "zero"),
                    "X:[* TO Z]", List.of("minus", "negative", "zero"),
                    "X:{Z TO *]", List.of("plus"),
                    "X:[* TO Z}", List.of("minus"));
            expected.forEach((form, rows) -> {
                for (String field : List.of("ratio", "part")) {
                    for (String zero : List.of("0", "\\-0.0")) {
                        boolean isRange = form.contains("TO");
                        String text = form.replace("X", field).replace("Z", isRange ? zero.replace("\\", "") : zero);
                        Query query = QueryStringParser.parse(text, definition());
                        softly.assertThat(found(searcher, query)).as(text).isEqualTo(rows);
                        softly.assertThat(matched(documents, query)).as(text).isEqualTo(rows);
                    }
                }
            });
        }
        softly.assertAll();
    }

    @Test
    void anAnalyzerThatOnlyTheIndexKnowsIsTold() {
        Query query = QueryStringParser.parse("english:cat plain:dog tag:x", definition());
        assertThat(matcher().unknownAnalyzers(query, definition(), metadata().analyzers()))
                .isEmpty();
        assertThat(matcher()
                        .unknownAnalyzers(query, definition(), Map.of("english", "of-our-own", "plain", "standard")))
                .containsExactly("english");
    }

    @Test
    void anAnalyzerOfTheDefinitionIsUnknownWhateverItsName() {
        IndexDefinition plain = definition();
        ElasticsearchOptions own = new ElasticsearchOptions(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("index.analysis.analyzer.english.type", "standard"),
                Map.of(),
                Map.of());
        IndexDefinition definition = IndexDefinition.of(
                plain.name(),
                plain.table(),
                plain.rowKeyFormat(),
                plain.rowKey(),
                plain.fields(),
                new IndexOptions(List.of(), own));
        assertThat(matcher()
                        .unknownAnalyzers(
                                new Query.Word(List.of("english"), "cat"), definition, Map.of("english", "english")))
                .containsExactly("english");
    }

    @Test
    void longEndsAndPatternsThatGrowAreMatched() {
        for (String end : List.of("0".repeat(60), "ab".repeat(200), "é中".repeat(150), "0001".repeat(100) + "00")) {
            Query query = new Query.Suffix(List.of("tag"), end);
            assertThat(matches(query, Map.of(), "tag", "x" + end)).as(end).isTrue();
            assertThat(matches(query, Map.of(), "tag", end + end)).as(end).isTrue();
            assertThat(matches(query, Map.of(), "tag", end + "x")).as(end).isFalse();
            assertThat(matches(query, Map.of(), "tag", end.substring(1)))
                    .as(end)
                    .isFalse();
        }
        Query grown = new Query.Wildcard(List.of("english"), "a*" + "ß".repeat(30));
        Map<String, String> german = Map.of("english", "german", "plain", "standard");
        assertThat(matches(grown, german, "english", "axx" + "s".repeat(60))).isTrue();
        assertThat(matches(grown, german, "english", "axx" + "s".repeat(59) + "t"))
                .isFalse();
    }

    private boolean matches(Query query, Map<String, String> analyzers, String field, String value) {
        return matcher().matches(query, definition(), analyzers, new Document(Map.of(field, value)));
    }

    @Test
    void aQueryOfStopWordsAloneIsExplained() {
        for (String words :
                List.of("english:the", "english:(the of)", "english:(the OR of) tag:*", "english:\"of the\"")) {
            assertThat(remarks(words)).as(words).hasSize(words.contains("tag") ? 0 : 1);
        }
        assertThat(remarks("english:(the of)"))
                .first()
                .asString()
                .contains("english")
                .endsWith("the, of");
        for (String words :
                List.of("english:(the cat)", "english:cat", "plain:the", "english:the plain:the", "-english:the")) {
            assertThat(remarks(words)).as(words).isEmpty();
        }
    }

    private List<String> remarks(String query) {
        return matcher()
                .remarks(
                        QueryStringParser.parse(query, definition()),
                        definition(),
                        metadata().analyzers(),
                        true);
    }

    /** Over an index with these documents, by row. */
    private DocumentSearcher searcherOf(Map<String, Document> documents) {
        try (DocumentWriter writer = openWriter()) {
            List<IndexOperation> operations = new ArrayList<>();
            documents.forEach((row, document) -> operations.add(upsert(row, operations.size(), document)));
            write(writer, operations);
            DocumentSearcher searcher = openSearcher();
            searcher.refresh();
            return searcher;
        }
    }

    private static List<String> found(DocumentSearcher searcher, Query query) {
        return searcher.search(new SearchRequest(query, List.of(), 100, PATIENCE)).hits().stream()
                .map(hit -> hit.row().bytes().utf8())
                .sorted()
                .toList();
    }

    private List<String> matched(Map<String, Document> documents, Query query) {
        QueryMatcher matcher = matcher();
        return documents.entrySet().stream()
                .filter(each -> matcher.matches(query, definition(), metadata().analyzers(), each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Document document(Random random) {
        Map<String, Object> fields = new HashMap<>();
        put(fields, "plain", random, text(random));
        put(fields, "english", random, List.of(text(random), text(random)));
        put(fields, "tag", random, List.of(word(random), text(random)));
        put(fields, "flag", random, random.nextBoolean());
        put(fields, "n", random, (long) random.nextInt(5));
        put(fields, "big", random, List.of((long) random.nextInt(5), Long.MAX_VALUE));
        put(fields, "ratio", random, random.nextInt(5) / 10.0);
        put(fields, "part", random, random.nextInt(5) / 10.0);
        put(fields, "at", random, "2024-0" + (1 + random.nextInt(5)) + "-01T10:00:00.000Z");
        put(
                fields,
                "json",
                random,
                Map.of("a", Map.of("b", word(random)), "c", List.of((long) random.nextInt(3), true)));
        return new Document(fields);
    }

    private static void put(Map<String, Object> fields, String name, Random random, Object value) {
        if (random.nextInt(3) > 0) {
            fields.put(name, value);
        }
    }

    private static String word(Random random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append(word(random)).append(' ');
        }
        return text.toString().strip();
    }

    private static Query query(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            return bool(random, depth);
        }
        List<String> text = random.nextBoolean() ? List.of("plain") : List.of("plain", "english", "tag");
        String word = word(random);
        return switch (random.nextInt(14)) {
            case 0 -> new Query.Word(text, word);
            case 1 -> new Query.Phrase(text, word + " " + word(random), random.nextInt(3));
            case 2 -> new Query.Prefix(text, first(word));
            case 3 -> new Query.Fuzzy(text, "c" + word, 1 + random.nextInt(2));
            case 4 -> new Query.Wildcard(text, first(word) + "?*");
            case 5 -> new Query.Regexp(text, "[cd](at|og)s?");
            case 6 ->
                new Query.Exists(List.of("plain", "english", "flag", "json", "json.a.b", "json.a")
                        .get(random.nextInt(6)));
            case 7 -> new Query.Range("n", "1", random.nextBoolean(), "3", random.nextBoolean());
            case 8 -> new Query.Range("ratio", "0.1", random.nextBoolean(), null, true);
            case 9 -> new Query.Range("at", null, true, "2024-03-01T10:00:00.000Z", random.nextBoolean());
            case 10 -> new Query.Word(List.of("big"), Long.toString(Long.MAX_VALUE));
            case 11 -> new Query.Word(List.of("json.a.b"), word);
            case 12 -> new Query.Word(List.of("part"), "0.1");
            default -> new Query.Word(List.of("flag"), "true");
        };
    }

    private static String first(String word) {
        return Character.toString(word.codePointAt(0));
    }

    private static Query bool(Random random, int depth) {
        List<Query> must = queries(random, depth);
        List<Query> should = queries(random, depth);
        int least = must.isEmpty() ? 1 : 0;
        int minimum = should.isEmpty() ? 0 : Math.max(least, random.nextInt(should.size() + 1));
        return new Query.Bool(must, should, queries(random, depth), queries(random, depth), minimum);
    }

    private static List<Query> queries(Random random, int depth) {
        List<Query> queries = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            queries.add(query(random, depth - 1));
        }
        return queries;
    }
}
