/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.gateway.telemetry.Endpoint;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What an API key opens, what a web page elsewhere gets at, and what callers are told of servers. */
class AccessTest {
    private static final String WORDS = "/v1/indexes/words";
    private static final String FENCE = WORDS + "/rows/" + RowKey.utf8("x").base64Url() + ":fence?timeout=50ms";
    private static final String ALL = "a-key-that-opens-everything";
    private static final String SOME = "a-key-that-opens-something";
    private static final String OTHER = "a-key-that-opens-another";

    /** From one address in a minute. */
    private static final int BEFORE_SLOWED = 30;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static GatewayFixture withScopes() {
        return GatewayFixture.withKeys(
                ApiKey.ofAll(new Secret(ALL)),
                new ApiKey(new Secret(SOME), List.of("wo*"), false),
                new ApiKey(new Secret(OTHER), List.of("mail"), true));
    }

    private static HttpResponse<String> fence(TestHttp http, String... headers) {
        return http.send(http.request(FENCE, headers).POST(HttpRequest.BodyPublishers.noBody()));
    }

    @Test
    void aKeyOpensTheIndexesThatItNamesAndNoOther() {
        try (GatewayFixture fixture = withScopes()) {
            TestHttp http = fixture.start();
            for (Endpoint endpoint : fixture.gateway.endpoints()) {
                if (endpoint.path().contains("{index}")) {
                    String path = endpoint.path().replace("{index}", "words").replace("{key}", "AA");
                    HttpRequest.Builder request = http.request(path, "X-API-Key", OTHER)
                            .header("Content-Type", "application/json")
                            .method(endpoint.method().name(), HttpRequest.BodyPublishers.ofString("{}"));
                    HttpResponse<String> refused = http.send(request);
                    assertThat(refused.statusCode()).as(path).isEqualTo(403);
                    assertThat(json(refused).at("/code").asText()).isEqualTo("ACCESS_DENIED");
                }
            }
            assertThat(fixture.searcher.searches.get() + fixture.table.reads.get())
                    .isZero();
            assertThat(http.get(WORDS + "/search", "X-API-Key", SOME).statusCode())
                    .isEqualTo(200);
            assertThat(http.get(WORDS + "/search", "X-API-Key", ALL).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void whatAKeyDoesNotOpenItDoesNotLearnOf() {
        try (GatewayFixture fixture = withScopes()) {
            TestHttp http = fixture.start();
            assertThat(json(http.get("/v1/indexes", "X-API-Key", OTHER)).at("/indexes"))
                    .isEmpty();
            assertThat(json(http.get("/v1/indexes", "X-API-Key", SOME)).at("/indexes"))
                    .hasSize(1);
            assertThat(http.get("/v1/indexes/mail/search", "X-API-Key", OTHER).body())
                    .doesNotContain("words");
            HttpResponse<String> unknown = http.get("/v1/indexes/nothing/search", "X-API-Key", OTHER);
            assertThat(unknown.statusCode()).isEqualTo(403);
            for (String ofAll : List.of("/metrics", "/health")) {
                assertThat(http.get(ofAll, "X-API-Key", SOME).statusCode())
                        .as(ofAll)
                        .isEqualTo(403);
                assertThat(http.get(ofAll, "X-API-Key", ALL).statusCode())
                        .as(ofAll)
                        .isEqualTo(200);
            }
            assertThat(http.get("/v1", "X-API-Key", OTHER).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aKeyForReadingFencesNothing() {
        try (GatewayFixture fixture = withScopes()) {
            TestHttp http = fixture.start();
            assertThat(fence(http, "X-API-Key", SOME).statusCode()).isEqualTo(403);
            assertThat(http.postJson(WORDS + "/rows:fence", "{\"key\": \"AA\"}", "X-API-Key", SOME)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(fixture.touches.indexes).isEmpty();
            assertThat(fence(http, "X-API-Key", ALL).statusCode()).isEqualTo(504);
            assertThat(fixture.touches.indexes).isNotEmpty();
        }
    }

    /** As browsers send what a page of another origin asks for; a page cannot change these headers. */
    private static final List<List<String>> FOREIGN = List.of(
            List.of("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"),
            List.of("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"),
            List.of("Sec-Fetch-Site", "same-site"),
            List.of("Origin", "https://evil.example"),
            List.of("Origin", "http://127.0.0.1.evil.example"),
            List.of("Origin", "null"));

    @Test
    void withoutKeysAPageElsewhereGetsNothingDone() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            TestHttp http = fixture.start();
            for (List<String> headers : FOREIGN) {
                String[] sent = headers.toArray(String[]::new);
                assertThat(fence(http, sent).statusCode())
                        .as(headers.toString())
                        .isEqualTo(403);
                for (String path : List.of(WORDS + "/search?q=x", WORDS + "/stream", "/metrics", "/health")) {
                    assertThat(http.get(path, sent).statusCode())
                            .as(path + headers)
                            .isEqualTo(403);
                }
                assertThat(http.postJson(WORDS + "/search", "{}", sent).statusCode())
                        .isEqualTo(403);
                assertThat(http.get("/", sent).statusCode())
                        .as("a link to the page")
                        .isEqualTo(200);
            }
            assertThat(fixture.touches.indexes.size() + fixture.searcher.searches.get())
                    .isZero();
        }
    }

    @Test
    void anOriginThatOnlyEndsAsTheHostIsForeign() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            TestHttp http = fixture.start();
            String own = "127.0.0.1:" + fixture.gateway.port();
            for (String origin : List.of("chrome-extension://" + own, "http://evil.example://" + own)) {
                assertThat(http.get(WORDS + "/search?q=x", "Origin", origin).statusCode())
                        .as(origin)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void withoutKeysTheOwnPageAndProgramsAreAnswered() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            TestHttp http = fixture.start();
            String own = "http://127.0.0.1:" + fixture.gateway.port();
            for (List<String> headers : List.of(
                    List.of("Sec-Fetch-Site", "same-origin", "Origin", own),
                    List.of("Sec-Fetch-Site", "none"),
                    List.of("Origin", own),
                    List.of("Accept", "application/json"))) {
                String[] sent = headers.toArray(String[]::new);
                assertThat(http.postJson(WORDS + "/search", "{}", sent).statusCode())
                        .as(headers.toString())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void withKeysThePageOfAnotherOriginNeedsOneAndHasNone() {
        try (GatewayFixture fixture = GatewayFixture.withKey(ALL)) {
            assertThat(fence(fixture.start(), "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void wrongKeysAreSlowedCountedAndLoggedWhileValidOnesWork() {
        int more = 100;
        try (GatewayFixture fixture = withScopes();
                CapturedLog lines = CapturedLog.of("io.hbasesearch.gateway.access");
                CapturedLog warnings = CapturedLog.of("io.hbasesearch.gateway.http.FailedAuthentications")) {
            TestHttp http = fixture.start();
            for (int i = 0; i < BEFORE_SLOWED + more; i++) {
                HttpResponse<String> refused = http.get(WORDS + "/search", "X-API-Key", "a-key-that-is-guessed-" + i);
                if (i < BEFORE_SLOWED) {
                    assertThat(refused.statusCode()).as("guess " + i).isEqualTo(401);
                    continue;
                }
                assertThat(refused.statusCode()).as("guess " + i).isEqualTo(429);
                assertThat(Integer.parseInt(
                                refused.headers().firstValue("Retry-After").orElseThrow()))
                        .isBetween(1, 60);
                assertThat(refused.headers().firstValue("Connection")).hasValue("close");
                if (i % 10 == 0) {
                    assertThat(http.get(WORDS + "/search", "X-API-Key", SOME).statusCode())
                            .isEqualTo(200);
                }
            }
            assertThat(http.get(WORDS + "/search").statusCode())
                    .as("without a key, as a page of the gateway begins")
                    .isEqualTo(401);
            assertThat(http.get("/metrics", "X-API-Key", ALL).body().replace(",}", "}"))
                    .contains(
                            "hbase_search_failed_authentications_total{reason=\"unknown\"} " + (BEFORE_SLOWED + more)
                                    + ".0",
                            "hbase_search_failed_authentications_total{reason=\"missing\"} 1.0",
                            "hbase_search_slowed_authentications_total " + (more + 1) + ".0");
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1", "unknown")
                    .doesNotContain("guessed");
            await().atMost(PATIENCE).until(() -> lines.lines().stream()
                    .anyMatch(line -> line.contains("/metrics 200") && line.contains("key=key-1 ")));
            assertThat(lines.lines().stream().filter(line -> line.contains("key=- ")))
                    .hasSize(BEFORE_SLOWED);
        }
    }

    @Test
    void aKeyHasANameMayStandAsADigestAndExpires() {
        String gone = "a-key-that-has-expired";
        try (GatewayFixture fixture = GatewayFixture.withKeys(
                        key("sha256:" + HexFormat.of().formatHex(ApiKey.digest(ALL)), "shop", "2999-12-31"),
                        key(gone, "old-shop", "2020-01-01"));
                CapturedLog lines = CapturedLog.of("io.hbasesearch.gateway.access")) {
            TestHttp http = fixture.start();
            assertThat(http.get(WORDS + "/search", "X-API-Key", ALL).statusCode())
                    .isEqualTo(200);
            HttpResponse<String> expired = http.get(WORDS + "/search", "X-API-Key", gone);
            assertThat(expired.statusCode()).isEqualTo(401);
            assertThat(json(expired).at("/detail").asText()).contains("expired");
            await().atMost(PATIENCE).until(() -> lines.lines().size() == 2);
            assertThat(lines.lines().get(0)).contains(" 200 ", "key=shop address=127.0.0.1");
            assertThat(lines.lines().get(1)).contains(" 401 ", "key=old-shop address=127.0.0.1");
        }
    }

    private static ApiKey key(String secret, String name, String expires) {
        return new ApiKey(
                new Secret(secret), List.of(), true, Optional.of(name), Optional.of(LocalDate.parse(expires)));
    }

    @Test
    void noThreadWaitsForTheBodyOfOneThatIsSlowedDown() {
        try (GatewayFixture fixture = withScopes()) {
            TestHttp http = fixture.start();
            for (int i = 0; i < BEFORE_SLOWED; i++) {
                http.get(WORDS + "/search", "X-API-Key", "a-key-that-is-guessed");
            }
            long start = System.nanoTime();
            int requests = 20;
            for (int i = 0; i < requests; i++) {
                assertThat(http.raw(
                                "POST /v1/indexes/words/search HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: guessed\r\n"
                                        + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"))
                        .startsWith("HTTP/1.1 429");
            }
            // Each would wait a second for its body otherwise.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(requests / 2));
        }
    }

    @Test
    void serverDetailsAreOnlyLoggedAndCallersGetTheRequestId() {
        try (GatewayFixture fixture = GatewayFixture.create();
                CapturedLog log = CapturedLog.of("io.hbasesearch.gateway.http.Problems")) {
            TestHttp http = fixture.start();
            for (ErrorCode code : ErrorCode.values()) {
                fixture.searcher.answers(request -> {
                    throw new HBaseSearchException(
                            code, "java.net.ConnectException: es-17.internal:9200 refused", "Ask es-17", null);
                });
                HttpResponse<String> failed = http.get(WORDS + "/search?q=x", "X-Request-Id", "request-" + code);
                if (failed.statusCode() >= 500) {
                    assertThat(failed.body()).as(code.name()).doesNotContain("es-17", "9200", "ConnectException");
                    JsonNode problem = json(failed);
                    assertThat(problem.at("/code").asText()).isEqualTo(code.name());
                    assertThat(problem.at("/hint").asText()).isNotEmpty();
                    assertThat(problem.at("/request_id").asText()).isEqualTo("request-" + code);
                    assertThat(log.lines())
                            .anySatisfy(line -> assertThat(line).contains("request-" + code, "es-17.internal:9200"));
                }
            }
            assertThat(log.lines()).hasSizeGreaterThan(5);
        }
    }

    @Test
    void aStreamThatFailsOnItsWayTellsAsLittle() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            List<RowKey> rows = IntStream.range(1000, 1250)
                    .mapToObj(i -> RowKey.utf8("row-" + i))
                    .toList();
            rows.forEach(row -> fixture.table.put(row, ColumnName.of("d", "gloss"), ByteArray.utf8("x")));
            fixture.searcher.findsUpToSize(rows);
            TestHttp http = fixture.start();
            // The first page takes one read to learn how large rows are, and one for the rest of them.
            AtomicInteger reads = new AtomicInteger();
            fixture.table.beforeRead = () -> {
                if (reads.incrementAndGet() > 2) {
                    throw new HBaseSearchException(ErrorCode.TABLE_NOT_FOUND, "rs-3.internal:16020 says no");
                }
            };
            List<String> lines = http.get(WORDS + "/stream?q=x", "X-Request-Id", "mine")
                    .body()
                    .lines()
                    .toList();
            String last = lines.get(lines.size() - 1);
            assertThat(json(last).at("/problem/request_id").asText()).isEqualTo("mine");
            assertThat(last).doesNotContain("rs-3");
        }
    }

    @Test
    void everyAnswerIsNamedAndANameThatIsNoneIsReplaced() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            TestHttp http = fixture.start();
            String made = http.get("/v1").headers().firstValue("X-Request-Id").orElseThrow();
            assertThat(made).matches("[0-9a-f]{16}");
            String replaced = http.get("/v1", "X-Request-Id", "a name, with \"blanks\"")
                    .headers()
                    .firstValue("X-Request-Id")
                    .orElseThrow();
            assertThat(replaced).matches("[0-9a-f]{16}");
        }
    }
}
