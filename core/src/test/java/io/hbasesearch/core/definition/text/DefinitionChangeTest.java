/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionChange.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DefinitionChangeTest {
    private static final String BASE =
            """
            table: t
            rowKey:
              spec: {parts: {user: {width: 4}, number: {type: u32}}}
            fields:
              a: {column: "d:a", type: keyword}
              b: {column: "d:b", type: int}
              f: {%s}
            """;

    @TempDir
    Path directory;

    private IndexDefinition read(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("t.yaml"), text);
        return new IndexDefinitionReader(Map.of()).readFile(file);
    }

    private IndexDefinition withField(String settings) throws IOException {
        return read(BASE.formatted(settings));
    }

    private static Arguments pair(String setting, String before, String after) {
        return Arguments.of(setting, before, after);
    }

    /** Each setting of a field but the default and the weight, which documents do not know. */
    static Stream<Arguments> settingsThatDocumentsAreMadeBy() {
        String text = "column: 'd:c', type: text";
        String date = "column: 'd:c', type: date";
        return Stream.of(
                pair("column", text, "column: 'd:z', type: text"),
                pair("columns", "columns: 'd:x*', type: json", "columns: 'd:y*', type: json"),
                pair("maxColumns", "columns: 'd:x*', type: json", "columns: 'd:x*', type: json, maxColumns: 7"),
                pair("key", "key: user", "key: number, type: keyword"),
                pair("value", "value: x, type: keyword", "value: y, type: keyword"),
                pair("timestamp", "timestamp: row, type: date", "timestamp: 'd:a', type: date"),
                pair("from", "from: [a, b], type: text", "from: [a], type: text"),
                pair("join", "from: [a, b], type: text", "from: [a, b], join: '-', type: text"),
                pair("type", "column: 'd:c', type: keyword", "column: 'd:c', type: boolean"),
                pair("encoding", "column: 'd:c', type: long", "column: 'd:c', type: long, encoding: utf8"),
                pair(
                        "byteOrder",
                        "column: 'd:c', type: long, encoding: bytesLong",
                        "column: 'd:c', type: long, encoding: bytesLong, byteOrder: little"),
                pair("path", text, text + ", path: $.a"),
                pair("separator", text, text + ", separator: ','"),
                pair("transform", text, text + ", transform: lower"),
                pair("labels", text, text + ", labels: {a: b}"),
                pair("pattern", date + ", encoding: utf8", date + ", encoding: utf8, pattern: yyyyMMdd"),
                pair("zone", date + ", encoding: utf8", date + ", encoding: utf8, zone: Asia/Shanghai"),
                pair("unit", date + ", encoding: bytesLong", date + ", encoding: bytesLong, unit: seconds"),
                pair("onError", text, text + ", onError: skip-field"),
                pair("analyzers", text, text + ", analyzer: cjk"));
    }

    @ParameterizedTest
    @MethodSource("settingsThatDocumentsAreMadeBy")
    void aSettingThatDocumentsAreMadeByNeedsARebuild(String setting, String before, String after) throws IOException {
        List<DefinitionChange> changes = DefinitionChange.between(withField(before), withField(after));

        assertThat(DefinitionChange.effect(changes)).isEqualTo(Effect.NEEDS_REBUILD);
        assertThat(changes)
                .extracting(DefinitionChange::setting)
                .anyMatch(path -> path.startsWith("fields.f." + setting));
    }

    @Test
    void whichFieldsAPlainWordSearchesIsForQueriesAlone() throws IOException {
        List<DefinitionChange> changes = DefinitionChange.between(
                withField("column: 'd:c', type: text"), withField("column: 'd:c', type: text, default: false"));

        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).setting()).isEqualTo("fields.f.default");
        assertThat(changes.get(0).before()).hasValue("\"true\"");
        assertThat(changes.get(0).after()).hasValue("\"false\"");
        assertThat(DefinitionChange.effect(changes)).isEqualTo(Effect.AT_ONCE);
    }

    @Test
    void whatAFieldWeighsIsForQueriesAlone() throws IOException {
        List<DefinitionChange> changes = DefinitionChange.between(
                withField("column: 'd:c', type: text"),
                withField("column: 'd:c', type: text, weight: 2.5, analyzer: cjk"));

        assertThat(changes)
                .extracting(DefinitionChange::setting, DefinitionChange::effect)
                .containsExactlyInAnyOrder(
                        tuple("fields.f.weight", Effect.AT_ONCE), tuple("fields.f.analyzers", Effect.NEEDS_REBUILD));
    }

    @Test
    void howRowsAreRankedIsForQueriesAlone() throws IOException {
        String field = BASE.formatted("column: 'd:c', type: text");
        IndexDefinition before = read(field);
        IndexDefinition after = read(field + "ranking: {tie: 0.5, functions: [{log: {field: b, pivot: 10}}]}\n");

        List<DefinitionChange> changes = DefinitionChange.between(before, after);
        assertThat(changes)
                .extracting(DefinitionChange::setting)
                .containsExactlyInAnyOrder("ranking.tie", "ranking.functions");
        assertThat(DefinitionChange.effect(changes)).isEqualTo(Effect.AT_ONCE);
        assertThat(after.hash()).isEqualTo(before.hash());
        assertThat(after).isNotEqualTo(before);
        IndexDefinition reset =
                read(field.replace("type: text", "type: text, analyzer: cjk") + "ranking: {tie: 0.25}\n");
        assertThat(DefinitionChange.between(after, reset))
                .extracting(DefinitionChange::setting, DefinitionChange::effect)
                .contains(tuple("ranking.tie", Effect.AT_ONCE), tuple("fields.f.analyzers", Effect.NEEDS_REBUILD));
    }

    @Test
    void ofSeveralChangesEachHasItsOwnEffect() throws IOException {
        List<DefinitionChange> changes = DefinitionChange.between(
                withField("column: 'd:c', type: text"),
                withField("column: 'd:c', type: text, default: false, analyzer: cjk"));

        assertThat(changes)
                .extracting(DefinitionChange::setting, DefinitionChange::effect)
                .containsExactlyInAnyOrder(
                        tuple("fields.f.default", Effect.AT_ONCE), tuple("fields.f.analyzers", Effect.NEEDS_REBUILD));
    }

    @Test
    void aNewFieldIsOneChangeWhateverItSays() throws IOException {
        IndexDefinition before = withField("column: 'd:c', type: text");
        IndexDefinition after =
                read(BASE.formatted("column: 'd:c', type: text") + "  g: {column: 'd:g', type: long}\n");

        assertThat(DefinitionChange.between(before, after))
                .extracting(DefinitionChange::setting)
                .containsExactly("fields.g");
        assertThat(DefinitionChange.between(after, before))
                .hasSize(1)
                .allMatch(change -> change.after().isEmpty() && change.effect() == Effect.NEEDS_REBUILD);
    }

    @Test
    void theRowKeyIsDocumentsToo() throws IOException {
        String field = "column: 'd:c', type: text";
        IndexDefinition before = withField(field);
        for (String spec : List.of(
                "{parts: {user: {width: 5}, number: {type: u32}}}",
                "{parts: {number: {type: u32}, user: {width: 4}}}",
                "{undecodable: skip, parts: {user: {width: 4}, number: {type: u32}}}")) {
            IndexDefinition after =
                    read(BASE.formatted(field).replace("{parts: {user: {width: 4}, number: {type: u32}}}", spec));
            List<DefinitionChange> changes = DefinitionChange.between(before, after);
            assertThat(DefinitionChange.effect(changes)).as(spec).isEqualTo(Effect.NEEDS_REBUILD);
            assertThat(changes).as(spec).anyMatch(change -> change.setting().startsWith("rowKey."));
        }
    }

    @Test
    void anIndexStaysWithItsTable() throws IOException {
        String field = "column: 'd:c', type: text";
        List<DefinitionChange> changes = DefinitionChange.between(
                withField(field), read(BASE.formatted(field).replace("table: t", "table: u")));

        assertThat(changes).extracting(DefinitionChange::setting).containsExactly("table");
        assertThat(DefinitionChange.effect(changes)).isEqualTo(Effect.NEEDS_NEW_INDEX);
    }

    @Test
    void commentsOrderAndWhatIsTheDefaultAnywayAreNoChanges() throws IOException {
        IndexDefinition before = withField("column: 'd:c', type: text");
        IndexDefinition after = withField("type: text, column: 'd:c', onError: dead-letter, analyzer: standard");

        assertThat(DefinitionChange.between(before, after)).isEmpty();
        assertThat(DefinitionChange.effect(List.of())).isEqualTo(Effect.AT_ONCE);
    }
}
