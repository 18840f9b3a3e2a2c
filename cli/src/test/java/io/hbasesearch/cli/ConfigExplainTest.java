/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigExplainTest {
    private static final Path SHIPPED = Path.of("..", "config").toAbsolutePath().normalize();

    private static final String MAIL =
            """
            table: ns:mail
            rowKey:
              spec: {parts: {user: {width: 4}, number: {type: u32}}}
            fields:
              subject: {column: 'd:subject', type: text, analyzer: cjk}
              size:    {column: 'd:size', type: long}
              all:     {from: [subject], type: text}
            """;

    @TempDir
    Path temp;

    private final Run run = new Run();
    private Path service;
    private Path definition;

    @BeforeEach
    void write() throws IOException {
        service = temp.resolve("hbase-search.yaml");
        Files.copy(SHIPPED.resolve("hbase-search.yaml"), service);
        definition = Files.createDirectories(temp.resolve("indexes")).resolve("mail.yaml");
        Files.writeString(definition, MAIL);
    }

    private Path old(String text) throws IOException {
        Path directory = Files.createDirectories(temp.resolve("old").resolve("indexes"));
        return Files.writeString(directory.resolve("mail.yaml"), text);
    }

    @Test
    void explainSaysWhereFieldsComeFromAndWhatIsLeftToDefaults() {
        assertThat(run.hbaseSearch("config", "explain", "mail", "--config", service.toString(), "-o", "json"))
                .as(run.err())
                .isZero();
        assertThat(run.out())
                .contains(
                        "\"topic\":\"hbase-search.ns.mail\"",
                        "\"reads\":[\"d:size\",\"d:subject\"]",
                        "\"key_parts\":{\"key\":\"user of 4 bytes, number of 4 bytes\"}",
                        "\"from\":\"part user of the row key\"",
                        "\"from\":\"column d:subject\"",
                        "\"from\":\"fields subject joined\"",
                        "\"analyzers\":\"[\\\"cjk\\\"]\"",
                        "\"defaults\":{\"encoding\":\"bytesLong\"");
    }

    @Test
    void explainShowsWhatHoldsBesideFields() throws IOException {
        Files.writeString(
                definition,
                MAIL
                        + """
                        where: {'d:kind': {schema: event, path: $.kind, equals: a}}
                        schemas:
                          event: {avro: '{"type":"record","name":"E","fields":[{"name":"kind","type":"string"}]}'}
                        elasticsearch: {shards: 3, routing: user}
                        """);
        assertThat(run.hbaseSearch("config", "explain", "mail", "--config", service.toString(), "-o", "json"))
                .as(run.err())
                .isZero();
        assertThat(run.out())
                .contains(
                        "\"routing\":\"by part user\"",
                        "\"where\":\"{\\\"d:kind\\\": {",
                        "\"elasticsearch\":\"{\\\"shards\\\": 3",
                        "avro, framing none");
    }

    @Test
    void patternsAreExplainedCheckedAndComparedWithoutAServer() throws IOException {
        String years = MAIL.replace("table: ns:mail", "index: 'mail-{table}'\ntables: ['ns:y*', 'ns:/z[0-9]/']");
        Files.writeString(definition, years);
        assertThat(run.hbaseSearch("config", "explain", "mail-{table}", "--config", service.toString(), "-o", "json"))
                .as(run.err())
                .isZero();
        assertThat(run.out())
                .contains("\"table\":\"each that matches ns:y*, ns:/z[0-9]/, at most 100\"", "column d:subject");

        assertThat(run.hbaseSearch("config", "check", "--config", service.toString(), "-o", "json"))
                .as(run.err())
                .isZero();
        assertThat(run.out()).contains("\"index\":\"mail-{table}\",\"table\":\"ns:y*, ns:/z[0-9]/\"");

        Path before = old(years.replace("type: long", "type: long, encoding: utf8"));
        assertThat(run.hbaseSearch("config", "diff", before.toString(), "--config", service.toString(), "-o", "ndjson"))
                .isEqualTo(4);
        assertThat(run.out()).contains("mail-{table}", "fields.size.encoding");
    }

    @Test
    void explainNamesWhatThereIsIfThereIsNoSuchDefinition() {
        assertThat(run.hbaseSearch("config", "explain", "male", "--config", service.toString()))
                .isNotZero();
        assertThat(run.err()).contains("no definition of index 'male'", "mail");
    }

    @Test
    void diffSaysOfEachChangeWhatItTakes() throws IOException {
        Path before = old(MAIL.replace("type: long", "type: long, encoding: utf8")
                .replace("from: [subject], type: text", "from: [subject], type: text, default: false"));

        assertThat(run.hbaseSearch("config", "diff", before.toString(), "--config", service.toString(), "-o", "ndjson"))
                .isEqualTo(4);
        assertThat(run.out().lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("fields.size.encoding") && line.contains("reindex --rebuild"))
                .anyMatch(line -> line.contains("fields.all.default") && line.contains("\"takes\":\"nothing\""));
    }

    @Test
    void diffOfTwoDirectoriesNeedsNoConfiguration() throws IOException {
        Path before = old(MAIL.replace("type: text}", "type: text, default: false}"));
        Files.writeString(before.resolveSibling("gone.yaml"), MAIL);

        assertThat(run.hbaseSearch(
                        "config",
                        "diff",
                        before.getParent().toString(),
                        definition.getParent().toString()))
                .as(run.err())
                .isZero();
        assertThat(run.out()).contains("fields.all.default", "gone", "index delete");
        assertThat(run.err()).contains("Hint: Running processes apply these changes");
    }

    @Test
    void theSameDefinitionsDoNotDiffer() throws IOException {
        assertThat(run.hbaseSearch("config", "diff", old("# a comment\n" + MAIL).toString(), definition.toString()))
                .isZero();
        assertThat(run.err()).contains("Nothing differs.");
    }
}
