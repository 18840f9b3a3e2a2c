/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a definition says of row keys that are made of parts. */
class RowKeyDefinitionTest {
    private static final Path SHIPPED = Path.of("..", "config", "rowkeys");
    private static final String VEHICLE =
            """
            # md5(carId)[0,5] + carId + time
            parts:
              hash:  {kind: hash, function: md5, of: carId, take: 5}
              carId: {type: ascii, width: 7}
              ts:    {type: u64}
            """;

    @TempDir
    Path config;

    private final IndexDefinitionReader reader = new IndexDefinitionReader(Map.of("WIDTH", "7"));

    @BeforeEach
    void specification() throws IOException {
        Files.createDirectories(config.resolve("indexes"));
        Files.createDirectories(config.resolve("rowkeys"));
        Files.writeString(config.resolve("rowkeys/vehicle.yaml"), VEHICLE);
    }

    private Path write(String definition) throws IOException {
        return Files.writeString(config.resolve("indexes/cars.yaml"), "table: cars\n" + definition);
    }

    private IndexDefinition read(String definition) throws IOException {
        return reader.readFile(write(definition));
    }

    private List<String> problems(String definition) throws IOException {
        Path file = write(definition);
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> reader.readFile(file));
        assertThat(e).as("problems of %s", definition).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.file().getFileName() + ":" + problem.line() + ":" + problem.column() + ": "
                        + problem.message().replace(config.toString(), ""))
                .toList();
    }

    private static List<String> fields(IndexDefinition definition) {
        Function<FieldMapping, String> text = field -> field.name() + " " + field.type()
                + (field.source() instanceof FieldSource.KeyField key ? " of " + key.name() : "");
        return definition.fields().stream().map(text).toList();
    }

    @Test
    void thePartsThatSaySomethingOfTheRowBecomeFields() throws IOException {
        IndexDefinition cars = read("rowKey: {spec: vehicle}\n");
        assertThat(fields(cars)).containsExactly("carId KEYWORD of carId", "ts LONG of ts");
        assertThat(cars.rowKeyFormat()).isEqualTo(RowKeyFormat.BINARY);
        assertThat(cars.rowKey().orElseThrow().spec().undecodable()).isEqualTo(UndecodableKeys.DEAD_LETTER);
        assertThat(cars.columns().families())
                .as("of a row that is there if any cell is")
                .isEmpty();
    }

    @Test
    void aPartMayHaveAnotherNameAndTypeOrBeLeftOut() throws IOException {
        assertThat(
                        fields(
                                read(
                                        """
                        rowKey: {field: key, spec: vehicle}
                        fields:
                          speed: {column: "d:speed", type: int}
                          at:    {key: ts, type: date, unit: seconds}
                          words: {key: carId, type: text, analyzers: [cjk, standard]}
                          also:  {key: carId}
                        """)))
                .containsExactly(
                        "key KEYWORD", "speed INT", "at DATE of ts", "words TEXT of carId", "also KEYWORD of carId");
        assertThat(fields(read("rowKey: {spec: vehicle, fields: [hash, ts]}\n")))
                .containsExactly("hash KEYWORD of hash", "ts LONG of ts");
        assertThat(
                        fields(
                                read(
                                        """
                        rowKey: {spec: vehicle, fields: []}
                        fields: {speed: {column: "d:speed", type: int}}
                        """)))
                .containsExactly("speed INT");
    }

    @Test
    void theSpecificationStandsInPlaceOrInAFileOfAnyPath() throws IOException {
        IndexDefinition named = read("rowKey: {spec: vehicle}\n");
        IndexDefinition path = read("rowKey: {spec: ../rowkeys/vehicle.yaml}\n");
        IndexDefinition inPlace = read(
                """
                rowKey:
                  spec:
                    undecodable: dead-letter
                    parts:
                      hash: {take: 5, of: [carId], kind: "hash", function: md5}
                      carId:
                        width: ${WIDTH} # bytes
                        type: ascii
                      ts: {type: u64, kind: field}
                """);
        assertThat(List.of(path, inPlace)).allMatch(named::equals);
        assertThat(inPlace.hash()).isEqualTo(named.hash());
    }

    @Test
    void whatDecodesKeysInAnotherWayChangesTheHash() throws IOException {
        List<String> hashes = Stream.of(
                        "",
                        "rowKey: {format: binary}\n",
                        "rowKey: {spec: vehicle, fields: []}\n",
                        "rowKey: {spec: vehicle, fields: [], undecodable: raw}\n",
                        "rowKey: {spec: vehicle, fields: [], undecodable: skip}\n",
                        "rowKey: {spec: vehicle, fields: [], format: text}\n",
                        "rowKey: {spec: vehicle, fields: [carId]}\n",
                        "rowKey: {spec: vehicle, fields: [hash]}\n",
                        "rowKey: {spec: vehicle, fields: [ts]}\n",
                        "rowKey: {spec: {parts: {carId: {}}}, fields: []}\n",
                        "rowKey: {spec: {parts: {carId: {type: ascii}}}, fields: []}\n",
                        "rowKey: {spec: {parts: {a: {width: 1}, b: {width: 1}}}, fields: []}\n",
                        "rowKey: {spec: {parts: {b: {width: 1}, a: {width: 1}}}, fields: []}\n")
                .map(rowKey -> hash(rowKey + "fields: {speed: {column: \"d:speed\", type: int}}\n"))
                .toList();
        assertThat(hashes).doesNotHaveDuplicates();
        Stream<String> dates = Stream.of(
                "",
                ", unit: seconds",
                ", unit: micros",
                ", pattern: yyyyMMdd",
                ", pattern: yyyyMMdd, zone: Asia/Shanghai");
        assertThat(dates.map(more -> hash("rowKey: {spec: vehicle}\nfields: {at: {key: ts, type: date" + more + "}}")))
                .doesNotHaveDuplicates();
    }

    private String hash(String definition) {
        try {
            return read(definition).hash();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everythingWrongIsReportedWhereItStands() throws IOException {
        assertThat(
                        problems(
                                """
                        rowKey: {field: ts, spec: vehicle, fields: [ts, wheel]}
                        fields:
                          a: {key: carld}
                          b: {key: hash, column: "d:b", type: int}
                          c: {key: carId, type: json}
                          d: {key: carId, encoding: utf8}
                          e: {key: ts, type: date, zone: UTC}
                          f: {key: ts, type: date, unit: seconds, pattern: yyyyMMdd}
                          g: {key: ts, type: keyword, unit: seconds}
                          h: {key: ts, type: date, pattern: "HH:mm"}
                        """))
                .satisfiesExactly(
                        both -> assertThat(both)
                                .startsWith(
                                        "cars.yaml:2:27: rowKey.spec has the field \"ts\", which is also the name of"
                                                + " rowKey.field: give it another name under fields, with key: ts"),
                        wheel -> assertThat(wheel)
                                .isEqualTo(
                                        "cars.yaml:2:44: rowKey.fields wheel is not a field of the row key; It has: hash,"
                                                + " carId, ts"),
                        unknown -> assertThat(unknown)
                                .isEqualTo(
                                        "cars.yaml:4:12: fields.a.key carld is not a field of the row key; did you mean"
                                                + " carId? It has: hash, carId, ts"),
                        two -> assertThat(two).startsWith("cars.yaml:5:12: fields.b.key and column both say"),
                        type -> assertThat(type).startsWith("cars.yaml:6:25: fields.c.type json is not what this part"),
                        encoding ->
                                assertThat(encoding).startsWith("cars.yaml:7:29: fields.d.encoding has a meaning only"),
                        zone -> assertThat(zone).startsWith("cars.yaml:8:34: fields.e.zone has a meaning only"),
                        unit -> assertThat(unit).startsWith("cars.yaml:9:34: fields.f.unit has a meaning only"),
                        noDate -> assertThat(noDate).startsWith("cars.yaml:10:37: fields.g.unit has a meaning only"),
                        pattern -> assertThat(pattern).contains("fields.h.pattern \"HH:mm\" is not a date pattern"));
    }

    @Test
    void aSpecificationThatIsNoneIsReportedWhereItStands() throws IOException {
        assertThat(problems("rowKey: {spec: vehicel}\n"))
                .containsExactly(
                        "cars.yaml:2:16: rowKey.spec names a file that does not exist: /rowkeys/vehicel.yaml; did"
                                + " you mean vehicle?");
        assertThat(problems("rowKey: {spec: other.yaml}\n"))
                .containsExactly("cars.yaml:2:16: rowKey.spec names a file that does not exist: /indexes/other.yaml");
        assertThat(problems("rowKey: {spec: {parts: {a: {}, b: {typ: u8}}}}\n"))
                .satisfiesExactly(
                        framing -> assertThat(framing).contains("rowKey.spec.parts.a is not the last part"),
                        key -> assertThat(key).contains("cars.yaml:2:36: rowKey.spec.parts.b.typ is not known"));
        assertThat(problems("rowKey: {fields: [a], undecodable: raw}\nfields: {a: {key: x}}\n"))
                .containsExactly(
                        "cars.yaml:2:18: rowKey.fields has a meaning only with spec",
                        "cars.yaml:2:36: rowKey.undecodable has a meaning only with spec",
                        "cars.yaml:3:19: fields.a.key needs rowKey.spec, which says what parts row keys have");
        Files.writeString(config.resolve("rowkeys/wrong.yaml"), "parts: {a: {type: u7}}\n");
        assertThat(problems("rowKey: {spec: wrong}\n"))
                .satisfiesExactly(type -> assertThat(type).startsWith("wrong.yaml:1:19: parts.a.type must be one of"));
        assertThat(problems("rowKey: {spec: {parts: {AND: {}}}}\n")).satisfiesExactly(name -> assertThat(name)
                .contains("has the field \"AND\", which is not a field's name"));
    }

    @Test
    void everyShippedSpecificationComesBackFromTheIndexAsItWas() throws IOException {
        try (Stream<Path> files = Files.list(SHIPPED)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
                IndexDefinition definition =
                        read("rowKey: {field: whole-key, spec: " + file.toAbsolutePath() + ", undecodable: skip}\n");
                IndexDefinition again = DefinitionText.read("cars", DefinitionText.write(definition));
                assertThat(again).as("%s", file).isEqualTo(definition);
                assertThat(again.rowKey().orElseThrow().spec().undecodable()).isEqualTo(UndecodableKeys.SKIP);
            }
        }
    }

    @Test
    void datesOfTheKeyComeBackFromTheIndexAsTheyWere() throws IOException {
        IndexDefinition definition = read(
                """
                rowKey: {spec: {parts: {s: {width: 3}, n: {type: u32}, d: {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}}}}
                fields:
                  a: {key: s, type: date, zone: Europe/Vienna}
                  b: {key: s, type: date, pattern: "yyyyMMdd"}
                  c: {key: n, type: date, unit: seconds}
                  e: {key: n, type: date, pattern: "yyyyMMdd", zone: "+08:00"}
                  f: {key: n, type: date}
                  g: {key: d, default: false}
                """);
        assertThat(DefinitionText.read("cars", DefinitionText.write(definition)))
                .isEqualTo(definition);
        assertThat(definition.field("g").orElseThrow().type()).isEqualTo(FieldType.DATE);
    }

    @Test
    void onlyKeysThatAreSurelyTextAreReadAsText() throws IOException {
        String text =
                """
                hash: {kind: hash, function: md5, of: id, take: 4}
                dash: {kind: const, value: "-"}
                salt: {kind: salt, type: decimal, width: 2, values: 00..19}
                id:   {separator: "|"}
                day:  {type: date, pattern: yyyyMMdd}
                uuid: {type: uuid, encoding: text}
                rest: {transform: reverse}
                """;
        assertThat(formatOf(text)).isEqualTo(RowKeyFormat.TEXT);
        for (String binary : List.of(
                "x: {kind: const, value: '\\xFF'}",
                "x: {type: u8}",
                "x: {separator: '\\xFF'}",
                "x: {width: 3, pad: '\\xFF'}",
                "x: {type: uuid}",
                "x: {width: 4, transform: invert}",
                "x: {kind: bits, bits: {a: 3, b: 5}}")) {
            assertThat(formatOf(binary + "\n" + text)).as(binary).isEqualTo(RowKeyFormat.BINARY);
        }
    }

    private RowKeyFormat formatOf(String parts) throws IOException {
        return read("rowKey:\n  spec:\n    parts:\n" + parts.indent(6)).rowKeyFormat();
    }
}
