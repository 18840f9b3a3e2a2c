/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver refuses before it asks any server. */
class ReindexToolTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void configure() throws Exception {
        Files.writeString(
                directory.resolve("hbase-search.yaml"),
                """
                hbase: {zookeeper: "127.0.0.1:1"}
                kafka: {bootstrapServers: "127.0.0.1:1"}
                index: {backend: lucene, lucene: {directory: lucene}}
                definitions: indexes
                """);
        Files.createDirectories(directory.resolve("indexes"));
        Files.writeString(
                directory.resolve("indexes").resolve("words.yaml"),
                """
                table: words
                rowKey: {format: text}
                fields:
                  text: {column: "d:text", type: text}
                """);
    }

    private int run(String... arguments) throws Exception {
        ReindexTool tool = new ReindexTool(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        tool.setConf(new Configuration(false));
        return tool.run(arguments);
    }

    private String config() {
        return directory.resolve("hbase-search.yaml").toString();
    }

    @Test
    void anEmbeddedIndexHasOneWriterAndIsRefused() throws Exception {
        assertThat(run("--config", config(), "words")).isEqualTo(ErrorCode.USAGE.exitCode());
        assertThat(err.toString(UTF_8)).contains("embedded index", "Hint: Leave out --engine mapreduce");
        assertThat(out.toString(UTF_8)).contains("\"code\":\"USAGE\"");
    }

    @Test
    void anIndexThatNoFileDefinesIsNotFound() throws Exception {
        assertThat(run("--config", config(), "others")).isEqualTo(ErrorCode.NOT_FOUND.exitCode());
        assertThat(err.toString(UTF_8)).contains("others");
    }

    @Test
    void whatNobodyExpectedIsToldInALineAndNotAsATrace() {
        ReindexTool tool = new ReindexTool(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        assertThat(tool.unexpected(new IllegalStateException("a gap"))).isEqualTo(ErrorCode.INTERNAL.exitCode());
        assertThat(err.toString(UTF_8))
                .contains("error[INTERNAL]: unexpected java.lang.IllegalStateException: a gap")
                .doesNotContain("\tat ");
        assertThat(out.toString(UTF_8)).contains("\"code\":\"INTERNAL\"");
    }

    @Test
    void whatIsWrittenWrongIsShownWithTheUsage() throws Exception {
        assertThat(run("--config", config(), "--snapshot", "--since", "5", "words"))
                .isEqualTo(ErrorCode.USAGE.exitCode());
        assertThat(err.toString(UTF_8)).contains("a snapshot is read whole", "Usage: yarn jar");
    }
}
