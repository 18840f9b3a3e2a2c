/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionChange;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a definition says of a field: an index keeps all of it, and its hash tells it from anything else. */
class RandomDefinitionsTest {
    private static final int CASES = 10_000;

    private static final List<String> SOURCES = List.of(
            "column: 'd:q'",
            "column: 'd:q'",
            "column: 'd:q'",
            "column: 'd:q', versions: 3",
            "column: 'd:q', schema: record",
            "column: 'd:q', schema: framed",
            "column: 'd:q', codec: reversing",
            "column: 'd:q', codec: reversing, options: {separator: '-'}",
            "columns: 'd:q*'",
            "columns: 'd:q*', schema: framed",
            "columns: 'd:/q+/', maxColumns: 7",
            "key: text",
            "key: number",
            "key: day",
            "value: \"7\"",
            "value: 2024-02-29",
            "timestamp: row",
            "timestamp: 'd:q'",
            "from: [a, b]",
            "from: a, join: '-'",
            "from: [a, b], function: distance");

    /** Each of these may be written or not. */
    private static final List<List<String>> SETTINGS = List.of(
            List.of("byteOrder: little", "byteOrder: big"),
            List.of("path: $.a", "path: \"$['b c'][*]\"", "path: $"),
            List.of("separator: ','", "separator: ' '"),
            List.of("transform: lower", "transform: [trim, 'piece 2 ,']", "transform: substring 0 3"),
            List.of("labels: {a: b}", "labels: {a: c, \"1\": d}"),
            List.of("pattern: yyyyMMdd", "pattern: yyyy-MM-dd"),
            List.of("zone: Asia/Shanghai", "zone: Z"),
            List.of("unit: seconds", "unit: millis"),
            List.of("onError: keep-raw", "onError: skip-field", "onError: dead-letter"),
            List.of("analyzer: cjk", "analyzers: [cjk, standard]"),
            List.of("default: false"),
            List.of("weight: 2.5", "weight: 100", "weight: 1"));

    /** What is said beside the fields. */
    private static final List<String> OPTIONS = List.of(
            "",
            "",
            "",
            "where: {a: {equals: x}}",
            "where: {a: {in: [x, y]}}",
            "where: {a: {equals: x, in: [x]}}",
            "where: {a: {not: {in: [x, y], exists: false}}, b: {atLeast: 1, below: 3}}",
            "where: {b: {atLeast: 1, atMost: 3}}",
            "where: {b: {above: 1}}",
            "where: {f: {exists: true}}",
            "where: {'d:z': {exists: true}}",
            "where: {'d:z': {prefix: x}}",
            "where: {'d:z': {type: date, encoding: bytesInt, unit: seconds, above: 2024-02-29}}",
            "where: {'d:z': {type: int, onError: skip-field, equals: 7}}",
            "ranking: {tie: 0.25}",
            "ranking: {functions: {log: {field: b, pivot: 2.5}}}",
            "ranking: {tie: 1, functions: [{saturation: {field: b, at: 7, weight: 3}}, {recency: {field: f, halfLife: 36h}}]}",
            "elasticsearch: {shards: 2}",
            "elasticsearch: {replicas: 2}",
            "elasticsearch: {routing: text}",
            "elasticsearch: {routing: number}",
            "elasticsearch: {settings: {codec: '7'}}",
            "elasticsearch: {settings: {codec: 7}}",
            "elasticsearch: {settings: {codec: 7.5}, fields: {a: {norms: false}}}",
            "elasticsearch: {mapping: {runtime: {x: {type: [long, '$${y}']}}}}");

    @TempDir
    Path directory;

    private static <T> T one(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    private static String field(Random random) {
        StringBuilder field = new StringBuilder(one(SOURCES, random));
        FieldType type = one(List.of(FieldType.values()), random);
        field.append(", type: ").append(DefinitionSettings.name(type));
        if (random.nextBoolean()) {
            field.append(", encoding: ").append(DefinitionSettings.name(one(type.encodings(), random)));
        }
        for (List<String> setting : SETTINGS) {
            if (random.nextInt(6) == 0) {
                field.append(", ").append(one(setting, random));
            }
        }
        return field.toString();
    }

    /** Empty if it makes no sense. */
    private Optional<IndexDefinition> read(String field, String options) throws IOException {
        Path file = Files.writeString(
                directory.resolve("t.yaml"),
                """
                table: t
                rowKey:
                  fields: []
                  spec: {parts: {text: {width: 4}, number: {type: u32}, day: {type: date, pattern: yyyyMMdd}}}
                schemas:
                  record: {avro: '{"type": "map", "values": "long"}'}
                  framed: {avro: '"string"', framing: confluent, schemaId: 3}
                fields:
                  a: {column: "d:a", type: keyword}
                  b: {column: "d:b", type: int}
                  f: {%s}
                %s
                """
                        .formatted(field, options));
        try {
            return Optional.of(new IndexDefinitionReader(Map.of()).readFile(file));
        } catch (ConfigurationException e) {
            return Optional.empty();
        }
    }

    /** All that a hash is made of. */
    private static List<Object> hashed(IndexDefinition definition) {
        Map<String, String> options = new HashMap<>(definition.options().texts());
        options.remove("ranking");
        List<Object> hashed = new ArrayList<>(List.of(options));
        definition.fields().stream()
                .map(field -> new FieldMapping(
                        field.name(), field.source(), field.type(), field.form(), field.analyzers(), false))
                .forEach(hashed::add);
        return hashed;
    }

    @Test
    void anIndexKeepsAllOfADefinitionAndItsHashTellsItFromOthers() throws IOException {
        Map<String, List<Object>> byHash = new HashMap<>();
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            String field = field(random);
            Optional<IndexDefinition> read = read(field, one(OPTIONS, random));
            if (read.isPresent()) {
                IndexDefinition definition = read.get();
                assertThat(DefinitionText.read("t", DefinitionText.write(definition)))
                        .as("seed %d: %s", seed, field)
                        .isEqualTo(definition);
                List<Object> same = byHash.putIfAbsent(definition.hash(), hashed(definition));
                assertThat(same).as("seed %d: %s", seed, field).isIn(null, hashed(definition));
            }
        }
        assertThat(byHash).as("definitions that make sense").hasSizeGreaterThan(CASES / 20);
        assertThat(byHash.values().stream().distinct()).hasSameSizeAs(byHash.keySet());
    }

    @Test
    void whatNeedsARebuildIsWhatTheHashTellsApart() throws IOException {
        Optional<IndexDefinition> before = read("column: 'd:q', type: text", "");
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            Optional<IndexDefinition> after = read(field(random), one(OPTIONS, random));
            if (before.isPresent() && after.isPresent()) {
                List<DefinitionChange> changes = DefinitionChange.between(before.get(), after.get());
                assertThat(DefinitionChange.effect(changes) == DefinitionChange.Effect.NEEDS_REBUILD)
                        .as("seed %d: %s", seed, changes)
                        .isEqualTo(!before.get().hash().equals(after.get().hash()));
                assertThat(changes.isEmpty())
                        .as("seed %d", seed)
                        .isEqualTo(before.get().equals(after.get()));
            }
            before = after.isPresent() ? after : before;
        }
    }
}
