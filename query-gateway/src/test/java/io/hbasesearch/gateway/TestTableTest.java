/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.gateway.http.TestHttp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code TESTS.md}, against the OpenAPI document and the tests that it names. */
class TestTableTest {
    private static final String NONE = "";
    private static final Pattern ROW = Pattern.compile("\\| `((?:GET|POST) [^`]+)` \\| (?:`([^`]+)`)? *\\| (.+) \\|");
    private static final Pattern NAMED = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final List<String> PACKAGES = List.of(
            "",
            "http.",
            "fuzz.",
            "operations.",
            "cursor.",
            "request.",
            "answer.",
            "catalog.",
            "guard.",
            "rows.",
            "search.");

    private record Line(String endpoint, String parameter, String tests) {
        String what() {
            return endpoint + " " + parameter;
        }
    }

    private static List<Line> table() throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("TESTS.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                lines.add(new Line(row.group(1), row.group(2) == null ? NONE : row.group(2), row.group(3)));
            }
        }
        return lines;
    }

    private static List<String> described() throws IOException {
        JsonNode document;
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            document = TestHttp.json(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        List<String> described = new ArrayList<>();
        document.path("paths")
                .fields()
                .forEachRemaining(path -> path.getValue().fields().forEachRemaining(operation -> {
                    String endpoint = operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
                    described.add(endpoint + " " + NONE);
                    parameters(document, operation.getValue()).forEach(name -> described.add(endpoint + " " + name));
                }));
        return described;
    }

    private static List<String> parameters(JsonNode document, JsonNode operation) {
        List<String> names = new ArrayList<>();
        operation.path("parameters").forEach(parameter -> {
            JsonNode resolved = parameter.has("$ref")
                    ? document.at(parameter.get("$ref").asText().substring(1))
                    : parameter;
            names.add(resolved.path("name").asText());
        });
        operation
                .at("/requestBody/content/application~1json/schema/properties")
                .fieldNames()
                .forEachRemaining(names::add);
        return names;
    }

    @Test
    void everyEndpointAndParameterHasALineAndNothingElseHas() throws IOException {
        assertThat(table().stream().map(Line::what)).containsExactlyInAnyOrderElementsOf(described());
    }

    @Test
    void everyLineNamesTestsThatThereAre() throws IOException {
        for (Line line : table()) {
            Matcher test = NAMED.matcher(line.tests());
            assertThat(test.results()).as(line.what()).isNotEmpty();
            test.reset();
            while (test.find()) {
                assertThat(methods(test.group(1))).as(line.what()).contains(test.group(2));
            }
        }
    }

    private static List<String> methods(String testClass) {
        return PACKAGES.stream()
                .flatMap(name -> load("io.hbasesearch.gateway." + name + testClass))
                .flatMap(found -> Arrays.stream(found.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(java.lang.reflect.Method::getName)
                .toList();
    }

    private static Stream<Class<?>> load(String name) {
        try {
            return Stream.of(Class.forName(name));
        } catch (ClassNotFoundException e) {
            return Stream.empty();
        }
    }
}
