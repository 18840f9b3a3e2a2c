/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against prepared answers; that they are the gateway's own is for the tests that have both. */
class GatewayClientTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    private record Request(String method, String path, String body, String authorization) {}

    private record Answer(int status, String type, String body) {}

    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private HttpServer server;
    private GatewayClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        client = new GatewayClient(address("/base"), Optional.of("secret"), TIMEOUT);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aSearchIsPostedAndItsAnswerRead() {
        answers.add(
                new Answer(
                        200,
                        JSON,
                        """
                {"index": "words", "took_ms": 7, "total": {"value": 2, "relation": "gte", "of": "index"},
                 "hits": [{"key": "YQ", "key_text": "a", "version": 281474976710658, "score": 1.5,
                           "columns": {"d:x": {"base64": "AAc=", "timestamp": 9}, "d:y": {"value": "鲸", "timestamp": 8}},
                           "versions": {"d:y": [{"value": "鲸", "timestamp": 8}, {"value": "鱼", "timestamp": 7}]},
                           "fields": {"n": 3}, "highlights": {"y": ["<em>鲸</em>"]}}],
                 "stale_dropped": 1, "timed_out": false, "partial": false, "cut": [], "complete": false,
                 "notes": ["n"], "something_new": true}
                """));

        SearchResponse response = client.search(
                "my words",
                SearchOptions.of("鲸")
                        .withSize(3)
                        .withVersions(2)
                        .withKeyFormat("text")
                        .withFilters(List.of("a:b")));

        Request request = requests.remove();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/base/v1/indexes/my%20words/search");
        assertThat(request.authorization()).isEqualTo("ApiKey secret");
        assertThat(request.body())
                .isEqualTo("{\"q\":\"鲸\",\"size\":3,\"versions\":2,\"keyFormat\":\"text\",\"filter\":[\"a:b\"]}");
        assertThat(response.total().isExact()).isFalse();
        assertThat(response.tookMs()).isEqualTo(7);
        assertThat(response.staleDropped()).isEqualTo(1);
        SearchResponse.Hit hit = response.hits().get(0);
        assertThat(hit.version()).isEqualTo(1L << 48 | 2);
        assertThat(hit.columns().get("d:x").bytes()).containsExactly(0, 7);
        assertThat(hit.columns().get("d:y").bytes()).isEqualTo("鲸".getBytes(UTF_8));
        assertThat(hit.versions().get("d:y").get(1)).isEqualTo(new CellValue("鱼", null, 7));
        assertThat(hit.highlights().get("y")).containsExactly("<em>鲸</em>");
        assertThat(hit.shownKey()).isEqualTo("a");
    }

    @Test
    void severalIndexesAreAskedAtOnceAndEachHitNamesItsOwn() {
        answers.add(
                new Answer(
                        200,
                        JSON,
                        """
                {"index": "words,mail", "plan": "mixed", "total": {"value": 2, "relation": "gte"},
                 "indexes": [{"index": "words"}, {"index": "mail"}], "hits": [{"index": "words", "key": "YQ"}],
                 "cut": [], "notes": [], "degraded": ["index:mail"]}
                """));

        SearchResponse response = client.searchAll(List.of("words", "mail"), SearchOptions.of("x"));

        Request request = requests.remove();
        assertThat(request.path()).isEqualTo("/base/v1/search");
        assertThat(request.body()).isEqualTo("{\"q\":\"x\",\"index\":[\"words\",\"mail\"]}");
        assertThat(response.hits().get(0).index()).isEqualTo("words");
        assertThat(response.degraded()).containsExactly("index:mail");
    }

    @Test
    void facetsAreAskedForByFieldAndRead() {
        answers.add(
                new Answer(
                        200,
                        JSON,
                        """
                {"index": "words", "total": {"value": 2, "relation": "eq"}, "hits": [], "cut": [], "notes": [],
                 "facets": {"kind": {"buckets": [{"key": "odd", "count": 2}], "others": 1, "exact": true},
                            "day": {"buckets": [{"key": "d", "count": 2, "metrics": {"size": {"count": 3, "min": 1,
                                    "max": 4, "avg": 2.5, "sum": 7.5, "distinct": 2, "exact": true}}}], "others": 0},
                            "sent": {"buckets": [], "metrics": {"count": 1, "min": "2026-03-01T00:00:00.000Z"}}}}
                """));

        SearchResponse response = client.search(
                "words", SearchOptions.of("x").withFacetsOf(List.of("kind")).withSnapshot(true));

        assertThat(requests.remove().body())
                .isEqualTo("{\"q\":\"x\",\"facets\":{\"kind\":{\"terms\":{\"field\":\"kind\"}}},\"snapshot\":true}");
        assertThat(response.facets().get("kind").buckets()).containsExactly(new SearchResponse.Facet.Bucket("odd", 2));
        assertThat(response.facets().get("day").buckets().get(0).metrics().get("size"))
                .isEqualTo(new SearchResponse.Facet.Metrics(3, 1, 4, 2.5, 7.5, 2, true));
        assertThat(response.facets().get("sent").metrics().min()).isEqualTo("2026-03-01T00:00:00.000Z");
        assertThat(response.facets().get("sent").metrics().sum()).isNull();
    }

    @Test
    void aRankingIsSentAsItIsWritten() {
        answers.add(new Answer(200, JSON, "{}"));

        client.explainJson(
                "words", SearchOptions.of("x").withRanking(Map.of("tie", 0.5)).withSize(3));

        assertThat(requests.remove().body()).isEqualTo("{\"q\":\"x\",\"ranking\":{\"tie\":0.5}}");
    }

    @Test
    void rowsAreCountedAndValuesSuggested() {
        answers.add(new Answer(200, JSON, "{\"index\": \"words\", \"total\": {\"value\": 9, \"relation\": \"eq\"}}"));
        answers.add(new Answer(200, JSON, "{\"field\": \"kind\", \"values\": [{\"value\": \"odd\", \"count\": 2}]}"));

        assertThat(client.count("words", SearchOptions.of("x").withSize(3).withTimeout("2s"))
                        .total()
                        .value())
                .isEqualTo(9);
        assertThat(requests.remove().body()).isEqualTo("{\"q\":\"x\",\"timeout\":\"2s\"}");
        assertThat(client.suggest("words", "kind", "o d", 5).values())
                .containsExactly(new SuggestResponse.Value("odd", 2));
        assertThat(requests.remove().path()).isEqualTo("/base/v1/indexes/words/suggest");
    }

    @Test
    void whatACountDidWithoutIsTold() {
        answers.add(
                new Answer(
                        200,
                        JSON,
                        """
                {"index": "words", "total": {"value": 9, "relation": "gte"}, "timed_out": false, "degraded": ["hbase"],
                 "cut": [{"stage": "scan", "reason": "rows", "detail": "looked at 100000"}]}
                """));

        CountResponse count = client.count("words", SearchOptions.of("x"));

        assertThat(count.degraded()).containsExactly("hbase");
        assertThat(count.cut()).containsExactly(new SearchResponse.Cut("scan", "rows", "looked at 100000"));
        assertThat(count.timedOut()).isFalse();
    }

    @Test
    void aBatchTellsWhichRowsAreNotReadAndWhy() {
        answers.add(
                new Answer(
                        200,
                        JSON,
                        """
                {"index": "words", "table": "default:words", "rows": [], "missing": ["YQ"], "unread": ["Yg"],
                 "cut": [{"stage": "fetch", "reason": "down", "detail": "gone"}]}
                """));

        RowsResponse rows = client.rows("words", List.of(new byte[] {'a'}, new byte[] {'b'}));

        assertThat(rows.unread()).containsExactly("Yg");
        assertThat(rows.cut()).extracting(SearchResponse.Cut::reason).containsExactly("down");
    }

    @Test
    void aProblemBecomesAnExceptionWithItsCodeAndHint() {
        answers.add(new Answer(
                400,
                PROBLEM,
                "{\"code\": \"QUERY_INVALID\", \"detail\": \"no field 'glos'\", \"hint\": \"Did you mean 'gloss'?\"}"));

        assertThatThrownBy(() -> client.search("words", SearchOptions.of("glos:x")))
                .isInstanceOfSatisfying(GatewayException.class, failure -> {
                    assertThat(failure).hasMessage("no field 'glos'");
                    assertThat(failure.code()).isEqualTo("QUERY_INVALID");
                    assertThat(failure.status()).isEqualTo(400);
                    assertThat(failure.hint()).hasValue("Did you mean 'gloss'?");
                });
    }

    @Test
    void anAnswerThatIsNoGatewaysIsSaidToBeNone() {
        answers.add(new Answer(502, "text/html", "<h1>Bad gateway</h1>"));
        assertThatThrownBy(client::indexes)
                .hasMessageContaining("502")
                .hasMessageContaining("not an hbase-search gateway");

        answers.add(new Answer(200, "text/html", "<h1>Hello</h1>"));
        assertThatThrownBy(client::indexes).hasMessageContaining("cannot be read");
    }

    @Test
    void aRowThatIsNotThereIsEmptyButAMissingIndexIsNot() {
        answers.add(new Answer(404, PROBLEM, "{\"code\": \"NOT_FOUND\", \"detail\": \"no row\"}"));
        answers.add(new Answer(200, JSON, "{\"name\": \"words\", \"table\": \"default:words\", \"fields\": []}"));
        assertThat(client.row("words", new byte[] {(byte) 0xff, 0})).isEmpty();
        assertThat(requests.remove().path()).isEqualTo("/base/v1/indexes/words/rows/_wA");

        answers.add(new Answer(404, PROBLEM, "{\"code\": \"NOT_FOUND\", \"detail\": \"no index\"}"));
        answers.add(new Answer(404, PROBLEM, "{\"code\": \"NOT_FOUND\", \"detail\": \"no index\"}"));
        assertThatThrownBy(() -> client.row("wrods", new byte[] {1})).hasMessage("no index");
    }

    @Test
    void aKeyThatIsTooLongForAPathStandsInTheBody() {
        byte[] key = new byte[32_767];
        String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(key);
        String row = "{\"index\": \"words\", \"table\": \"default:words\", \"key\": \"" + encoded
                + "\", \"columns\": {}, \"fields\": {}}";
        String rows =
                "{\"index\": \"words\", \"table\": \"default:words\", \"rows\": [%s], \"missing\": [], \"unread\": [%s],"
                        + " \"cut\": [%s]}";
        answers.add(new Answer(200, JSON, rows.formatted(row, "", "")));
        assertThat(client.row("words", key).orElseThrow().key()).isEqualTo(encoded);
        assertThat(requests.remove().path()).isEqualTo("/base/v1/indexes/words/rows:batchGet");

        answers.add(new Answer(200, JSON, rows.formatted("", "", "")));
        assertThat(client.row("words", key)).isEmpty();
        answers.add(new Answer(
                200,
                JSON,
                rows.formatted(
                        "", "\"AA\"", "{\"stage\": \"fetch\", \"reason\": \"down\", \"detail\": \"no answer\"}")));
        assertThatThrownBy(() -> client.row("words", key)).hasMessageContaining("no answer");
        requests.clear();

        answers.add(new Answer(
                200,
                JSON,
                "{\"index\": \"words\", \"key\": \"AA\", \"version\": 7, \"state\": \"document\", \"took_ms\": 1}"));
        assertThat(client.fence("words", key).version()).isEqualTo(7);
        assertThat(requests.remove().path()).isEqualTo("/base/v1/indexes/words/rows:fence");
    }

    @Test
    void aRowIsReadWithItsCells() {
        answers.add(new Answer(
                200,
                JSON,
                "{\"index\": \"words\", \"table\": \"default:words\", \"key\": \"YQ\", \"key_text\": \"a\","
                        + " \"columns\": {\"d:x\": {\"value\": \"v\", \"timestamp\": 4}}, \"fields\": {}}"));

        RowResponse row = client.row("words", new byte[] {'a'}).orElseThrow();

        assertThat(row.columns().get("d:x")).isEqualTo(new CellValue("v", null, 4));
    }

    @Test
    void aGatewayThatIsNotReadyStillSaysHowItIs() {
        answers.add(new Answer(
                503,
                JSON,
                "{\"status\": \"failing\", \"components\": {\"hbase\": {\"ok\": false, \"message\": \"gone\"}}}"));

        Health health = client.health();

        assertThat(health.isReady()).isFalse();
        assertThat(health.components().get("hbase").message()).isEqualTo("gone");
        answers.add(new Answer(503, PROBLEM, "{\"code\": \"THROTTLED\", \"detail\": \"stopping\"}"));
        assertThatThrownBy(client::health).hasMessage("stopping");
    }

    @Test
    void aGatewayOfWhichAComponentWarnsIsReady() {
        answers.add(new Answer(
                200,
                JSON,
                "{\"status\": \"degraded\", \"components\": {\"indexer\": {\"ok\": false, \"message\": \"late\"}}}"));

        Health health = client.health();

        assertThat(health.status()).isEqualTo("degraded");
        assertThat(health.isReady()).isTrue();
        assertThat(health.components().get("indexer").message()).isEqualTo("late");
    }

    @Test
    void nobodyThereIsUnreachableAndSilenceIsATimeout() {
        GatewayClient impatient = new GatewayClient(address(""), Optional.empty(), Duration.ofMillis(100));
        assertThatThrownBy(impatient::indexes)
                .isInstanceOfSatisfying(GatewayException.class, failure -> assertThat(failure.code())
                        .isEqualTo(GatewayException.TIMED_OUT));
        answers.add(new Answer(200, JSON, "{}"));

        URI gone = address("");
        server.stop(0);
        GatewayClient alone = new GatewayClient(gone);
        assertThatThrownBy(alone::indexes).isInstanceOfSatisfying(GatewayException.class, failure -> {
            assertThat(failure.code()).isEqualTo(GatewayException.SERVER_UNREACHABLE);
            assertThat(failure.status()).isZero();
            assertThat(failure).hasMessageContaining(gone.getAuthority());
        });
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getRawPath(),
                    body,
                    exchange.getRequestHeaders().getFirst("Authorization")));
            Answer answer = answers.take();
            byte[] bytes = answer.body().getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
