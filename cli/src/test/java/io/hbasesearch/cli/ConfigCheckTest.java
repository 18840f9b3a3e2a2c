/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCheckTest {
    private static final Path SHIPPED = Path.of("..", "config").toAbsolutePath().normalize();

    /** A mistake on each line but those of {@code rowKey} and {@code fields}. */
    private static final String TEN_MISTAKES =
            """
            tabel: mail
            rowKey:
              format: txt
              spec: mailbox
            fields:
              subject: {column: subject, type: text}
              body: {colum: 'd:body', type: text}
              size: {column: 'd:size', type: integer}
              sent: {column: 'd:sent', type: date, pattern: yyyyMMdd, zone: Vienna}
              sender: {column: 'd:from', type: keyword, analyzer: standard}
              flags: {column: 'd:flags', type: long, encoding: utf9}
              all: {from: [subjekt], type: text}
            """;

    /** By line: what the report must say there. */
    private static final Map<Integer, String> RIGHT = Map.of(
            1, "did you mean table?",
            3, "must be one of text, binary",
            4, "did you mean mail-box?",
            6, "must be a column, as family:qualifier",
            7, "did you mean column?",
            8, "must be one of text, keyword, boolean, int,",
            9, "must be a time zone, such as Europe/Vienna or +08:00",
            10, "has a meaning only for type text",
            11, "must be one of utf8, bytesShort,",
            12, "did you mean subject?");

    @TempDir
    Path temp;

    private final Run run = new Run();
    private Path service;
    private Path definition;

    @BeforeEach
    void copyWhatIsShipped() throws IOException {
        service = temp.resolve("hbase-search.yaml");
        Files.copy(SHIPPED.resolve("hbase-search.yaml"), service);
        definition = Files.createDirectories(temp.resolve("indexes")).resolve("mail.yaml");
        Files.copy(SHIPPED.resolve("indexes").resolve("mail.yaml"), definition);
        Path specs = Files.createDirectories(temp.resolve("rowkeys"));
        Files.copy(SHIPPED.resolve("rowkeys").resolve("mail-box.yaml"), specs.resolve("mail-box.yaml"));
    }

    private int check(String... more) {
        String[] arguments = new String[4 + more.length];
        System.arraycopy(new String[] {"config", "check", "--config", service.toString()}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return run.hbaseSearch(arguments);
    }

    @Test
    void aSoundConfigurationIsSaidToBeSo() {
        assertThat(check()).as(run.err()).isZero();
        assertThat(run.out()).contains("INDEX", "mail");
        assertThat(run.err()).contains("Hint: No problems", "index create");
    }

    @Test
    void tenMistakesAreAllReportedWithTheirLinesAndWhatWouldBeRight() throws IOException {
        Files.writeString(definition, TEN_MISTAKES);

        assertThat(check()).isEqualTo(10);
        RIGHT.forEach((line, right) -> assertThat(linesOf(definition, line))
                .as("line %d of the file", line)
                .anyMatch(reported -> reported.contains(right)));
        assertThat(run.out().lines())
                .as("nothing is wrong with other lines")
                .allMatch(reported ->
                        RIGHT.keySet().stream().anyMatch(line -> reported.startsWith(definition + ":" + line + ":")));
        assertThat(run.err()).startsWith("error[CONFIGURATION_INVALID]: the configuration has ");
    }

    private List<String> linesOf(Path file, int line) {
        return run.out()
                .lines()
                .filter(reported -> reported.startsWith(file + ":" + line + ":"))
                .toList();
    }

    /** Else nothing would be wrong until the index is made. */
    @Test
    void whatTheBackendDoesNotHaveIsReportedWithItsLine() throws IOException {
        Files.writeString(
                definition,
                """
                table: mail
                fields:
                  subject: {column: 'd:subject', type: text, analyzer: cjkk}
                  body: {column: 'd:body', type: text, analyzers: [ik_smart, cjk]}
                elasticsearch: {shards: 3}
                """);

        assertThat(check()).isEqualTo(10);
        assertThat(linesOf(definition, 3)).singleElement().asString().contains("cjkk is none", "did you mean cjk?");
        assertThat(linesOf(definition, 5)).singleElement().asString().contains("index.backend: elasticsearch");
        assertThat(run.out().lines()).hasSize(2);

        Files.writeString(
                service, Files.readString(service).replace("${HBASE_SEARCH_BACKEND:-lucene}", "elasticsearch"));
        assertThat(new Run().hbaseSearch("config", "check", "--config", service.toString()))
                .as("only the server knows its analyzers")
                .isZero();
    }

    @Test
    void mistakesOfAllFilesAreReportedAtOnce() throws IOException {
        Files.writeString(service, Files.readString(service) + "\nhbaze: {}\n");
        Files.writeString(definition, "table: t\nfields: {}\n");
        Path unused = Files.writeString(temp.resolve("rowkeys").resolve("unused.yaml"), "parts:\n  a: {type: utf}\n");

        assertThat(check("-o", "ndjson")).isEqualTo(10);
        assertThat(run.out().lines()).hasSize(3).allMatch(line -> line.startsWith("{\"file\":"));
        assertThat(run.out())
                .contains(
                        "did you mean hbase?",
                        "has no fields",
                        unused + "\",\"line\":2,",
                        "\"problem\":\"parts.a.type");
        assertThat(run.err()).contains("\"type\":\"exit_error\",\"code\":10");
    }

    @Test
    void otherCommandsReportAllFilesButNotUnneededSpecifications() throws IOException {
        Files.writeString(service, Files.readString(service) + "\nhbaze: {}\n");
        Files.writeString(definition, "table: t\nfields: {}\n");
        Files.writeString(temp.resolve("rowkeys").resolve("unused.yaml"), "parts: none\n");

        assertThat(run.hbaseSearch("index", "list", "--config", service.toString()))
                .isEqualTo(10);
        assertThat(run.err()).contains("2 problems", "did you mean hbase?", "has no fields");
    }
}
