/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a definition may ask of rows. */
class WhereDefinitionTest {
    private static final String FIELDS =
            """
            table: t
            fields:
              state: {column: "d:state", type: keyword}
              size:  {column: "d:size", type: int}
              day:   {column: "d:day", type: date}
              extra: {column: "d:extra", type: json}
            """;

    @TempDir
    Path directory;

    private IndexDefinition read(String text) throws IOException {
        return new IndexDefinitionReader(Map.of()).readFile(Files.writeString(directory.resolve("t.yaml"), text));
    }

    private List<String> problems(String where) {
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> read(FIELDS + where));
        assertThat(e).as("problems of %s", where).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
                .toList();
    }

    @Test
    void columnsOfConditionsAreReadWithThoseOfFields() throws IOException {
        IndexDefinition definition = read(FIELDS + "where: {'e:\\x00': {equals: a}}\n");
        assertThat(definition.columns().selects(ColumnName.parse("e:\\x00"))).isTrue();
        assertThat(definition.columns().selects(ColumnName.parse("e:a"))).isFalse();
        assertThat(definition.columns().selects(ColumnName.parse("d:state"))).isTrue();
        assertThat(definition.field("e:\\x00")).as("no field of a document").isEmpty();
    }

    @Test
    void aConditionAloneDoesNotSayWhichRowsAreThere() throws IOException {
        IndexDefinition definition =
                read("table: t\nfields: {source: {value: crm}}\nwhere: {'d:gone': {exists: false}}\n");
        assertThat(definition.columns().families())
                .as("a row without the column is there")
                .isEmpty();
    }

    @Test
    void aConditionIsPartOfTheHashAndItsPlaceIsNot() throws IOException {
        String without = read(FIELDS).hash();
        String with = read(FIELDS + "where: {state: {equals: open}, size: {above: 1}}\n")
                .hash();
        assertThat(with).isNotEqualTo(without);
        assertThat(read(FIELDS + "where:\n  size: {above: 1}\n  state: {in: [open]}\n")
                        .hash())
                .isEqualTo(with);
        assertThat(read(FIELDS + "where: {}\n").hash()).isEqualTo(without);
    }

    @Test
    void aLocalTimeOfAKeyWithSeveralZonesIsRefused() throws IOException {
        String key =
                """
                table: t
                rowKey:
                  spec:
                    variants:
                      local: {parts: {l: {kind: const, value: L}, at: {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}}}
                      utc:   {parts: {u: {kind: const, value: U}, at: {type: date, pattern: yyyyMMdd}}}
                fields: {state: {column: "d:state", type: keyword}}
                """;
        ConfigurationException e = catchThrowableOfType(
                ConfigurationException.class, () -> read(key + "where: {at: {not: {below: 2026-03-02}}}\n"));
        assertThat(e.problems().get(0).message()).contains("several time zones: [Asia/Shanghai, Z]");
        assertThat(read(key + "where: {at: {atLeast: '2026-03-02T00:00:00Z', exists: true}}\n"))
                .isNotNull();
    }

    @Test
    void everyMistakeIsReportedWhereItIs() {
        assertThat(
                        problems(
                                """
                        where:
                          stat: {equals: a}
                          size: {equals: many, atLeast: 1, above: 2}
                          day: {below: tomorrow}
                          state: {}
                          extra: {equals: a}
                          "d:": {type: boolean, atMost: true}
                          "d:x y:z": {in: []}
                          ":z": {exists: true}
                        """))
                .containsExactly(
                        "8:3: where.stat is neither a field of this definition nor a column, which is family:qualifier; did"
                                + " you mean state?",
                        "9:18: where.size.equals \"many\" is not a value of type int",
                        "9:43: where.size.above and atLeast are both an end of the same range: keep one of them",
                        "10:16: where.day.below \"tomorrow\" is not a value of type date, as 2024-02-29 or"
                                + " 2024-02-29T13:14:15Z",
                        "11:10: where.state says nothing of the value: it takes equals, in, prefix, atLeast, above,"
                                + " atMost, below, exists and not",
                        "12:19: where.extra.equals is not what can be asked of type json",
                        "13:33: where.d:.atMost is not what can be asked of type boolean",
                        "14:19: where.d:x y:z.in must name at least one value",
                        "15:3: where.:z is not a column, which is family:qualifier with \\xHH for bytes");
    }

    @Test
    void howCellsAreReadIsSaidOnce() {
        assertThat(problems("where: {size: {encoding: utf8, equals: 1}}\n"))
                .containsExactly("7:26: where.size.encoding has a meaning only in a condition on a column; a field says"
                        + " it under fields");
        assertThat(problems("where: {'d:a': {onError: keep-raw, exists: true}}\n"))
                .containsExactly("7:26: where.d:a.onError cannot be keep-raw in a condition, which keeps nothing:"
                        + " dead-letter or skip-field");
        assertThat(problems("where: {'d:a': {exists: true}, 'd:\\x61': {equals: b}}\n"))
                .containsExactly("7:32: where.d:\\x61 is the column of another condition: write all that is asked of it"
                        + " there");
    }
}
