/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.testing.MemoryTable;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a gateway answers over a real index, whichever backend it is. */
abstract class GatewayContract {
    private static final int REQUESTS = 100;
    private static final int TABLES = 3;
    private static final int LAYOUT_ROWS = 120;
    private static final int LAYOUT_REQUESTS = 40;

    private final List<RowKey> keys = new ArrayList<>();
    private MemoryTable table;
    private GatewayStand stand;

    /** The backend under test, which is the subclass's. */
    abstract IndexBackend backend();

    @BeforeEach
    void create() {
        table = new MemoryTable();
        stand = new GatewayStand(backend(), RandomRows.definition("words"), table);
    }

    @AfterEach
    void close() {
        stand.close();
    }

    private static RowKey key(int user, int item) {
        return RandomRows.key(user, item);
    }

    private void fill(Random random, int users, int items) throws InterruptedException {
        RandomRows.of(random, users, items).forEach((key, columns) -> {
            table.put(key, columns);
            keys.add(key);
        });
        stand.index(keys);
    }

    @Test
    void theTableAndTheIndexGiveTheSameRows() throws Exception {
        for (int seed = 0; seed < TABLES; seed++) {
            Random random = new Random(seed);
            fill(random, 8, 6);
            int compared = 0;
            for (int i = 0; i < REQUESTS; i++) {
                Map<String, Object> request = Parity.with(new RandomQueries(random).next(), "keyFormat", "text");
                compared += new Parity(stand).holdsFor(request) ? 1 : 0;
            }
            assertThat(compared).as("requests that the table can answer").isGreaterThan(REQUESTS / 3);
            stand.close();
            keys.clear();
            create();
        }
    }

    /** Salted, hashed, reversed and newest-first keys lead to the same rows as the index, as well. */
    @Test
    void whateverKeysLookLikeTheTableAndTheIndexGiveTheSameRows() throws Exception {
        for (Map.Entry<String, String> layout : KeyLayouts.ALL.entrySet()) {
            Random random = new Random(layout.getKey().hashCode());
            KeyLayouts layouts = new KeyLayouts(random);
            IndexDefinition definition = KeyLayouts.definition("words", layout.getValue());
            MemoryTable rowsOf = new MemoryTable();
            try (GatewayStand own = new GatewayStand(backend(), definition, rowsOf)) {
                Set<RowKey> rows = new TreeSet<>();
                for (int i = 0; i < LAYOUT_ROWS; i++) {
                    RowKey key = layouts.key(definition.rowKey().orElseThrow().spec());
                    rows.add(key);
                    rowsOf.put(key, random.nextBoolean() ? Map.of("kind", "odd") : Map.of("kind", "even", "x", "y"));
                }
                own.index(rows);
                int compared = 0;
                for (int i = 0; i < LAYOUT_REQUESTS; i++) {
                    compared += new Parity(own).holdsFor(layouts.request()) ? 1 : 0;
                }
                assertThat(compared).as(layout.getKey()).isGreaterThan(LAYOUT_REQUESTS / 4);
            }
        }
    }

    @Test
    void queriesOnPartsOfKeysFindTheSameRowsByIndexAndByTable() throws Exception {
        assertAnswered(KeyQueries.ofParts());
        assertAnswered(KeyQueries.ofReversedNames());
    }

    private void assertAnswered(KeyQueries queries) throws Exception {
        MemoryTable rowsOf = new MemoryTable();
        queries.fill(rowsOf);
        try (GatewayStand own = new GatewayStand(backend(), queries.definition(), rowsOf)) {
            own.index(queries.rows());
            queries.assertAnswered(own);
        }
    }

    @Test
    void rowsAreReadByPartsAsHitsShowThem() throws Exception {
        KeyQueries queries = KeyQueries.ofParts();
        MemoryTable rowsOf = new MemoryTable();
        queries.fill(rowsOf);
        try (GatewayStand own = new GatewayStand(backend(), queries.definition(), rowsOf)) {
            queries.assertRead(own);
        }
    }

    @Test
    void everyRowComesOnceWhileRowsAreWritten() throws Exception {
        Random random = new Random(7);
        fill(random, 10, 10);
        for (String order : List.of("_score", "count:desc", "kind:asc:first", "day")) {
            String query = "q=gloss:(whale%20OR%20boat)&keyFormat=text&verify=none";
            String path = "/search?" + query + "&size=9&snapshot=true&sort=" + GatewayStand.encoded(order);
            Set<String> before = new TreeSet<>(GatewayStand.keys(stand.answer("/search?" + query + "&size=1000")));
            List<String> seen = new ArrayList<>();
            JsonNode page = stand.answer(path);
            while (true) {
                assertThat(page.at("/snapshot").asBoolean()).isTrue();
                assertThat(page.at("/view_lost").asBoolean()).isFalse();
                seen.addAll(GatewayStand.keys(page));
                if (!page.has("next")) {
                    break;
                }
                change(random);
                page = stand.answer(path + "&cursor=" + page.at("/next").asText());
            }
            assertThat(new HashSet<>(seen)).as(order).hasSameSizeAs(seen).isEqualTo(before);
        }
    }

    /** Some rows that come before and behind any place. */
    private void change(Random random) throws InterruptedException {
        List<RowKey> changed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            RowKey key = keys.get(random.nextInt(keys.size()));
            table.put(
                    key,
                    Map.of(
                            "gloss",
                            random.nextBoolean() ? "whale whale boat" : "boat",
                            "count",
                            Integer.toString(random.nextInt(10)),
                            "kind",
                            "odd",
                            "day",
                            "2026-01-15T00:00:00Z"));
            changed.add(key);
        }
        stand.index(changed);
    }

    @Test
    void pagesGoForthAndBackInAnyOrder() throws Exception {
        fill(new Random(3), 5, 5);
        for (String order : List.of("count:desc", "kind", "day:desc", "_key:desc")) {
            String path = "/search?size=6&keyFormat=text&plan=search&sort=" + GatewayStand.encoded(order);
            JsonNode first = stand.answer(path);
            JsonNode second = stand.answer(path + "&cursor=" + first.at("/next").asText());
            JsonNode third = stand.answer(path + "&cursor=" + second.at("/next").asText());

            JsonNode back =
                    stand.answer(path + "&cursor=" + third.at("/previous").asText());

            assertThat(GatewayStand.keys(back)).as(order).isEqualTo(GatewayStand.keys(second));
            JsonNode beginning =
                    stand.answer(path + "&cursor=" + back.at("/previous").asText());
            assertThat(GatewayStand.keys(beginning)).as(order).isEqualTo(GatewayStand.keys(first));
            assertThat(beginning.has("previous")).as(order).isFalse();
        }
    }

    @Test
    void pagesGoOnOverWhatIsThereIfTheSnapshotIsLostAndSaySo() throws Exception {
        fill(new Random(4), 5, 5);
        String path = "/search?size=10&keyFormat=text&plan=search&sort=_key&snapshot=true";
        JsonNode first = stand.answer(path);
        assertThat(stand.searcher.views()).hasSize(1);
        stand.searcher.loseViews();

        JsonNode second = stand.answer(path + "&cursor=" + first.at("/next").asText());

        assertThat(second.at("/view_lost").asBoolean()).isTrue();
        assertThat(second.at("/notes").toString()).contains("snapshot");
        assertThat(GatewayStand.keys(second)).hasSize(10).doesNotContainAnyElementsOf(GatewayStand.keys(first));
    }

    @Test
    void aStreamBringsEveryRowOnce() throws Exception {
        fill(new Random(5), 25, 20);

        List<String> lines = stand.get("/stream?keyFormat=text&plan=search&sort=count&verify=none")
                .body()
                .lines()
                .toList();

        List<String> seen = lines.stream()
                .map(line -> GatewayStand.json(line).at("/hit/key").asText())
                .filter(key -> !key.isEmpty())
                .toList();
        assertThat(seen).hasSize(500);
        assertThat(new HashSet<>(seen)).hasSize(500);
    }

    @Test
    void matchHidesRowsThatAreNoMatchesAnyMore() throws Exception {
        table.put(key(1, 1), Map.of("gloss", "The Whales of the sea"));
        table.put(key(1, 2), Map.of("gloss", "whales"));
        table.put(key(1, 3), Map.of("gloss", "WHALES"));
        stand.index(List.of(key(1, 1), key(1, 2), key(1, 3)));
        table.put(key(1, 2), Map.of("gloss", "a boat"));
        table.delete(key(1, 3));

        JsonNode answer = stand.answer("/search?q=whales&keyFormat=text&verify=match");

        assertThat(GatewayStand.keys(answer)).containsExactly("0001-01");
        assertThat(answer.at("/verification/stale").asInt()).isEqualTo(2);
        assertThat(stand.announced).containsExactlyInAnyOrder(key(1, 2), key(1, 3));
        assertThat(GatewayStand.keys(stand.answer("/search?q=whales&keyFormat=text&verify=exists")))
                .containsExactlyInAnyOrder("0001-01", "0001-02");
    }

    /** Both are in the same backend, of which this gateway offers one. */
    @Test
    void nothingInARequestReachesAnotherIndex() throws Exception {
        fill(new Random(6), 2, 2);
        MemoryTable secrets = new MemoryTable();
        try (GatewayStand other = new GatewayStand(backend(), RandomRows.definition("secrets"), secrets)) {
            secrets.put(key(9, 9), Map.of("gloss", "unspeakable", "kind", "unspeakable"));
            other.index(List.of(key(9, 9)));
            String name = other.name();
            for (String index : List.of(
                    name,
                    "*",
                    "_all",
                    stand.name() + "," + name,
                    stand.name() + "*",
                    "..%2F" + name,
                    "%2A",
                    name + "-000001")) {
                assertThat(stand.getOf(index, "/search?q=gloss:unspeakable").statusCode())
                        .as(index)
                        .isBetween(400, 499);
            }
            for (Map<String, Object> request : reaching(name)) {
                HttpResponse<String> answer = stand.post("/search", request);
                assertThat(answer.statusCode())
                        .as("%s: %s", request, answer.body())
                        .isBetween(200, 499);
                if (answer.statusCode() == 200) {
                    assertThat(GatewayStand.json(answer.body())
                                    .at("/total/value")
                                    .asLong())
                            .as("%s: %s", request, answer.body())
                            .isZero();
                }
            }
            assertThat(GatewayStand.keys(other.answer("/search?q=gloss:unspeakable&keyFormat=text")))
                    .as("it can be found where it is")
                    .containsExactly("0009-09");
        }
    }

    private static List<Map<String, Object>> reaching(String name) {
        Map<String, Object> lookup = Map.of("index", name, "id", "0009-09", "path", "kind");
        return List.of(
                Map.of("q", "unspeakable"),
                Map.of("q", "_index:" + name),
                Map.of("q", "_index:" + name + " OR gloss:unspeakable"),
                Map.of("q", "gloss:unspeakable", "filter", "_index:*"),
                Map.of("q", name + ":unspeakable"),
                Map.of("q", name + ".gloss:unspeakable"),
                Map.of("q", "\\*:unspeakable"),
                Map.of("query", Map.of("term", Map.of("field", "_index", "value", name))),
                Map.of("query", Map.of("terms", Map.of("field", "kind", "values", lookup))),
                Map.of("query", Map.of("terms", Map.of("field", "kind", "kind", lookup))),
                Map.of("query", Map.of("exists", Map.of("field", "_id"))),
                Map.of("query", Map.of("query_string", Map.of("query", "_index:" + name))),
                Map.of("query", Map.of("more_like_this", Map.of("like", Map.of("_index", name, "_id", "0009-09")))),
                Map.of("query", Map.of("bool", Map.of("must", List.of(Map.of("indices", Map.of("index", name)))))),
                Map.of("q", "unspeakable", "index", name),
                Map.of("q", "unspeakable", "sort", "_index"),
                Map.of("q", "unspeakable", "facets", Map.of("i", Map.of("terms", Map.of("field", "_index")))),
                Map.of("q", "unspeakable", "columns", List.of("../" + name)));
    }

    @Test
    void facetsSuggestionsAndHighlightsComeFromIndexAndRow() throws Exception {
        for (int item = 0; item < 6; item++) {
            table.put(
                    key(1, item),
                    Map.of(
                            "gloss",
                            "a whale",
                            "kind",
                            item < 4 ? "orca" : "minke",
                            "count",
                            Integer.toString(item),
                            "day",
                            "2026-0" + (1 + item / 3) + "-15T00:00:00Z"));
            keys.add(key(1, item));
        }
        stand.index(keys);
        Map<String, Object> facets = Map.of(
                "kinds", Map.of("terms", Map.of("field", "kind")),
                "sizes",
                        Map.of(
                                "ranges",
                                Map.of(
                                        "field",
                                        "count",
                                        "ranges",
                                        List.of(Map.of("key", "small", "lt", 2), Map.of("gte", 2)))),
                "months", Map.of("date_histogram", Map.of("field", "day", "interval", "month")));

        JsonNode answer = GatewayStand.answer(stand.post(
                "/search",
                Map.of("query", Map.of("match", Map.of("field", "gloss", "text", "whale")), "facets", facets)));

        assertThat(answer.at("/facets/kinds/buckets").toString())
                .isEqualTo("[{\"key\":\"orca\",\"count\":4},{\"key\":\"minke\",\"count\":2}]");
        assertThat(answer.at("/facets/sizes/buckets").toString())
                .isEqualTo("[{\"key\":\"small\",\"count\":2},{\"key\":\"[2,)\",\"count\":4}]");
        assertThat(answer.at("/facets/months/buckets").findValuesAsText("count"))
                .containsExactly("3", "3");
        assertThat(answer.at("/hits/0/highlights/gloss/0").asText()).isEqualTo("a <em>whale</em>");
        assertThat(stand.answer("/suggest?field=kind&prefix=o").at("/values").toString())
                .isEqualTo("[{\"value\":\"orca\",\"count\":4}]");
    }

    @Test
    void aNoteSaysThatAMatchFarInsideALongTextIsNotHighlighted() throws Exception {
        table.put(key(1, 1), Map.of("gloss", "a whale"));
        stand.index(List.of(key(1, 1)));
        assertThat(stand.answer("/search?q=whale").at("/notes").toString()).doesNotContain("long text");
        table.put(key(1, 2), Map.of("gloss", "word ".repeat(40_000) + "whale"));
        stand.index(List.of(key(1, 2)));

        JsonNode answer = stand.answer("/search?q=whale&keyFormat=text");

        assertThat(GatewayStand.keys(answer)).containsExactly("0001-01", "0001-02");
        assertThat(answer.at("/hits/1/highlights")).isEmpty();
        assertThat(answer.at("/notes").toString())
                .contains(
                        "1 hits have a long text without a highlight: only its first 200000 characters are looked at");
    }
}
