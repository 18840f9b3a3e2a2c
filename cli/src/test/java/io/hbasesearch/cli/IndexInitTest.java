/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code index init} and {@code rowkey check} refuse before they ask HBase. */
class IndexInitTest {
    private static final Path SHIPPED = Path.of("..", "config").toAbsolutePath().normalize();
    private static final String MAIL = "table: mail\nfields:\n  subject: {column: 'd:subject', type: text}\n";

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

    @Test
    void aDefinitionThatIsThereIsNotOverwritten() throws IOException {
        assertThat(run.hbaseSearch("index", "init", "Mail", "--config", service.toString()))
                .isEqualTo(1);
        assertThat(run.err()).contains("already exists", "--force", "--name INDEX");
        assertThat(Files.readString(definition)).isEqualTo(MAIL);
    }

    @Test
    void anIndexThatAnotherFileDefinesIsNotDefinedTwice() throws IOException {
        Files.writeString(definition.resolveSibling("other.yaml"), "index: letters\n" + MAIL);
        assertThat(run.hbaseSearch("index", "init", "letters", "--force", "--config", service.toString()))
                .isEqualTo(1);
        assertThat(run.err()).contains("another file defines index letters");
    }

    @Test
    void aNameThatNoIndexCanHaveIsAUsageError() {
        assertThat(run.hbaseSearch("index", "init", "mail", "--name", "1st", "--config", service.toString()))
                .isEqualTo(2);
        assertThat(run.err()).contains("--name must be 1 to 100 lower-case letters");
    }

    @Test
    void aKeyCheckNeedsASpecification() {
        assertThat(run.hbaseSearch("rowkey", "check", "mail", "--config", service.toString()))
                .isEqualTo(2);
        assertThat(run.err()).contains("has no row-key specification", "rowkey check FILE --table default:mail");
        assertThat(run.hbaseSearch("rowkey", "check", "mail", "--rows", "0", "--config", service.toString()))
                .isEqualTo(2);
        assertThat(run.err()).contains("--rows must be from 1 to 1000000");
    }
}
