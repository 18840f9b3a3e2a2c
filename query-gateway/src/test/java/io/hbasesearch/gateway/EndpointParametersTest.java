/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.gateway.telemetry.Endpoint;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every parameter at every endpoint that has it: a good value is taken, and a bad one refused with the parameter's name. */
class EndpointParametersTest {
    private static final String KEY = RowKey.utf8(PlanTest.key(7, "a")).base64Url();

    /** A good value and a bad one, as JSON. */
    private record Values(String good, String bad) {}

    private static final Map<String, Values> VALUES = Map.ofEntries(
            Map.entry("index", new Values("\"words\"", "\"words,words\"")),
            Map.entry("q", new Values("\"whale\"", "\" \"")),
            Map.entry("filter", new Values("\"user:7\"", "\"(\"")),
            Map.entry("size", new Values("3", "-1")),
            Map.entry("columns", new Values("\"d:gloss\"", "\":gloss\"")),
            Map.entry("highlight", new Values("false", "\"maybe\"")),
            Map.entry("fields", new Values("false", "\"maybe\"")),
            Map.entry("timeout", new Values("\"3s\"", "\"soon\"")),
            Map.entry("keyFormat", new Values("\"base64url\"", "\"morse\"")),
            Map.entry("verify", new Values("\"exists\"", "\"perhaps\"")),
            Map.entry("zone", new Values("\"Asia/Shanghai\"", "\"Atlantis\"")),
            Map.entry("typing", new Values("true", "\"maybe\"")),
            Map.entry("fuzziness", new Values("\"auto\"", "\"much\"")),
            Map.entry("plan", new Values("\"search\"", "\"guess\"")),
            Map.entry("cursor", new Values("", "\"broken\"")),
            Map.entry("from", new Values("1", "-1")),
            Map.entry("query", new Values("{\"all\": {}}", "{\"al\": {}}")),
            Map.entry("sort", new Values("\"kind:desc\"", "\"gloss\"")),
            Map.entry("facet", new Values("\"kind\"", "\"gloss\"")),
            Map.entry(
                    "facets",
                    new Values("{\"kinds\": {\"terms\": {\"field\": \"kind\"}}}", "{\"kinds\": {\"term\": {}}}")),
            Map.entry("ranking", new Values("{\"tie\": 0.5, \"functions\": []}", "{\"tie\": 2}")),
            Map.entry("snapshot", new Values("true", "\"perhaps\"")),
            Map.entry("field", new Values("\"kind\"", "\"gloss\"")),
            Map.entry("prefix", new Values("\"o\"", '"' + "o".repeat(10_000) + '"')),
            Map.entry("versions", new Values("2", "0")),
            Map.entry("key", new Values('"' + KEY + '"', "\"!\"")),
            Map.entry("keys", new Values("[\"" + KEY + "\"]", "[\"!\"]")));

    private final ObjectMapper mapper = new ObjectMapper();
    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        for (String item : List.of("a", "b")) {
            fixture.table.put(PlanTest.key(7, item), "d", "gloss", "a whale");
        }
        fixture.searcher.findsUpToSize(List.of(RowKey.utf8(PlanTest.key(7, "a")), RowKey.utf8(PlanTest.key(7, "b"))));
        fixture.touches.whenTouched = (touched, version) -> {
            DocumentId id = DocumentId.of(touched);
            fixture.searcher.documents.put(
                    id,
                    new IndexedDocument(id, touched, version.value(), IndexedDocument.State.LIVE, Document.empty()));
        };
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aGoodValueIsTakenWhereverAParameterIs() throws Exception {
        for (Endpoint endpoint : fixture.gateway.endpoints()) {
            for (String parameter : endpoint.parameters()) {
                String good = parameter.equals("cursor")
                        ? '"' + cursor() + '"'
                        : values(parameter).good();
                HttpResponse<String> response = send(endpoint, parameter, good);
                assertThat(response.statusCode())
                        .as("%s %s: %s", endpoint.path(), parameter, response.body())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void aBadValueIsRefusedWithTheParametersNameWhereverItIs() throws Exception {
        for (Endpoint endpoint : fixture.gateway.endpoints()) {
            for (String parameter : endpoint.parameters()) {
                HttpResponse<String> response =
                        send(endpoint, parameter, values(parameter).bad());
                String what = endpoint.path() + " " + parameter + ": " + response.body();
                assertThat(response.statusCode()).as(what).isEqualTo(400);
                JsonNode problem = json(response);
                assertThat(problem.path("parameter").asText()
                                + problem.path("pointer").asText()
                                + problem.path("detail"))
                        .as(what)
                        .contains(parameter);
            }
        }
    }

    @Test
    void anUnknownIndexIsNotFoundWhereverOneIsNamed() {
        for (Endpoint endpoint : fixture.gateway.endpoints()) {
            if (endpoint.path().contains("{index}")) {
                HttpResponse<String> response = send(endpoint, endpoint.path().replace("{index}", "wrods"), Map.of());
                assertThat(response.statusCode()).as(endpoint.path()).isEqualTo(404);
                assertThat(response.body()).contains("words");
            }
        }
    }

    @Test
    void aKeyThatCannotBeReadIsRefusedWhereverOneIsNamed() {
        for (Endpoint endpoint : fixture.gateway.endpoints()) {
            if (endpoint.path().contains("{key}")) {
                HttpResponse<String> response = send(endpoint, endpoint.path().replace("{key}", "!"), Map.of());
                assertThat(response.statusCode()).as(endpoint.path()).isEqualTo(400);
            }
        }
    }

    private static Values values(String parameter) {
        Values values = VALUES.get(parameter);
        assertThat(values).as("values of %s for this test", parameter).isNotNull();
        return values;
    }

    private String cursor() {
        return json(http.get("/v1/indexes/words/search?q=whale&plan=search&size=1"))
                .at("/next")
                .asText();
    }

    private HttpResponse<String> send(Endpoint endpoint, String parameter, String value) throws Exception {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        if (endpoint.parameters().contains("index")) {
            parameters.put("index", mapper.readTree(values("index").good()));
        }
        if (endpoint.path().endsWith(":batchGet")) {
            parameters.put("keys", mapper.readTree(values("keys").good()));
        } else if (endpoint.path().endsWith("/rows:fence")) {
            parameters.put("key", mapper.readTree(values("key").good()));
        } else if (endpoint.path().endsWith("/rows")) {
            parameters.put("part.user", mapper.readTree("7"));
            parameters.put("part.item", mapper.readTree("\"a\""));
        } else if (endpoint.path().endsWith("/suggest")) {
            parameters.put("field", mapper.readTree(values("field").good()));
        } else if (endpoint.parameters().contains("q") && !parameter.equals("query")) {
            parameters.put("q", mapper.readTree("\"whale\""));
        }
        parameters.put(parameter, mapper.readTree(value));
        return send(endpoint, endpoint.path(), parameters);
    }

    private HttpResponse<String> send(Endpoint endpoint, String template, Map<String, JsonNode> parameters) {
        String path = template.replace("{index}", "words").replace("{key}", KEY);
        boolean post = endpoint.method().name().equals("POST");
        if (post && !template.endsWith("{key}:fence")) {
            ObjectNode body = mapper.createObjectNode();
            parameters.forEach(body::set);
            return http.postJson(path, body.toString());
        }
        String query = parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(text(each.getValue()), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = http.request(query.isEmpty() ? path : path + "?" + query);
        return http.send(post ? request.POST(HttpRequest.BodyPublishers.noBody()) : request.GET());
    }

    private static String text(JsonNode value) {
        return value.isArray() ? value.get(0).asText() : value.asText();
    }
}
