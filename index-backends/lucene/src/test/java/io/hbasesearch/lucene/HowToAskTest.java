/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.Synonyms;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs every example of the pages that show how to ask. */
class HowToAskTest {
    private static final Pattern ROW = Pattern.compile(
            "^\\| (\\d) \\| ([^|]*) \\| ([^|]*) \\| ([^|]*) \\| (\\d+) \\| ([^|]*) \\|$", Pattern.MULTILINE);
    private static final Pattern EXAMPLE =
            Pattern.compile("^\\| `(.+?)` \\| ([0-9, ]+) \\| [^|]+ \\|$", Pattern.MULTILINE);
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SYNONYMS = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);
    private static final int FEWEST_EXAMPLES = 25;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"how-to-ask.md", "how-to-ask.zh-CN.md"})
    void everyExampleFindsItsRows(String page) throws IOException {
        String text = Files.readString(Path.of("../../docs", page));
        IndexDefinition definition = definition(text);
        Map<String, Document> rows = rows(text);
        assertThat(rows).hasSize(5);
        SoftAssertions softly = new SoftAssertions();
        int examples = 0;
        for (Matcher example = EXAMPLE.matcher(text); example.find(); examples++) {
            Query query = Synonyms.added(
                    QueryStringParser.parse(example.group(1), definition), definition, new QueryContext());
            List<String> found = rows.keySet().stream()
                    .filter(row -> new LuceneQueryMatcher()
                            .matches(query, definition, Map.of("subject", "cjk@2", "body", "cjk@2"), rows.get(row)))
                    .toList();
            softly.assertThat(found)
                    .as(example.group(1))
                    .isEqualTo(List.of(example.group(2).split(", ")));
        }
        softly.assertAll();
        assertThat(examples).isGreaterThan(FEWEST_EXAMPLES).isEqualTo(tableLines(text));
    }

    /** Counts the lines of tables whose first cell is a query, so that none is skipped. */
    private static int tableLines(String text) {
        return (int) text.lines().filter(line -> line.startsWith("| `")).count();
    }

    private IndexDefinition definition(String page) throws IOException {
        Matcher yaml = YAML.matcher(page);
        assertThat(yaml.find()).isTrue();
        Files.writeString(directory.resolve("mail.yaml"), yaml.group(1));
        Matcher synonyms = SYNONYMS.matcher(page);
        assertThat(synonyms.find()).isTrue();
        Files.writeString(directory.resolve("synonyms.txt"), synonyms.group(1));
        return new IndexDefinitionReader(Map.of()).readDirectory(directory).get(0);
    }

    private static Map<String, Document> rows(String page) {
        Map<String, Document> rows = new TreeMap<>();
        for (Matcher row = ROW.matcher(page); row.find(); ) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("subject", row.group(2));
            fields.put("body", row.group(3));
            fields.put("from", row.group(4).toLowerCase(Locale.ROOT));
            fields.put("size", Long.parseLong(row.group(5)));
            fields.put("sent", row.group(6).replace("Z", ".000Z"));
            rows.put(row.group(1), new Document(fields));
        }
        return rows;
    }
}
