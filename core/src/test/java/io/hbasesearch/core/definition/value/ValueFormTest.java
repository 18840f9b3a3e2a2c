/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a definition says of how values are written. */
class ValueFormTest {
    @TempDir
    Path directory;

    private final IndexDefinitionReader reader = new IndexDefinitionReader(Map.of());

    private Path write(String fields) {
        try {
            return Files.writeString(directory.resolve("t.yaml"), "table: t\nfields:\n" + fields.indent(2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private IndexDefinition read(String fields) {
        return reader.readFile(write(fields));
    }

    private List<String> problems(String fields) {
        Path file = write(fields);
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> reader.readFile(file));
        assertThat(e).as("problems of %s", fields).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
                .toList();
    }

    @Test
    void allOfItComesBackFromTheIndexAsItWas() {
        IndexDefinition definition = read(
                """
                a: {column: "d:a", type: int, byteOrder: little}
                b: {column: "d:b", type: keyword, path: "$.a['it s'][3][*]", onError: skip-field}
                c: {column: "d:c", type: keyword, encoding: gbk, separator: " | ", onError: keep-raw}
                e: {column: "d:e", type: date, encoding: bytesInt, unit: seconds}
                f: {column: "d:f", type: date, encoding: bytesInt, pattern: yyyyMMdd, zone: Asia/Shanghai}
                g: {column: "d:g", type: date, path: $.at, unit: nanos}
                h: {column: "d:h", type: date, encoding: gbk, zone: Asia/Shanghai}
                """);
        assertThat(DefinitionText.read("t", DefinitionText.write(definition))).isEqualTo(definition);
        assertThat(definition.fields())
                .extracting(FieldMapping::name)
                .containsExactly("a", "b", "c", "c_raw", "e", "f", "g", "h");
        assertThat(definition.field("c_raw").orElseThrow().type()).isEqualTo(FieldType.KEYWORD);
    }

    @Test
    void whatMakesOtherValuesChangesTheHash() {
        assertThat(List.of(
                                "type: keyword",
                                "type: keyword, encoding: latin1",
                                "type: keyword, path: $.a",
                                "type: keyword, path: $.b",
                                "type: keyword, separator: \",\"",
                                "type: keyword, onError: skip-field",
                                "type: keyword, onError: keep-raw",
                                "type: int",
                                "type: int, byteOrder: little",
                                "type: date",
                                "type: date, unit: seconds",
                                "type: date, pattern: yyyyMMdd",
                                "type: date, pattern: yyyyMMdd, zone: Asia/Shanghai",
                                "type: date, path: $.a",
                                "type: date, path: $.a, zone: Asia/Shanghai")
                        .stream()
                        .map(settings ->
                                read("f: {column: \"d:q\", " + settings + "}").hash()))
                .doesNotHaveDuplicates();
        assertThat(read("f: {column: \"d:q\", type: int, byteOrder: big, onError: dead-letter}")
                        .hash())
                .isEqualTo(read("f: {column: \"d:q\", type: int}").hash());
    }

    @Test
    void whatMakesNoSenseIsReportedWhereItStands() {
        assertThat(
                        problems(
                                """
                        a: {column: "d:a", type: keyword, byteOrder: little}
                        b: {column: "d:b", type: int, encoding: bytesInt, separator: ","}
                        c: {column: "d:c", type: int, encoding: bytesInt, path: $.a}
                        e: {column: "d:e", type: keyword, path: a.b}
                        f: {column: "d:f", type: keyword, path: "$.a["}
                        g: {column: "d:g", type: json, path: "$.a[*]"}
                        h: {column: "d:h", type: json, encoding: utf8, separator: ","}
                        i: {column: "d:i", type: int, onError: ignore}
                        j: {column: "d:j", type: int, onError: keep-raw}
                        j_raw: {column: "d:k", type: int}
                        l: {column: "d:l", type: date, encoding: orderedBytes, unit: hours}
                        """))
                .satisfiesExactly(
                        order -> assertThat(order)
                                .startsWith("3:48: fields.a.byteOrder has no meaning for the encoding utf8"),
                        separator -> assertThat(separator)
                                .startsWith("4:64: fields.b.separator has a meaning only for text"),
                        json -> assertThat(json).startsWith("5:43: fields.c.encoding bytesInt does not give JSON"),
                        path -> assertThat(path)
                                .startsWith("6:43: fields.e.path must be a path in JSON, such as $.a.b"),
                        bracket -> assertThat(bracket).startsWith("7:43: fields.f.path must be a path in JSON"),
                        many -> assertThat(many).startsWith("8:40: fields.g.path may lead to several values"),
                        list -> assertThat(list).startsWith("9:61: fields.h.separator has no meaning for type json"),
                        ignored -> assertThat(ignored)
                                .isEqualTo(
                                        "10:42: fields.i.onError must be one of dead-letter, skip-field, keep-raw, not"
                                                + " \"ignore\""),
                        raw -> assertThat(raw).startsWith("11:42: fields.j.onError keep-raw needs the name j_raw"),
                        unit -> assertThat(unit).startsWith("13:64: fields.l.unit must be one of seconds, millis"));
    }

    @Test
    void pathsSayWhatTheyAre() {
        for (String path : List.of("$", "$['a']", "$['a']['b c'][0][*]", "$['it\\'s']", "$['\\\\']")) {
            assertThat(JsonPath.parse(path)).hasToString(path);
        }
        assertThat(JsonPath.parse("$.a.b_c[1]")).isEqualTo(JsonPath.parse("$['a']['b_c'][1]"));
        for (String wrong :
                List.of("", "a", "$.", "$a", "$..a", "$.a b", "$[-1]", "$['a", "$[]", "$.9", "$[1234567]")) {
            assertThatThrownBy(() -> JsonPath.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
