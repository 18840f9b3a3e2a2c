/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
