/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.testing.MemoryTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks a gateway every example of the pages that show how to ask. Each hit is also checked against its row. */
class HowToAskTest {
    private static final Pattern ROW = Pattern.compile(
            "^\\| (\\d) \\| ([^|]*) \\| ([^|]*) \\| ([^|]*) \\| (\\d+) \\| ([^|]*) \\|$", Pattern.MULTILINE);
    private static final Pattern EXAMPLE =
            Pattern.compile("^\\| `(.+?)` \\| ([0-9, ]+) \\| [^|]+ \\|$", Pattern.MULTILINE);
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SYNONYMS = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);
    private static final List<String> COLUMNS = List.of("subject", "body", "from", "size", "sent");
    private static final int FEWEST_EXAMPLES = 25;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"how-to-ask.md", "how-to-ask.zh-CN.md"})
    void everyExampleFindsItsRows(String page) throws Exception {
        String text = Files.readString(Path.of("../../docs", page));
        MemoryTable table = new MemoryTable();
        List<RowKey> rows = fill(table, text);
        assertThat(rows).hasSize(5);
        LuceneConfig config = new LuceneConfig(directory.resolve("index"), Duration.ofMillis(100), 16 << 20);
        try (LuceneBackend backend = new LuceneBackend(config);
                GatewayStand stand = new GatewayStand(backend, definition(text), table)) {
            stand.index(rows);
            SoftAssertions softly = new SoftAssertions();
            int examples = 0;
            for (Matcher example = EXAMPLE.matcher(text); example.find(); examples++) {
                String query = GatewayStand.encoded(example.group(1));
                List<String> found = GatewayStand.keys(stand.answer("/search?keyFormat=text&verify=match&q=" + query));
                softly.assertThat(new TreeSet<>(found))
                        .as(example.group(1))
                        .containsExactlyElementsOf(List.of(example.group(2).split(", ")));
            }
            softly.assertAll();
            assertThat(examples).isGreaterThan(FEWEST_EXAMPLES).isEqualTo(tableLines(text));
        }
    }

    /** Counts the lines of tables whose first cell is a query, so that none is skipped. */
    private static int tableLines(String text) {
        return (int) text.lines().filter(line -> line.startsWith("| `")).count();
    }

    private IndexDefinition definition(String page) throws IOException {
        Path indexes = Files.createDirectory(directory.resolve("indexes"));
        Matcher yaml = YAML.matcher(page);
        assertThat(yaml.find()).isTrue();
        Files.writeString(indexes.resolve("mail.yaml"), yaml.group(1));
        Matcher synonyms = SYNONYMS.matcher(page);
        assertThat(synonyms.find()).isTrue();
        Files.writeString(indexes.resolve("synonyms.txt"), synonyms.group(1));
        return new IndexDefinitionReader(Map.of()).readDirectory(indexes).get(0);
    }

    private static List<RowKey> fill(MemoryTable table, String page) {
        TreeSet<RowKey> rows = new TreeSet<>();
        for (Matcher row = ROW.matcher(page); row.find(); ) {
            RowKey key = RowKey.utf8(row.group(1));
            for (int i = 0; i < COLUMNS.size(); i++) {
                String text = row.group(i + 2);
                ByteArray value =
                        switch (COLUMNS.get(i)) {
                            case "size" -> bytes(Long.parseLong(text));
                            case "sent" -> bytes(Instant.parse(text).toEpochMilli());
                            default -> ByteArray.utf8(text);
                        };
                table.put(key, ColumnName.of("m", COLUMNS.get(i)), value);
            }
            rows.add(key);
        }
        return List.copyOf(rows);
    }

    private static ByteArray bytes(long value) {
        return ByteArray.wrap(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }
}
