/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.HBaseSearchException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowFileTest {
    private static RowFile.Layout csv(String... columns) {
        return new RowFile.Layout(RowFile.Format.CSV, UTF_8, ',', List.of(columns));
    }

    private static final RowFile.Layout NDJSON = new RowFile.Layout(RowFile.Format.NDJSON, UTF_8, ',', List.of());

    private static List<FileRecord> records(byte[] file, RowFile.Layout layout) throws IOException {
        List<FileRecord> records = new ArrayList<>();
        try (RowFile rows = RowFile.open(new ByteArrayInputStream(file), layout)) {
            for (Optional<FileRecord> next = rows.next(); next.isPresent(); next = rows.next()) {
                records.add(next.get());
            }
        }
        return records;
    }

    private static List<FileRecord> records(String file, RowFile.Layout layout) throws IOException {
        return records(file.getBytes(UTF_8), layout);
    }

    /** Values with everything that has a meaning in CSV, written by the rules of RFC 4180; lines are counted by hand. */
    @Test
    void whatIsWrittenByTheRulesIsReadWithTheLineWhereItBegins() throws IOException {
        Random random = new Random(36);
        String characters = "ab,\"\n 会";
        StringBuilder file = new StringBuilder("\ufeffa, b ,c\r\n");
        List<FileRecord> expected = new ArrayList<>();
        long line = 2;
        for (int i = 0; i < 2_000; i++) {
            Map<String, String> values = new LinkedHashMap<>();
            long begin = line;
            for (String column : List.of("a", "b", "c")) {
                StringBuilder value = new StringBuilder();
                for (int length = random.nextInt(5); length > 0; length--) {
                    value.append(characters.charAt(random.nextInt(characters.length())));
                }
                if (value.length() > 0) {
                    values.put(column, value.toString());
                }
                line += value.chars().filter(c -> c == '\n').count();
                file.append(column.equals("a") ? "" : ",")
                        .append('"')
                        .append(value.toString().replace("\"", "\"\""))
                        .append('"');
            }
            file.append(i % 2 == 0 ? "\n" : "\r\n");
            expected.add(FileRecord.of(begin, values));
            line++;
            if (i % 7 == 0) {
                file.append("\n");
                line++;
            }
        }
        assertThat(records(file.toString(), csv())).isEqualTo(expected);
    }

    @Test
    void aRowOfOtherLengthIsReportedAndTheNextOnesAreRead() throws IOException {
        List<FileRecord> read = records("1,2\n3\n4,5,6\n7,8", csv("a", "b"));

        assertThat(read).hasSize(4);
        assertThat(read.get(0)).isEqualTo(FileRecord.of(1, Map.of("a", "1", "b", "2")));
        assertThat(read.get(1).problem()).contains("it has 1 values, but there are 2 columns");
        assertThat(read.get(2).line()).isEqualTo(3);
        assertThat(read.get(2).problem()).isPresent();
        assertThat(read.get(3)).isEqualTo(FileRecord.of(4, Map.of("a", "7", "b", "8")));
    }

    @Test
    void aHeaderThatNamesNoColumnsIsRefused() {
        assertThatThrownBy(() -> records("", csv()))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessage("the file is empty");
        assertThatThrownBy(() -> records("a,a\n", csv()))
                .hasMessageContaining("two columns of the file have the name 'a'");
        assertThatThrownBy(() -> records("a,\n", csv())).hasMessageContaining("has no name");
    }

    @Test
    void aQuoteThatIsNotClosedDoesNotTakeTheWholeFile() {
        byte[] start = "a,b\n1,2\n3,\"4\n".getBytes(UTF_8);
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                Arrays.fill(into, offset, offset + length, (byte) 'x');
                return length;
            }
        };
        assertThatThrownBy(() -> {
                    try (RowFile rows =
                            RowFile.open(new SequenceInputStream(new ByteArrayInputStream(start), endless), csv())) {
                        assertThat(rows.next()).isPresent();
                        rows.next();
                    }
                })
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining("after line 2")
                .hasMessageContaining("quote is not closed");
    }

    @Test
    void anotherCharacterSetIsRefusedUnlessItIsNamed() throws IOException {
        byte[] file = "a,b\n会议,2\n".getBytes(Charset.forName("GBK"));

        assertThatThrownBy(() -> records(file, csv()))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining("not text in the named character set");
        assertThat(records(file, new RowFile.Layout(RowFile.Format.CSV, Charset.forName("GBK"), ',', List.of())))
                .containsExactly(FileRecord.of(2, Map.of("a", "会议", "b", "2")));
    }

    @Test
    void valuesOfJsonAreTheTextOfTheFile() throws IOException {
        assertThat(records(
                        """
                        {"s": "会", "i": 9007199254740993, "d": 1.10, "b": true, "n": null, "e": "", "o": {"a": [1, "x"]}}

                        {"s": "2"}""",
                        NDJSON))
                .containsExactly(
                        FileRecord.of(
                                1,
                                Map.of(
                                        "s",
                                        "会",
                                        "i",
                                        "9007199254740993",
                                        "d",
                                        "1.10",
                                        "b",
                                        "true",
                                        "e",
                                        "",
                                        "o",
                                        "{\"a\":[1,\"x\"]}")),
                        FileRecord.of(3, Map.of("s", "2")));
    }

    @Test
    void aLineThatIsNoObjectIsReportedWithoutItsValues() throws IOException {
        List<FileRecord> read = records(
                "{\"a\": secret}\n[\"secret\"]\n{\"a\": 1} {\"b\": 2}\n{\"a\": 1, \"a\": 2}\n{\"a\": 1}", NDJSON);

        assertThat(read.subList(0, 4)).allSatisfy(record -> {
            assertThat(record.problem()).isPresent();
            assertThat(record.problem().get()).doesNotContain("secret");
        });
        assertThat(read.get(4)).isEqualTo(FileRecord.of(5, Map.of("a", "1")));
    }

    @Test
    void aFormatIsKnownByTheFilesName() {
        assertThat(RowFile.Format.of("x/Orders.CSV")).contains(RowFile.Format.CSV);
        assertThat(RowFile.Format.of("orders.jsonl")).contains(RowFile.Format.NDJSON);
        assertThat(RowFile.Format.of("orders.json")).isEmpty();
    }
}
