/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.gateway.ThreeIndexes.Indexed;
import io.hbasesearch.gateway.http.SchemaCheck;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches over three embedded indexes, against orders and counts that are computed here from the rows. */
class SearchAllMergeTest {
    private static final String SEARCH = "/v1/search?index=first,second,third&keyFormat=text";

    @TempDir
    private Path directory;

    private final Random random = new Random(5);
    private ThreeIndexes indexes;
    private TestHttp http;

    @BeforeEach
    void start() throws Exception {
        indexes = new ThreeIndexes(directory, random);
        http = indexes.http();
    }

    @AfterEach
    void close() {
        indexes.close();
    }

    private JsonNode answer(String path) {
        var response = http.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response);
    }

    private static List<String> hits(JsonNode answer) {
        List<String> hits = new ArrayList<>();
        answer.at("/hits")
                .forEach(hit -> hits.add(
                        hit.at("/index").asText() + " " + hit.at("/key").asText()));
        return hits;
    }

    private List<String> pages(String path) {
        List<String> all = new ArrayList<>();
        JsonNode page = answer(path);
        for (int pages = 1; ; pages++) {
            assertThat(pages).as(path).isLessThan(200);
            assertThat(page.at("/degraded")).isEmpty();
            all.addAll(hits(page));
            if (!page.has("next")) {
                return all;
            }
            page = answer(path + "&cursor=" + page.at("/next").asText());
        }
    }

    private static int place(Indexed row) {
        return ThreeIndexes.NAMES.indexOf(row.index());
    }

    /** Returns a value that compares as in the index: keywords as hexadecimal digits, which have the order of the bytes. */
    private static Comparable<?> value(String name, String text) {
        return switch (name) {
            case "kind" -> HexFormat.of().formatHex(text.getBytes(UTF_8));
            case "count" -> Long.valueOf(text);
            case "price" -> Double.valueOf(text);
            case "seen" -> Instant.parse(text);
            default -> Boolean.valueOf(text);
        };
    }

    /** @param last whether rows without a value are greater than all others */
    private static Comparator<Indexed> byField(String name, boolean last) {
        Comparator<Comparable<Object>> order = Comparator.naturalOrder();
        return Comparator.comparing(
                row -> value(row, name), last ? Comparator.nullsLast(order) : Comparator.nullsFirst(order));
    }

    @SuppressWarnings("unchecked")
    private static Comparable<Object> value(Indexed row, String name) {
        String text = row.columns().get(name);
        return text == null ? null : (Comparable<Object>) value(name, text);
    }

    private static Comparator<Indexed> order(String key) {
        List<String> parts = List.of(key.split(":"));
        boolean descending = parts.contains("desc");
        Comparator<Indexed> ascending = parts.get(0).equals("_key")
                ? Comparator.comparing(Indexed::key)
                : byField(parts.get(0), descending == parts.contains("first"));
        return descending ? ascending.reversed() : ascending;
    }

    private List<String> expected(List<Indexed> rows, String... keys) {
        Comparator<Indexed> order = order(keys[0]);
        for (int i = 1; i < keys.length; i++) {
            order = order.thenComparing(order(keys[i]));
        }
        return rows.stream()
                .sorted(order.thenComparing(SearchAllMergeTest::place).thenComparing(Indexed::key))
                .map(row -> row.index() + " " + row.key())
                .toList();
    }

    /** Returns an order by the distance from Shanghai, to which of several points the nearest or the farthest counts. */
    private static Comparator<Indexed> byDistance(boolean descending, boolean missingFirst) {
        Comparator<Double> numbers = Comparator.naturalOrder();
        Comparator<Indexed> order = Comparator.comparing(
                row -> distance(row, descending),
                descending == missingFirst ? Comparator.nullsLast(numbers) : Comparator.nullsFirst(numbers));
        return descending ? order.reversed() : order;
    }

    private static Double distance(Indexed row, boolean farthest) {
        String points = row.columns().get("place");
        if (points == null) {
            return null;
        }
        DoubleStream distances = Stream.of(points.split(";")).mapToDouble(SearchAllMergeTest::angle);
        return (farthest ? distances.max() : distances.min()).orElseThrow();
    }

    private static double angle(String point) {
        double lat = Math.toRadians(Double.parseDouble(point.split(",")[0]));
        double lon = Math.toRadians(Double.parseDouble(point.split(",")[1]) - 121.5);
        double own = Math.toRadians(31.2);
        return Math.acos(Math.min(1, Math.sin(lat) * Math.sin(own) + Math.cos(lat) * Math.cos(own) * Math.cos(lon)));
    }

    /** Deletes some rows from their tables, not from the indexes, and returns the others. */
    private List<Indexed> deleteSome() {
        Set<Indexed> gone = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            Indexed row = indexes.indexed.get(random.nextInt(indexes.indexed.size()));
            gone.add(row);
            indexes.delete(row);
        }
        return indexes.indexed.stream().filter(row -> !gone.contains(row)).toList();
    }

    @Test
    void pagesLeadThroughAllRowsOfThreeIndexesInTheirOrder() {
        List<Indexed> left = deleteSome();
        for (String order : List.of(
                "kind",
                "kind:desc",
                "count:desc:first",
                "count:asc:first",
                "price:desc",
                "seen",
                "open:asc:first",
                "_key",
                "_key:desc",
                "kind,count:desc,_key:desc",
                "open,kind:desc:first")) {
            String[] keys = order.split(",");
            String path = SEARCH + "&size=" + (1 + random.nextInt(9)) + "&sort=" + String.join("&sort=", keys);
            assertThat(pages(path)).as(order).isEqualTo(expected(left, keys));
            assertThat(pages(path + "&snapshot=true")).as(order).isEqualTo(expected(left, keys));
        }
    }

    @Test
    void hitsByScoreComeInTheOrderOfTheScoresOfEachIndex() {
        deleteSome();
        for (String query : List.of("whale", "song OR krill", "kind:a whale", "whale -ship")) {
            String asked = "q=" + URLEncoder.encode(query, UTF_8) + "&keyFormat=text";
            List<JsonNode> all = new ArrayList<>();
            for (String index : ThreeIndexes.NAMES) {
                answer("/v1/indexes/" + index + "/search?size=1000&" + asked)
                        .at("/hits")
                        .forEach(hit -> all.add(((ObjectNode) hit).put("index", index)));
            }
            List<String> expected = all.stream()
                    .sorted(Comparator.comparing(
                            (JsonNode hit) -> -hit.at("/score").asDouble()))
                    .map(hit -> hit.at("/index").asText() + " " + hit.at("/key").asText())
                    .toList();

            assertThat(expected).hasSizeGreaterThan(4);
            assertThat(pages("/v1/search?index=first,second,third&size=4&" + asked))
                    .as(query)
                    .isEqualTo(expected);
            assertThat(answer("/v1/search?index=first,second,third&" + asked)
                            .at("/notes/0")
                            .asText())
                    .contains("scores of different indexes");
        }
    }

    /** The query has no words, so rows of the table and hits of the index are in the order of keys. */
    @Test
    void rowsOfTheTableAndHitsOfTheIndexAreMergedAlike() {
        List<String> expected = expected(
                indexes.indexed.stream()
                        .filter(row -> row.key().startsWith("0003"))
                        .toList(),
                "_key");
        List<String> byItem = expected.stream()
                .sorted(Comparator.comparing(hit -> hit.substring(hit.indexOf('-'))))
                .toList();
        assertThat(expected).hasSizeGreaterThan(10);
        for (String plan : List.of("auto", "table", "search")) {
            String path = SEARCH + "&filter=user:3&size=3&plan=" + plan;
            assertThat(answer(path).at("/plan").asText()).isEqualTo(plan.equals("search") ? "search" : "table");
            assertThat(pages(path + "&sort=_key")).as(plan).isEqualTo(expected);
            assertThat(pages(path)).as(plan).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(pages(path + "&sort=item")).as(plan).isEqualTo(byItem);
        }
    }

    @Test
    void hitsComeInTheOrderOfDistancesWhetherTheTableReturnsThemOrTheIndex() {
        Map<String, Comparator<Indexed>> orders = Map.of(
                "", byDistance(false, false),
                ":asc:first", byDistance(false, true),
                ":desc", byDistance(true, false),
                ":desc:first", byDistance(true, true));
        orders.forEach((suffix, order) -> {
            String path = SEARCH + "&size=4&sort=place:31.2,121.5" + suffix + "&sort=_key";
            assertThat(pages(path))
                    .as(path)
                    .isEqualTo(names(indexes.indexed.stream()
                            .sorted(order.thenComparing(Indexed::key).thenComparing(SearchAllMergeTest::place))));
            for (String key : keysInSeveral()) {
                String one = path + "&filter=user:" + Integer.parseInt(key.substring(0, 4)) + "&filter=item:"
                        + key.substring(5);
                List<String> expected = names(indexes.indexed.stream()
                        .filter(row -> row.key().equals(key))
                        .sorted(order.thenComparing(SearchAllMergeTest::place)));
                assertThat(answer(one).at("/plan").asText()).isEqualTo("table");
                for (String plan : List.of("auto", "table", "search")) {
                    assertThat(pages(one + "&plan=" + plan)).as(one + plan).isEqualTo(expected);
                }
            }
        });
    }

    private static List<String> names(Stream<Indexed> rows) {
        return rows.map(row -> row.index() + " " + row.key()).toList();
    }

    private List<String> keysInSeveral() {
        List<String> keys = indexes.indexed.stream().map(Indexed::key).toList();
        List<String> several = keys.stream()
                .filter(key -> Collections.frequency(keys, key) > 1)
                .distinct()
                .toList();
        assertThat(several).hasSizeGreaterThan(2);
        return several;
    }

    /** All rows match alike, so that only the functions order them. */
    @Test
    void hitsByScoreFunctionsComeInTheOrderOfTheScoresOfEachIndex() {
        String body =
                """
                {%s"filter": "price:[-1 TO 1]", "keyFormat": "text", "size": %d, "ranking": {"functions": [
                  {"log": {"field": "count", "pivot": 1}}, {"recency": {"field": "seen", "halfLife": "500d"}}]}}
                """;
        List<JsonNode> all = new ArrayList<>();
        for (String index : ThreeIndexes.NAMES) {
            json(http.postJson("/v1/indexes/" + index + "/search", body.formatted("", 1000)))
                    .at("/hits")
                    .forEach(hit -> all.add(((ObjectNode) hit).put("index", index)));
        }
        List<Double> scores =
                all.stream().map(hit -> hit.at("/score").asDouble()).toList();
        assertThat(Set.copyOf(scores)).hasSizeGreaterThan(5);
        JsonNode page = json(http.postJson("/v1/search", body.formatted("\"index\": \"first,second,third\", ", 7)));
        List<Double> found = new ArrayList<>();
        for (; ; ) {
            page.at("/hits").forEach(hit -> found.add(hit.at("/score").asDouble()));
            if (!page.has("next")) {
                break;
            }
            String begin = "\"index\": \"first,second,third\", \"cursor\": \""
                    + page.at("/next").asText() + "\", ";
            page = json(http.postJson("/v1/search", body.formatted(begin, 7)));
        }

        assertThat(found).hasSameSizeAs(scores).isSortedAccordingTo(Comparator.reverseOrder());
    }

    /** One row of each index needs no order there, but among the indexes. */
    @Test
    void rowsWithOneKeyComeInTheOrderOfScoreFunctions() {
        for (String key : keysInSeveral()) {
            List<String> expected = names(indexes.indexed.stream()
                    .filter(row -> row.key().equals(key))
                    .sorted(Comparator.comparing((Indexed row) ->
                                    -Math.max(0, Integer.parseInt(row.columns().getOrDefault("count", "0"))))
                            .thenComparing(SearchAllMergeTest::place)));
            String body = "{\"index\": \"first,second,third\", \"keyFormat\": \"text\", \"filter\": [\"user:"
                    + Integer.parseInt(key.substring(0, 4)) + "\", \"item:" + key.substring(5)
                    + "\"], \"ranking\": {\"functions\": [{\"log\": {\"field\": \"count\", \"pivot\": 1}}]}%s}";
            JsonNode answer = json(http.postJson("/v1/search", body.formatted("")));
            assertThat(hits(answer)).as(answer.toString()).isEqualTo(expected);
            assertThat(answer.at("/notes/0").asText()).contains("scores of different indexes");
            JsonNode table = json(http.postJson("/v1/search", body.formatted(", \"plan\": \"table\"")));
            assertThat(hits(table)).hasSameElementsAs(expected);
            assertThat(table.at("/notes")).isEmpty();
        }
    }

    @Test
    void oneIndexAnswersAllThatItsOwnSearchDoes() {
        JsonNode document = answer("/v1/openapi.json");
        SchemaCheck schema = new SchemaCheck(document);
        String word = indexes.indexed.get(0).columns().get("gloss").split(" ")[0];
        for (String asked : List.of(
                "{'q': '" + word + "', 'size': 3}",
                "{'q': '" + word + "', 'size': 3, 'from': 2, 'snapshot': true}",
                "{'q': 'wahle', 'fields': false}",
                "{'size': 0, 'facets': {'counts': {'metrics': {'field': 'count'}}, 'kinds': {'terms': {'field': 'kind', 'size': 2,"
                        + " 'metrics': ['price']}}, 'years': {'date_histogram': {'field': 'seen', 'interval': 'year'}}}}",
                "{'filter': ['user:3'], 'sort': 'item', 'verify': 'match', 'columns': 'd:kind'}",
                "{'q': 'nosuch: krill', 'highlight': false, 'plan': 'search', 'sort': ['place:1,2', '_score']}",
                "{'filter': 'count:>0', 'ranking': {'functions': [{'log': {'field': 'count', 'pivot': 1}}]}}")) {
            ObjectNode body = ((ObjectNode) json(asked.replace('\'', '"'))).put("keyFormat", "text");
            JsonNode alone = json(http.postJson("/v1/indexes/first/search", body.toString()));
            JsonNode answer =
                    json(http.postJson("/v1/search", body.put("index", "first").toString()));
            assertThat(alone.at("/hits").isArray()).as(alone.toString()).isTrue();
            assertThat(comparable(answer)).as(asked).isEqualTo(comparable(alone));
            assertThat(schema.problems(document.at("/components/schemas/SearchAllAnswer"), answer))
                    .isEmpty();
            if (alone.has("next")) {
                JsonNode second = json(http.postJson(
                        "/v1/search",
                        body.put("cursor", answer.at("/next").asText())
                                .without("from")
                                .toString()));
                JsonNode secondAlone = json(http.postJson(
                        "/v1/indexes/first/search",
                        body.put("cursor", alone.at("/next").asText())
                                .without("index")
                                .toString()));
                assertThat(comparable(second)).as(asked).isEqualTo(comparable(secondAlone));
                assertThat(second.has("previous")).isTrue();
            }
        }
        assertThat(answer("/v1/search?index=first&q=wahle").has("did_you_mean")).isTrue();
    }

    /** Removes what differs between two answers to one request, and what only a search over several indexes has. */
    private static JsonNode comparable(JsonNode answer) {
        ObjectNode copy = answer.deepCopy();
        copy.remove(List.of("took_ms", "indexes", "as_of"));
        List.of("next", "previous").forEach(cursor -> {
            if (copy.has(cursor)) {
                copy.put(cursor, "");
            }
        });
        copy.at("/hits").forEach(hit -> ((ObjectNode) hit).remove("index"));
        return copy;
    }

    @Test
    void fromSkipsTheFirstHitsOfAll() {
        List<Indexed> left = deleteSome();
        List<String> expected = expected(left, "count", "kind");
        for (int from : List.of(0, 1, 5, 20, left.size() - 3, left.size(), left.size() + 5)) {
            JsonNode page = answer(SEARCH + "&sort=count&sort=kind&size=7&from=" + from);
            int begin = Math.min(from, expected.size());
            assertThat(hits(page)).isEqualTo(expected.subList(begin, Math.min(begin + 7, expected.size())));
            if (page.has("next")) {
                assertThat(hits(answer(SEARCH + "&sort=count&sort=kind&size=1000&cursor="
                                + page.at("/next").asText())))
                        .isEqualTo(expected.subList(begin + 7, expected.size()));
            }
        }
    }

    @Test
    void totalsAreSums() {
        JsonNode answer = answer(SEARCH + "&size=0");

        assertThat(answer.at("/total/value").asInt()).isEqualTo(indexes.indexed.size());
        assertThat(answer.at("/total/relation").asText()).isEqualTo("eq");
        assertThat(answer.has("next")).isFalse();
        for (int i = 0; i < 3; i++) {
            String name = ThreeIndexes.NAMES.get(i);
            assertThat(answer.at("/indexes/" + i + "/index").asText()).isEqualTo(name);
            assertThat(answer.at("/indexes/" + i + "/total/value").asLong())
                    .isEqualTo(indexes.indexed.stream()
                            .filter(row -> row.index().equals(name))
                            .count());
        }
    }

    private Map<String, Long> counts(String name, Function<String, String> key) {
        return indexes.indexed.stream()
                .map(row -> row.columns().get(name))
                .filter(value -> value != null)
                .collect(Collectors.groupingBy(key, TreeMap::new, Collectors.counting()));
    }

    private static Map<String, Long> buckets(JsonNode facet) {
        Map<String, Long> buckets = new TreeMap<>();
        facet.at("/buckets")
                .forEach(bucket -> buckets.put(
                        bucket.at("/key").asText(), bucket.at("/count").asLong()));
        return buckets;
    }

    @Test
    void facetsAreAddedUp() {
        JsonNode answer = json(
                http.postJson(
                        "/v1/search",
                        """
                {"index": ["first", "second", "third"], "size": 0, "facets": {
                  "kinds":  {"terms": {"field": "kind", "size": 100}},
                  "most":   {"terms": {"field": "count", "size": 2}},
                  "counts": {"ranges": {"field": "count", "ranges": [{"key": "plus", "gte": 1}, {"key": "minus", "lt": 0}]}},
                  "years":  {"date_histogram": {"field": "seen", "interval": "year"}}}}
                """));

        JsonNode kinds = answer.at("/facets/kinds");
        assertThat(buckets(kinds)).isEqualTo(counts("kind", kind -> kind));
        assertThat(kinds.at("/exact").asBoolean()).isTrue();
        List<String> keys = kinds.at("/buckets").findValuesAsText("key");
        assertThat(keys)
                .isSortedAccordingTo(
                        Comparator.comparing((String key) -> -buckets(kinds).get(key))
                                .thenComparing(key -> (String) value("kind", key)));
        Map<String, Long> counts = counts("count", count -> count);
        JsonNode most = answer.at("/facets/most");
        assertThat(most.at("/buckets")).hasSize(2);
        assertThat(most.at("/exact").asBoolean()).isFalse();
        assertThat(most.at("/others").asLong()
                        + buckets(most).values().stream()
                                .mapToLong(count -> count)
                                .sum())
                .isEqualTo(counts.values().stream().mapToLong(count -> count).sum());
        assertThat(buckets(answer.at("/facets/counts")))
                .isEqualTo(Map.of(
                        "plus", counts.get("1") + counts.get("2") + counts.get("3"),
                        "minus", counts.get("-1") + counts.get("-2") + counts.get("-3")));
        JsonNode years = answer.at("/facets/years");
        assertThat(buckets(years)).isEqualTo(counts("seen", seen -> seen.substring(0, 4) + "-01-01T00:00:00.000Z"));
        assertThat(years.at("/buckets").findValuesAsText("key")).isSorted();
    }
}
