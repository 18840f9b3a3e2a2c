/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that nobody would write: each gets an answer or a problem that blames the caller, never a failure of the gateway. */
class FuzzTest {
    private static final long SEED = Long.getLong("gateway.fuzz.seed", 20_261_122);
    private static final int REQUESTS = Integer.getInteger("gateway.fuzz.requests", 2_000);
    private static final List<String> ENDPOINTS =
            List.of("search", "count", "explain", "stream", "rows:batchGet", "rows", "rows/AA", "rows/%5C");
    private static final List<String> NAMES = List.of(
            "q",
            "filter",
            "size",
            "columns",
            "highlight",
            "timeout",
            "keyFormat",
            "verify",
            "plan",
            "cursor",
            "from",
            "versions",
            "keys",
            "part.user",
            "part.",
            "",
            "q.q",
            "\u0000",
            "鲸",
            "\ud800");
    private static final List<String> TEXTS = List.of(
            "whale",
            "\"",
            "(((((((((",
            "a AND",
            "gloss:[a TO",
            "user:7",
            "user:99999999999999999999",
            "item:*",
            "*",
            "~",
            "\\",
            "\u0000\u0001\u001f",
            "\ud800",
            "\udfff\ud800",
            "-",
            "1e400",
            "_id:x",
            "d:\\x",
            "d:\\xZZ",
            ":",
            "text",
            "hex",
            "table",
            "match",
            "none",
            "true",
            "-1",
            "2147483648",
            "10ms",
            "9999999s",
            "../..",
            "%",
            "%zz",
            "{{{{",
            "x".repeat(5_000));

    private final GatewayFixture fixture = GatewayFixture.create();
    private final Random random = new Random(SEED);
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        fixture.table.put(PlanTest.key(7, "a"), "d", "gloss", "a whale");
        fixture.searcher.finds(RowKey.utf8(PlanTest.key(7, "a")));
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void noRequestIsTheGatewaysFault() {
        for (int i = 0; i < REQUESTS; i++) {
            String path = "/v1/indexes/" + (random.nextInt(20) == 0 ? "wrods" : "words") + "/" + pick(ENDPOINTS);
            String body = body(0);
            HttpResponse<String> response = random.nextBoolean() ? http.get(path + query()) : http.postJson(path, body);
            assertThat(response.statusCode())
                    .as("seed %d, request %d: %s %s -> %s", SEED, i, path, body, response.body())
                    .isLessThan(500);
            assertThat(response.body()).doesNotContain("\tat ");
        }
    }

    private String query() {
        StringBuilder query = new StringBuilder("?");
        for (int i = random.nextInt(4); i >= 0; i--) {
            String text = pick(TEXTS);
            query.append(encode(pick(NAMES)))
                    .append('=')
                    .append(encode(text.length() > 3_000 ? text.substring(0, 3_000) : text))
                    .append('&');
        }
        return query.toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private String body(int depth) {
        return switch (random.nextInt(depth > 3 ? 4 : 8)) {
            case 0 -> quoted(pick(TEXTS));
            case 1 -> Integer.toString(random.nextInt());
            case 2 -> pick(List.of("null", "true", "1e999", "-0", "NaN", "{", "]", "\"", ""));
            case 3 -> "[".repeat(random.nextInt(60)) + "]".repeat(random.nextInt(60));
            case 4 -> "[" + body(depth + 1) + ", " + body(depth + 1) + "]";
            default -> object(depth);
        };
    }

    private String object(int depth) {
        StringBuilder object = new StringBuilder("{");
        for (int i = random.nextInt(4); i > 0; i--) {
            object.append(quoted(pick(NAMES))).append(": ").append(depth == 0 ? value() : body(depth + 1));
            object.append(i > 1 ? ", " : "");
        }
        return object.append('}').toString();
    }

    private String value() {
        return random.nextInt(3) == 0 ? body(2) : quoted(pick(TEXTS));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> quoted.append(String.format(Locale.ROOT, "\\u%04x", c)));
        return quoted.append('"').toString();
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
