/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.gateway.http.SchemaCheck;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.gateway.telemetry.Endpoint;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The document that describes the interface, against the running gateway: neither knows what the other does not. */
class OpenApiTest {
    private static final String WORDS = "/v1/indexes/words";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;
    private JsonNode document;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        fixture.table.put(PlanTest.key(7, "a"), "d", "gloss", "a whale");
        RowKey row = RowKey.utf8(PlanTest.key(7, "a"));
        fixture.searcher.finds(row);
        fixture.touches.whenTouched = (touched, version) -> {
            DocumentId id = DocumentId.of(touched);
            fixture.searcher.documents.put(
                    id,
                    new IndexedDocument(id, touched, version.value(), IndexedDocument.State.LIVE, Document.empty()));
        };
        http = fixture.start();
        document = json(http.get("/v1/openapi.json"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static String name(Endpoint endpoint) {
        return endpoint.method().name().toUpperCase(Locale.ROOT) + " " + endpoint.path();
    }

    private List<String> described() {
        List<String> described = new ArrayList<>();
        document.at("/paths").fields().forEachRemaining(path -> path.getValue()
                .fieldNames()
                .forEachRemaining(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return described;
    }

    @Test
    void everyEndpointUnderV1IsDescribedAndNoOther() {
        List<String> served =
                fixture.gateway.endpoints().stream().map(OpenApiTest::name).toList();

        assertThat(described()).containsExactlyInAnyOrderElementsOf(served);
        assertThat(document.at("/openapi").asText()).startsWith("3.1.");
    }

    @Test
    void everyParameterIsDescribedAndNoOther() {
        for (Endpoint endpoint : fixture.gateway.endpoints()) {
            JsonNode operation = operation(endpoint);
            Set<String> described = new TreeSet<>();
            operation.at("/parameters").forEach(parameter -> {
                JsonNode resolved = resolve(parameter);
                if (!resolved.at("/in").asText().equals("path")
                        && !resolved.at("/name").asText().equals("part")) {
                    described.add(resolved.at("/name").asText());
                }
            });
            operation
                    .at("/requestBody/content/application~1json/schema/properties")
                    .fieldNames()
                    .forEachRemaining(described::add);
            assertThat(described).as(name(endpoint)).isEqualTo(new TreeSet<>(endpoint.parameters()));
        }
    }

    @Test
    void theServerKnowsEveryParameterThatIsDescribed() {
        for (Endpoint endpoint : fixture.gateway.endpoints()) {
            for (String parameter : endpoint.parameters()) {
                boolean inBody = operation(endpoint).has("requestBody");
                String path = path(endpoint);
                HttpResponse<String> response = inBody
                        ? http.postJson(path, "{\"" + parameter + "\": \"\\u0000\"}")
                        : send(endpoint, path + "?" + parameter + "=%00");
                assertThat(response.body()).as(name(endpoint)).doesNotContain("unknown parameter");
                assertThat(response.statusCode())
                        .as(name(endpoint) + " " + parameter)
                        .isLessThan(500);
            }
            if (!endpoint.parameters().isEmpty()) {
                assertThat(send(endpoint, path(endpoint) + "?nonsense=1").statusCode())
                        .as(name(endpoint))
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void answersAreWhatTheDocumentSays() {
        check("GET /v1", http.get("/v1"));
        check("GET /v1/indexes", http.get("/v1/indexes"));
        check("GET /v1/indexes/{index}", http.get(WORDS));
        check("GET /v1/indexes/{index}/search", http.get(WORDS + "/search?q=whale"));
        check("GET /v1/indexes/{index}/search", http.get(WORDS + "/search?filter=user:7"));
        check("POST /v1/indexes/{index}/search", http.postJson(WORDS + "/search", "{\"verify\": \"none\"}"));
        check("GET /v1/indexes/{index}/search", http.get(WORDS + "/search?q=whale&facet=kind&snapshot=true"));
        check("GET /v1/search", http.get("/v1/search?index=words&q=whale&facet=kind&snapshot=true"));
        check("POST /v1/search", http.postJson("/v1/search", "{\"index\": [\"words\"], \"filter\": \"user:7\"}"));
        check("GET /v1/indexes/{index}/suggest", http.get(WORDS + "/suggest?field=kind"));
        check("GET /v1/indexes/{index}/count", http.get(WORDS + "/count"));
        check("POST /v1/indexes/{index}/count", http.postJson(WORDS + "/count", "{}"));
        check("GET /v1/indexes/{index}/explain", http.get(WORDS + "/explain?filter=user:7"));
        check("POST /v1/indexes/{index}/explain", http.postJson(WORDS + "/explain", "{\"filter\": \"user:7 item:a\"}"));
        String key = RowKey.utf8(PlanTest.key(7, "a")).base64Url();
        check("GET /v1/indexes/{index}/rows/{key}", http.get(WORDS + "/rows/" + key + "?versions=2"));
        check("GET /v1/indexes/{index}/explain/{key}", http.get(WORDS + "/explain/" + key + "?filter=user:7"));
        check("GET /v1/indexes/{index}/rows", http.get(WORDS + "/rows?part.user=7&part.item=a"));
        check(
                "POST /v1/indexes/{index}/rows:batchGet",
                http.postJson(WORDS + "/rows:batchGet", "{\"keys\": [\"" + key + "\", \"AA\"]}"));
        check(
                "POST /v1/indexes/{index}/rows/{key}:fence",
                http.send(http.request(WORDS + "/rows/" + key + ":fence").POST(HttpRequest.BodyPublishers.noBody())));
        check(
                "POST /v1/indexes/{index}/rows:fence",
                http.postJson(WORDS + "/rows:fence", "{\"key\": \"" + key + "\", \"timeout\": \"2s\"}"));
        fixture.paths =
                request -> new PathRows(List.of(), 100_000, true, Optional.of(RowKey.utf8(PlanTest.key(7, "a"))));
        check("GET /v1/indexes/{index}/search", http.get(WORDS + "/search?filter=user:7&plan=table"));
        check("GET /v1/indexes/{index}/count", http.get(WORDS + "/count?filter=user:7&plan=table"));
        http.get(WORDS + "/stream?q=whale").body().lines().forEach(line -> assertThat(
                        problems("StreamLine", json(line)))
                .isEmpty());
    }

    /** What {@code api.js} cannot show would be missing on the page, or be shown as nothing. */
    @Test
    void thePageThatRendersTheDocumentKnowsEverySchemaInIt() {
        List<JsonNode> shown = new ArrayList<>();
        document.at("/components/schemas")
                .forEach(schema -> schema.at("/properties").forEach(shown::add));
        document.findValues("parameters")
                .forEach(all -> all.forEach(each -> shown.add(resolve(each).get("schema"))));
        document.findValues("requestBody").forEach(body -> body.at("/content/application~1json/schema/properties")
                .forEach(shown::add));
        assertThat(shown).hasSizeGreaterThan(100).allSatisfy(schema -> assertThat(isShown(schema))
                .as(schema.toString())
                .isTrue());
        String page = http.get("/page/api.js").body();
        for (String keyword : List.of("$ref", "enum", "oneOf", "items", "default", "description", "required")) {
            assertThat(page).contains("." + keyword);
        }
        assertThat(http.get("/page/api.html").body()).contains("src=\"api.js\"", "id=\"operations\"");
    }

    private static boolean isShown(JsonNode schema) {
        if (schema.has("oneOf")) {
            for (JsonNode each : schema.get("oneOf")) {
                if (!isShown(each)) {
                    return false;
                }
            }
            return true;
        }
        return schema.has("$ref")
                || (schema.path("type").isTextual()
                        && (!schema.path("type").asText().equals("array") || isShown(schema.get("items"))));
    }

    @Test
    void problemsAreWhatTheDocumentSays() {
        for (String path : List.of("/search?sise=1&size=x", "/rows/!", "/rows/AA", "s", "/search?q=%28")) {
            HttpResponse<String> refused = http.get(WORDS + path);
            assertThat(refused.statusCode()).isBetween(400, 499);
            assertThat(problems("Problem", json(refused))).as(refused.body()).isEmpty();
        }
    }

    @Test
    void theSameDocumentIsServedForReadersOfYaml() {
        HttpResponse<String> yaml = http.get("/v1/openapi.yaml");

        assertThat(yaml.headers().firstValue("Content-Type").orElse("")).startsWith("application/yaml");
        assertThat(yaml.body()).contains("\n  title: hbase-search gateway\n").doesNotContain("{\"");
        Object read = new Load(LoadSettings.builder().build()).loadFromString(yaml.body());
        JsonNode tree = new ObjectMapper().valueToTree(read);
        assertThat(tree).isEqualTo(document);
    }

    @Test
    void itNamesTheAddressThatTheCallerUsed() {
        URI asked = http.request("/v1/openapi.json").build().uri();
        JsonNode servers = document.get("servers");
        assertThat(servers.findValuesAsText("url").get(0)).isEqualTo("http://" + asked.getAuthority());
        // As tools resolve it, also behind a proxy that adds a prefix.
        URI proxied = URI.create("https://example.com/search/v1/openapi.json");
        assertThat(proxied.resolve(servers.get(1).get("url").asText() + "/v1/search"))
                .hasToString("https://example.com/search/v1/search");
    }

    private void check(String endpoint, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(endpoint + " " + response.body()).isEqualTo(200);
        String method = endpoint.substring(0, endpoint.indexOf(' ')).toLowerCase(Locale.ROOT);
        String path = endpoint.substring(endpoint.indexOf(' ') + 1);
        JsonNode schema =
                document.path("paths").path(path).path(method).at("/responses/200/content/application~1json/schema");
        assertThat(schema.isMissingNode()).as(endpoint).isFalse();
        assertThat(new SchemaCheck(document).problems(schema, json(response)))
                .as(endpoint + " " + response.body())
                .isEmpty();
    }

    private List<String> problems(String schema, JsonNode value) {
        return new SchemaCheck(document).problems(document.at("/components/schemas/" + schema), value);
    }

    private JsonNode operation(Endpoint endpoint) {
        return document.path("paths")
                .path(endpoint.path())
                .path(endpoint.method().name().toLowerCase(Locale.ROOT));
    }

    private JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    private static String path(Endpoint endpoint) {
        return endpoint.path()
                .replace("{index}", "words")
                .replace("{key}", RowKey.utf8(PlanTest.key(7, "a")).base64Url());
    }

    private HttpResponse<String> send(Endpoint endpoint, String path) {
        HttpRequest.Builder request = http.request(path);
        return http.send(
                endpoint.method().name().equals("POST")
                        ? request.header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        : request.GET());
    }

    @Test
    void everyOperationHasANameOfItsOwnAndEveryReferenceAnEnd() {
        Set<String> operations = new TreeSet<>();
        document.at("/paths")
                .forEach(path -> path.forEach(
                        operation -> operations.add(operation.at("/operationId").asText())));

        assertThat(operations).hasSize(described().size());
        assertThat(document.at("/components/schemas").findValuesAsText("$ref").stream()
                        .map(ref -> document.at(ref.substring(1)).isMissingNode() ? ref : "")
                        .collect(Collectors.toSet()))
                .containsExactly("");
    }
}
