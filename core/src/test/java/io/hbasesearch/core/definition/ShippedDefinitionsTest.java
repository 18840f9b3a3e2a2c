/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.schema.Descriptors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShippedDefinitionsTest {
    private static final Path CONFIG = Path.of("..", "config");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(table: .*?)```", Pattern.DOTALL);

    private static List<IndexDefinition> shipped() {
        return new IndexDefinitionReader(Map.of()).readDirectory(CONFIG.resolve("indexes"));
    }

    @Test
    void theDefinitionsInConfigAreRight() {
        assertThat(shipped())
                .extracting(definition -> definition.name() + " of " + definition.table())
                .contains("mail of default:mail", "wordnet of default:wordnet");
    }

    /** Hashes of the first version: with others, every index would have to be made anew because of an upgrade. */
    @Test
    void whatTheFirstDefinitionsSaidHasTheHashThatItHad(@TempDir Path directory) throws IOException {
        assertThat(shipped())
                .extracting(definition -> definition.name() + " " + definition.hash())
                .contains("mail 46b9cddbc5972240dffe4d5e459bcc1f2d4c467ecc983322be5d9e9bb4c32e78");
        Path wordnet = Files.writeString(
                directory.resolve("wordnet.yaml"),
                """
                table: default:wordnet
                rowKey: {format: text, field: synset}
                fields:
                  words:  {column: "d:words", type: text, analyzers: [standard]}
                  gloss:  {column: "d:gloss", type: text, analyzers: [standard]}
                  pos:    {column: "d:pos", type: keyword}
                  domain: {column: "d:domain", type: keyword}
                """);
        assertThat(new IndexDefinitionReader(Map.of()).readFile(wordnet).hash())
                .isEqualTo("cb2a782dd7f0eea6b797aacf319857fa0224f28915091a0f175f100b10841c80");
        Path file = Files.writeString(
                directory.resolve("t.yaml"),
                """
                table: t
                rowKey: {format: binary}
                fields:
                  a: {column: "d:a", type: date, encoding: utf8, pattern: "yyyy-MM-dd HH:mm", zone: Asia/Shanghai}
                  b: {column: "d:b", type: date, encoding: utf8}
                  c: {column: "d:c", type: double, encoding: bytesBigDecimal}
                  e: {column: "d:e", type: json}
                  f: {column: "d:f", type: keyword, encoding: bytesBigDecimal}
                """);
        // Until numbers in JSON had one form it was 8577d7e4...: indexes with a JSON field of before then are built
        // anew.
        assertThat(new IndexDefinitionReader(Map.of()).readFile(file).hash())
                .isEqualTo("77c48f80b99317053cc2aacdb574e415eb6cff8877d63a8019eb302dccafe901");
    }

    /** What the example of cells in Avro and Protocol Buffers names. */
    private static void writeSchemas(Path directory) throws IOException {
        Files.writeString(
                directory.resolve("order.avsc"),
                """
                {"type": "record", "name": "Order", "fields": [
                  {"name": "customer", "type": {"type": "record", "name": "Customer", "fields": [
                    {"name": "name", "type": "string"}]}},
                  {"name": "ordered_at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                  {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
                    {"name": "price", "type": "double"}]}}}
                ]}
                """);
        Files.write(directory.resolve("payment.desc"), Descriptors.ofText("shop.v1", "Payment"));
    }

    @Test
    void theExamplesOfTheReadmeAreRight(@TempDir Path directory) throws IOException {
        Files.createDirectories(directory.resolve("indexes"));
        Files.createDirectories(directory.resolve("rowkeys"));
        Files.copy(CONFIG.resolve("rowkeys/mail-box.yaml"), directory.resolve("rowkeys/mail-box.yaml"));
        writeSchemas(Files.createDirectories(directory.resolve("indexes/schemas")));
        List<String> examples = EXAMPLE.matcher(Files.readString(CONFIG.resolve("README.md"))
                        + Files.readString(CONFIG.resolve("../README.md")))
                .results()
                .map((MatchResult example) -> example.group(1))
                .toList();
        assertThat(examples).hasSizeGreaterThan(1);
        for (String example : examples) {
            Path file = Files.writeString(directory.resolve("indexes/example.yaml"), example);
            assertThat(new IndexDefinitionReader(Map.of()).readFile(file).fields())
                    .hasSizeGreaterThan(3);
        }
    }
}
