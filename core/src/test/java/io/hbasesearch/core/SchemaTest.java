/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.SettingGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The schemas that editors pick up. To write them anew after a setting has changed:
 * {@code ./mvnw -pl core -Dtest=SchemaTest -Dhbasesearch.writeSchemas=true test}.
 */
class SchemaTest {
    private static final Path CONFIG = Path.of("..", "config");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A schema, what it is made of, where its samples are, and a mistake that it must find: what in a sample becomes what. */
    static Stream<Arguments> schemas() {
        return Stream.of(
                Arguments.of(
                        "hbase-search", ServiceConfigReader.settings(), "hbase-search.yaml", "gateway:", "gatevay:"),
                Arguments.of("index", IndexDefinitionReader.settings(), "indexes", "type: text", "type: txt"),
                Arguments.of("rowkey", RowKeySpecReader.settings(), "rowkeys", "parts:", "part:"));
    }

    @BeforeAll
    static void writeIfAsked() throws IOException {
        if (Boolean.getBoolean("hbasesearch.writeSchemas")) {
            Files.createDirectories(CONFIG.resolve("schemas"));
            for (Arguments schema : schemas().toList()) {
                JsonNode made = JsonSchemas.of((SettingGroup) schema.get()[1]);
                Files.writeString(
                        file((String) schema.get()[0]),
                        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(made) + "\n");
            }
        }
    }

    private static Path file(String schema) {
        return CONFIG.resolve("schemas").resolve(schema + ".schema.json");
    }

    private static JsonSchema read(String schema) throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(JSON.readTree(Files.readString(file(schema))));
    }

    private static JsonNode tree(String yaml) {
        return JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void theSchemaSaysWhatTheReaderKnows(String schema, SettingGroup settings) throws IOException {
        assertThat(JSON.readTree(Files.readString(file(schema))))
                .as("%s; to write it anew, see this test", file(schema))
                .isEqualTo(JsonSchemas.of(settings));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void everySampleNamesItsSchemaAndFitsIt(String schema, SettingGroup settings, String samples) throws IOException {
        JsonSchema validator = read(schema);
        for (Path sample : samples(samples)) {
            String text = Files.readString(sample);
            String named = text.lines().findFirst().orElse("").replace("# yaml-language-server: $schema=", "");
            assertThat(sample.resolveSibling(named).normalize())
                    .as("first line of %s", sample)
                    .isEqualTo(file(schema).normalize());
            assertThat(validator.validate(tree(text))).as(sample.toString()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void aMistakeIsFound(String schema, SettingGroup settings, String samples, String right, String wrong)
            throws IOException {
        Path sample = samples(samples).get(0);
        String text = Files.readString(sample);
        assertThat(text).contains(right);
        Set<ValidationMessage> found = read(schema).validate(tree(text.replaceFirst(right, wrong)));
        assertThat(found).isNotEmpty();
    }

    private static List<Path> samples(String name) throws IOException {
        Path place = CONFIG.resolve(name);
        if (Files.isRegularFile(place)) {
            return List.of(place);
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }
}
