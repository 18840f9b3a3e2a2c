/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields that are no column's, and what is done to values. */
class ComputedFieldsMappingTest {
    private static final long TIME = 1_709_212_455_000L;

    @TempDir
    Path directory;

    private static Cell cell(String column, long time, String value) {
        return new Cell(ColumnName.of("d", column), time, ByteArray.utf8(value));
    }

    private static Row row(Cell... cells) {
        return new Row(RowKey.utf8("k-1"), List.of(cells));
    }

    private Map<String, Object> document(String fields, Cell... cells) {
        return Definitions.mapper(directory, "rowKey: {field: id}\nfields:\n" + fields.indent(2))
                .map(row(cells))
                .fields();
    }

    @Test
    void constants() {
        assertThat(document(
                        "source: {value: crm}\nn: {value: \"2\", type: int}\nd: {value: 2024-02-29, type: date}\n",
                        cell("a", 1, "")))
                .containsEntry("source", "crm")
                .containsEntry("n", 2L)
                .containsEntry("d", "2024-02-29T00:00:00.000Z");
    }

    @Test
    void valuesOfOtherFieldsAreJoined() {
        String fields =
                """
                first: {column: "d:first", type: keyword, copyTo: all}
                size:  {column: "d:size", type: int, encoding: utf8}
                tags:  {column: "d:tags", type: keyword, separator: ",", copyTo: all}
                full:  {from: [id, first, size], join: "/", type: keyword}
                all:   {type: text}
                """;
        assertThat(document(fields, cell("first", 1, "Ann"), cell("size", 1, "7"), cell("tags", 1, "x,y")))
                .containsEntry("full", "k-1/Ann/7")
                .containsEntry("all", "Ann x y");
        assertThat(document(fields, cell("size", 1, "7")))
                .containsEntry("full", "k-1/7")
                .doesNotContainKey("all");
    }

    @Test
    void textsAreChangedInTheOrderThatIsSaid() {
        String fields =
                """
                mail:  {column: "d:mail", type: keyword}
                host:  {from: mail, type: keyword, transform: [piece 2 @, lower]}
                tld:   {from: mail, type: keyword, transform: [piece 2 @, piece 2 ., upper], labels: {COM: commercial}}
                codes: {column: "d:codes", type: keyword, separator: ";", transform: trim, labels: {"1": open, "2": paid}}
                state: {column: "d:state", type: keyword, encoding: bytesByte, labels: {"49": one}}
                year:  {column: "d:day", type: int, transform: substring 0 4}
                """;
        assertThat(document(
                        fields,
                        cell("mail", 1, "Ann@Example.com"),
                        cell("codes", 1, "1; 2;; 3"),
                        cell("state", 1, "1"),
                        cell("day", 1, "2024-02-29")))
                .containsEntry("host", "example.com")
                .containsEntry("tld", "commercial")
                .containsEntry("codes", List.of("open", "paid", "3"))
                .containsEntry("state", "one")
                .containsEntry("year", 2024L);
        assertThat(document(fields, cell("mail", 1, "nobody")))
                .containsEntry("mail", "nobody")
                .doesNotContainKeys("host", "tld");
        assertThatThrownBy(() -> document(
                        "year: {column: \"d:day\", type: int, transform: substring 0 4}", cell("day", 1, "abcdef")))
                .hasMessage("column d:day is not a number in decimal digits (field year)");
    }

    @Test
    void timestampsOfCellsAndRows() {
        String fields =
                """
                a:       {column: "d:a", type: keyword}
                written: {timestamp: "d:a"}
                other:   {timestamp: "d:b", type: long}
                newest:  {timestamp: row}
                """;
        Cell a = cell("a", TIME, "x");
        Cell b = cell("b", TIME + 1_000, "y");
        assertThat(document(fields, a, b, cell("unmapped", TIME + 9_000, "z")))
                .containsEntry("written", "2024-02-29T13:14:15.000Z")
                .containsEntry("other", TIME + 1_000)
                .as("of what the definition reads, whatever else somebody has read")
                .containsEntry("newest", "2024-02-29T13:14:16.000Z");
        assertThat(document(fields, b)).doesNotContainKeys("a", "written");
        assertThatThrownBy(() -> document(fields, cell("a", Long.MAX_VALUE, "x")))
                .hasMessage("column d:a is not in milliseconds of the years 1 to 9999 (field written)");
        assertThat(document("w: {timestamp: \"d:a\", onError: skip-field}", cell("a", Long.MAX_VALUE, "x")))
                .containsOnlyKeys("id");
    }
}
