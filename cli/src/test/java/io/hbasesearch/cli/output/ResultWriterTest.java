/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultWriterTest {
    private static final Result RESULT = Result.rows(
            "hits",
            List.of("row", "text"),
            List.of(
                    Result.row("row", "预算", "text", "a, \"b\"", "score", 1.5),
                    Result.row("row", "k2", "text", null, "score", 2)));

    @Test
    void alignsChineseByTheCellsItTakes() {
        assertThat(write(RESULT, OutputFormat.TABLE, 0))
                .isEqualTo(
                        """
                ROW   TEXT
                预算  a, "b"
                k2
                """);
    }

    @Test
    void cutsTheWidestColumnToTheTerminal() {
        Result wide =
                Result.rows("rows", List.of("key", "text"), List.of(Result.row("key", "k1", "text", "x".repeat(100))));

        assertThat(write(wide, OutputFormat.TABLE, 20)).isEqualTo("KEY  TEXT\nk1   " + "x".repeat(14) + "…\n");
    }

    /** On a terminal of 80 columns a line either is cut or there is one for each cell: none wraps. */
    @ParameterizedTest
    @ValueSource(ints = {2, 7, 8, 9, 14, 30})
    void noLineIsWiderThanTheTerminal(int columns) {
        List<String> names = IntStream.range(0, columns)
                .mapToObj(i -> i % 2 == 0 ? "superseded_" + i : "列" + i)
                .toList();
        Map<String, Object> row = new LinkedHashMap<>();
        names.forEach(name -> row.put(name, "value of " + name + " " + "长".repeat(60)));
        Result wide = Result.rows("rows", names, List.of(Result.row(), row));
        assertThat(write(wide, OutputFormat.TABLE, 80).lines())
                .hasSizeGreaterThan(2)
                .allSatisfy(line -> assertThat(Cells.width(line)).isLessThanOrEqualTo(80));
    }

    @Test
    void aTableOfMoreColumnsThanFitHasALineForEachCell() {
        List<String> names = IntStream.range(0, 12).mapToObj(i -> "column_" + i).toList();
        Map<String, Object> row = new LinkedHashMap<>();
        names.forEach(name -> row.put(name, name + " has a long value"));
        assertThat(write(Result.rows("rows", names, List.of(row)), OutputFormat.TABLE, 80)
                        .lines())
                .hasSize(12)
                .contains("COLUMN 11  column_11 has a long value");
    }

    @Test
    void writesJsonWithEveryValueOfARow() {
        assertThat(write(RESULT, OutputFormat.JSON, 0))
                .isEqualTo("[{\"row\":\"预算\",\"text\":\"a, \\\"b\\\"\",\"score\":1.5},"
                        + "{\"row\":\"k2\",\"text\":null,\"score\":2}]\n");
    }

    @Test
    void writesJsonAsAnObjectWhereThereIsASummary() {
        Result result = new Result("hits", Map.of("total", 2), List.of("row"), List.of(Result.row("row", "k")));

        assertThat(write(result, OutputFormat.JSON, 0)).isEqualTo("{\"total\":2,\"hits\":[{\"row\":\"k\"}]}\n");
    }

    @Test
    void writesOneObjectOnEachLine() {
        assertThat(write(RESULT, OutputFormat.NDJSON, 0).lines()).hasSize(2).allMatch(line -> line.startsWith("{"));
    }

    @Test
    void quotesInCsv() {
        assertThat(write(RESULT, OutputFormat.CSV, 0)).isEqualTo("row,text\n预算,\"a, \"\"b\"\"\"\nk2,\n");
    }

    private static String write(Result result, OutputFormat format, int width) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ResultWriter(new PrintStream(bytes, true, StandardCharsets.UTF_8), format, width).write(result);
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
