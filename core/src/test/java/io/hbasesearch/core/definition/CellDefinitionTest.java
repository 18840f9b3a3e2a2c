/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.text.DefinitionView;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a definition says of cells that are to be found. */
class CellDefinitionTest {
    private static final String WHOLE =
            """
            table: t
            unit: cell
            rowKey: {field: id}
            fields:
              owner: {column: "m:owner", type: keyword}
            cells:
              columns: ["d:*", "n:x*"]
              maxCells: 5
              qualifier: {spec: {parts: {day: {type: date, pattern: yyyyMMdd}, place: {type: utf8}}}}
              values:
                text: {columns: "d:*", type: text, analyzers: [cjk, standard]}
                when: {columns: "n:*", type: date, encoding: utf8, pattern: yyyyMMdd, zone: Asia/Shanghai, default: false}
            """;

    @TempDir
    Path directory;

    private IndexDefinition read(String text) throws IOException {
        return new IndexDefinitionReader(Map.of()).readFile(Files.writeString(directory.resolve("t.yaml"), text));
    }

    private List<String> problems(String text) {
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> read(text));
        assertThat(e).as("problems of %s", text).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ": " + problem.message())
                .toList();
    }

    @Test
    void valuesOfCellsAndConditionsSayHowTheyAreMadeAsFieldsDo() throws IOException {
        IndexDefinition definition = read(
                """
                table: t
                unit: cell
                schemas:
                  a: {avro: '{"type":"record","name":"A","fields":[{"name":"kind","type":"string"}]}'}
                  b: {avro: '{"type":"record","name":"B","fields":[{"name":"kind","type":"string"}]}'}
                cells:
                  columns: ["d:*"]
                  values:
                    names: {type: keyword, path: "$.names[*]", labels: {'${x}': '$${y}'}}
                    kind:  {type: keyword, schema: a, path: $.kind, onError: skip-field}
                where: {'m:kind': {schema: b, path: $.kind, labels: {k: wanted}, equals: wanted}}
                """);
        assertThat(definition.field("cell.names").orElseThrow().form().texts().labels())
                .containsExactly(Map.entry("${x}", "${y}"));
        assertThat(DefinitionText.read("t", DefinitionText.write(definition))).isEqualTo(definition);
        assertThat(
                        problems(
                                """
                        table: t
                        unit: cell
                        cells:
                          columns: ["d:*"]
                          values:
                            a: {type: keyword, options: {x: y}}
                            b: {type: keyword, schema: none}
                        """))
                .containsExactly(
                        "6: cells.values.a.options has a meaning only with codec",
                        "7: cells.values.b.schema none is none of this definition's: name it under schemas, with its file");
    }

    @Test
    void cellsHaveFieldsBesideThoseOfTheRow() throws IOException {
        IndexDefinition definition = read(WHOLE);
        assertThat(definition.fields().stream().map(field -> field.name() + " " + field.type()))
                .containsExactly(
                        "id KEYWORD",
                        "owner KEYWORD",
                        "cell.family KEYWORD",
                        "cell.qualifier KEYWORD",
                        "cell.timestamp DATE",
                        "cell.day DATE",
                        "cell.place KEYWORD",
                        "cell.text TEXT",
                        "cell.when DATE");
        assertThat(definition.fields().stream()
                        .filter(FieldMapping::searchedByDefault)
                        .map(FieldMapping::name))
                .as("a plain word means a cell's value")
                .containsExactly("cell.text");
    }

    @Test
    void whatIsSaidOfRowsAndOfElasticsearchIsAboutRows() {
        assertThat(problems(WHOLE + "where:\n  cell.text: {exists: true}\n"))
                .singleElement()
                .asString()
                .contains("where.cell.text is a field of cells, and conditions are about rows");
        assertThat(problems(WHOLE + "elasticsearch:\n  fields: {cell.text: {norms: false}}\n"))
                .singleElement()
                .asString()
                .contains("has cell.text, which is a field of cells");
        assertThat(problems(WHOLE + "elasticsearch:\n  mapping: {runtime: {_deleted: {type: boolean}}}\n"))
                .singleElement()
                .asString()
                .contains("has runtime._deleted, which would hide the field of this name");
        assertThat(problems(WHOLE + "elasticsearch:\n  settings: {translog.durability: async}\n"))
                .singleElement()
                .asString()
                .contains("has index.translog.durability, which cannot be set");
    }

    @Test
    void eachFieldOfACellSaysWhereItComesFrom() throws IOException {
        assertThat(read(WHOLE).fields().stream().map(field -> field.name() + ": " + DefinitionView.source(field)))
                .contains("owner: column m:owner", "cell.family: each cell: family", "cell.text: each cell: value d:*");
    }

    @Test
    void noMoreOfAFamilyIsReadThanTellsThatItIsTooMuch() throws IOException {
        assertThat(read(WHOLE).columns())
                .isEqualTo(new ColumnSelection(
                        Map.of("m", Set.of(ByteArray.utf8("owner")), "d", Set.of(), "n", Set.of()), 1, 5 + 1 + 1));
        assertThat(read(WHOLE).rowColumns()).containsExactly(ColumnName.of("m", "owner"));
    }

    @Test
    void theWiderRowsMayBeTheFewerAreHeldTogether() throws IOException {
        assertThat(read(WHOLE.replace("maxCells: 5", "maxCells: 10000")).rowsTogether())
                .isEqualTo(20);
        assertThat(read(WHOLE.replace("maxCells: 5", "maxCells: 1000000")).rowsTogether())
                .isEqualTo(1);
        assertThat(read("table: t\nfields: {a: {column: 'd:a', type: int}}\n").rowsTogether())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void anIndexKeepsAllOfIt() throws IOException {
        IndexDefinition definition = read(WHOLE);
        assertThat(DefinitionText.read("t", DefinitionText.write(definition))).isEqualTo(definition);
    }

    @Test
    void whateverChangesDocumentsChangesTheHash() throws IOException {
        List<String> others = List.of(
                WHOLE.replace("maxCells: 5", "maxCells: 6"),
                WHOLE.replace("\"n:x*\"", "\"n:y*\""),
                WHOLE.replace("place:", "town:"),
                WHOLE.replace("place:", "x: {type: utf8, width: 1}, place:"),
                WHOLE.replace("qualifier: {", "qualifier: {undecodable: skip, "),
                WHOLE.replace("text: {columns: \"d:*\", ", "text: {"),
                WHOLE.replace("Asia/Shanghai", "Asia/Tokyo"));
        Set<String> hashes = new TreeSet<>(Set.of(read(WHOLE).hash()));
        for (String other : others) {
            hashes.add(read(other).hash());
        }
        assertThat(hashes).hasSize(others.size() + 1);
        assertThat(read(WHOLE.replace(", default: false", "").replace("type: text,", "type: text, default: false,")))
                .as("which fields plain words search is no part of it")
                .extracting(IndexDefinition::hash)
                .isEqualTo(read(WHOLE).hash());
    }

    @Test
    void whatGoesWithRowsOnlyIsRefusedWithCellsAndTheOtherWayRound() {
        assertThat(
                        problems(
                                """
                        table: t
                        unit: cell
                        fields:
                          cell: {column: "m:a", type: keyword}
                          all: {columns: "m:a*"}
                          loud: {column: "m:b", type: keyword, default: true}
                          newest: {timestamp: row}
                        cells:
                          columns: ["d:*"]
                          qualifier: {spec: {parts: {text: {type: utf8}}}}
                          values:
                            text: {type: text}
                            family: {type: keyword}
                            untyped: {columns: "d:*"}
                            object: {type: json}
                            raw: {type: int, onError: keep-raw}
                        """))
                .anyMatch(problem -> problem.startsWith("2: unit") && problem.contains("can be called so"))
                .anyMatch(problem -> problem.startsWith("5: ") && problem.contains("cells.columns"))
                .anyMatch(problem -> problem.startsWith("6: ") && problem.contains("looked for in cells"))
                .anyMatch(problem -> problem.startsWith("7: ") && problem.contains("cell.timestamp"))
                .anyMatch(problem -> problem.startsWith("10: ") && problem.contains("\"text\""))
                .anyMatch(problem -> problem.startsWith("13: ") && problem.contains("none of family"))
                .anyMatch(problem -> problem.startsWith("14: ") && problem.contains("is missing"))
                .anyMatch(problem -> problem.startsWith("15: ")
                        && problem.contains("must be one of text")
                        && !problem.contains(", json")
                        && problem.contains("not \"json\""))
                .anyMatch(problem -> problem.startsWith("16: ")
                        && problem.contains("must be one of dead-letter, skip-field, not \"keep-raw\""))
                .hasSize(9);
        assertThat(problems("table: t\nunit: cell\n"))
                .singleElement()
                .asString()
                .contains("cells.columns is missing");
        assertThat(Stream.of("columns: 'd:*'", "maxCells: 3", "qualifier: {spec: x}", "values: {v: {type: int}}")
                        .map(setting ->
                                problems("table: t\nfields: {a: {column: 'd:a', type: int}}\ncells:\n  " + setting)))
                .allSatisfy(problems -> assertThat(problems)
                        .singleElement()
                        .asString()
                        .startsWith("4: ")
                        .endsWith("has a meaning only with unit: cell"));
    }

    @Test
    void anIdIsOfOneNumberOfBucketsAlone() {
        RowKey row = RowKey.utf8("row");
        IndexDefinition one = DefinitionText.read("t", "{table: t, fields: {a: {column: 'd:a', type: int}}}");
        IndexDefinition three = DefinitionText.read(
                "t", "{table: t, unit: cell, cells: {columns: 'd:*', buckets: 3, values: {v: {type: int}}}}");
        assertThat(one.isOwn(DocumentId.of(row))).isTrue();
        assertThat(one.isOwn(DocumentId.of(row, Bucket.of(0)))).isFalse();
        assertThat(three.documents(row)).hasSize(3).allMatch(three::isOwn);
        assertThat(three.isOwn(DocumentId.of(row, Bucket.of(3)))).isFalse();
        assertThat(three.isOwn(DocumentId.of(row))).isFalse();
        assertThat(three.isOwn(new DocumentId("c#0"))).isFalse();
    }
}
