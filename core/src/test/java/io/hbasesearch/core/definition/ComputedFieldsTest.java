/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.TextStep;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a definition says of fields that are no column's, and of what is done to values. */
class ComputedFieldsTest {
    private static final String ALL =
            """
            source:  {value: "crm ${HOST:-x}"}
            version: {value: "2", type: int}
            first:   {column: "d:first", type: keyword, copyTo: [everything, names]}
            last:    {column: "d:last", type: keyword, copyTo: everything}
            full:    {from: [last, first], join: ", ", type: text, analyzers: [standard], default: false}
            state:   {column: "d:state", type: keyword, encoding: bytesInt, labels: {"1": open, "2": "paid: yes"}}
            area:    {from: phone, type: keyword, transform: [trim, substring 0 3]}
            host:    {from: mail, type: keyword, transform: [piece 2 @, lower], onError: skip-field}
            phone:   {column: "d:phone", type: keyword}
            mail:    {column: "d:mail", type: keyword}
            written: {timestamp: "d:state"}
            newest:  {timestamp: row, type: date, unit: micros}
            count:   {timestamp: "e:x", type: long}
            everything: {type: text}
            names:   {type: text, join: "-"}
            """;

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
        IndexDefinition definition = read(ALL);
        assertThat(DefinitionText.read("t", DefinitionText.write(definition))).isEqualTo(definition);
    }

    @Test
    void fieldsComeFromWhereItIsSaid() {
        IndexDefinition definition = read(ALL);
        assertThat(definition.field("source").orElseThrow().source()).isEqualTo(new FieldSource.Constant("crm x"));
        assertThat(definition.field("everything").orElseThrow().source())
                .isEqualTo(new FieldSource.Joined(List.of("first", "last"), " "));
        assertThat(definition.field("names").orElseThrow().source())
                .isEqualTo(new FieldSource.Joined(List.of("first"), "-"));
        assertThat(definition.field("written").orElseThrow().type()).isEqualTo(FieldType.DATE);
        assertThat(definition.field("source").orElseThrow().type()).isEqualTo(FieldType.KEYWORD);
        assertThat(definition.columns().families().get("e"))
                .as("read for its timestamp alone")
                .isEqualTo(Set.of(ByteArray.utf8("x")));
    }

    @Test
    void whatMakesOtherValuesChangesTheHash() {
        String a = "a: {column: \"d:a\", type: keyword}\nb: {column: \"d:b\", type: keyword}\n";
        assertThat(List.of(
                                "f: {value: x}",
                                "f: {value: y}",
                                "f: {timestamp: row, type: keyword}",
                                "f: {timestamp: \"d:a\", type: keyword}",
                                "f: {timestamp: \"d:b\", type: keyword}",
                                "f: {from: a, type: keyword}",
                                "f: {from: b, type: keyword}",
                                "f: {from: [a, b], type: keyword}",
                                "f: {from: [b, a], type: keyword}",
                                "f: {from: [a, b], type: keyword, join: \"\"}",
                                "f: {from: a, type: keyword, transform: lower}",
                                "f: {from: a, type: keyword, transform: upper}",
                                "f: {from: a, type: keyword, transform: [lower, trim]}",
                                "f: {from: a, type: keyword, transform: [trim, lower]}",
                                "f: {from: a, type: keyword, labels: {x: y}}",
                                "f: {from: a, type: keyword, labels: {x: z}}")
                        .stream()
                        .map(field -> read(a + field).hash()))
                .doesNotHaveDuplicates();
        assertThat(read(a + "f: {from: a, type: keyword, labels: {x: \"1\", y: \"2\"}}")
                        .hash())
                .isEqualTo(read(a + "f: {labels: {y: \"2\", x: \"1\"}, from: [a], type: keyword, join: \" \"}")
                        .hash());
    }

    @Test
    void whatMakesNoSenseIsReportedWhereItStands() {
        assertThat(
                        problems(
                                """
                        a: {column: "d:a", value: x}
                        b: {value: x, type: int}
                        c: {timestamp: "d:c", type: boolean}
                        e: {timestamp: cells}
                        f: {from: [a2, g], type: text}
                        g: {from: j, type: json}
                        h: {column: "d:h", type: keyword, transform: [lower 3, piece 0 x, substring 3 2, reverse]}
                        i: {column: "d:i", type: keyword, copyTo: nowhere, join: "-"}
                        j: {column: "d:j", type: json, labels: {a: b}}
                        k: {column: "d:k", type: keyword, copyTo: h}
                        l: {from: [], type: text}
                        """))
                .satisfiesExactly(
                        two -> assertThat(two).startsWith("3:29: fields.a.value and column both say where"),
                        constant -> assertThat(constant)
                                .startsWith("4:14: fields.b.value \"x\" is not a value of type int"),
                        time -> assertThat(time)
                                .startsWith("5:31: fields.c.type boolean is not what a timestamp can be"),
                        cells -> assertThat(cells).startsWith("6:18: fields.e.timestamp must be a column, or row"),
                        unknown -> assertThat(unknown).contains("fields.f.from a2 is not a field of this definition"),
                        joined -> assertThat(joined).contains("fields.f.from g cannot be joined"),
                        json -> assertThat(json).contains("fields.g.from j cannot be joined"),
                        object -> assertThat(object).contains("fields.g.type json is not what joined texts can be"),
                        column -> assertThat(column)
                                .contains("fields.h.column says where the field comes from, and the copyTo"),
                        lower -> assertThat(lower).contains("fields.h.transform[0] must be lower, upper, trim"),
                        piece -> assertThat(piece).contains("fields.h.transform[1] must be"),
                        substring -> assertThat(substring).contains("fields.h.transform[2] must be"),
                        reverse -> assertThat(reverse).contains("fields.h.transform[3] must be"),
                        nowhere -> assertThat(nowhere).contains("fields.i.copyTo nowhere is not a field"),
                        join -> assertThat(join).contains("fields.i.join has a meaning only with from"),
                        labels -> assertThat(labels).contains("fields.j.labels has no meaning for type json"),
                        none -> assertThat(none).contains("fields.l.from names no field"));
    }

    @Test
    void stepsDoWhatTheySay() {
        assertThat(TextStep.parse("lower").apply("ÄB")).isEqualTo("äb");
        assertThat(TextStep.parse("upper").apply("äb")).isEqualTo("ÄB");
        assertThat(TextStep.parse("trim").apply("\u3000 a b ")).isEqualTo("a b");
        assertThat(TextStep.parse("substring 1 3").apply("a\uD83D\uDE00cd")).isEqualTo("\uD83D\uDE00c");
        assertThat(TextStep.parse("substring 2").apply("abc")).isEqualTo("c");
        assertThat(TextStep.parse("substring 2 9").apply("a")).isEmpty();
        assertThat(TextStep.parse("piece 1 -").apply("a-b-")).isEqualTo("a");
        assertThat(TextStep.parse("piece 3 -").apply("a-b-")).isEmpty();
        assertThat(TextStep.parse("piece 2  ").apply("a b c")).isEqualTo("b");
        assertThat(TextStep.parse("piece 4 -").apply("a-b-")).isEmpty();
        for (String step : List.of("lower", "upper", "trim", "substring 1", "substring 1 3", "piece 2 , ")) {
            assertThat(TextStep.parse(step)).hasToString(step);
        }
        for (String wrong :
                List.of("", "lower x", "substring", "substring x", "substring 3 1", "piece 1", "piece 0 -", "cut")) {
            assertThatThrownBy(() -> TextStep.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
