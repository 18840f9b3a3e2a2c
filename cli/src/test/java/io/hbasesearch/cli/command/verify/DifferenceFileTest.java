/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.verify.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DifferenceFileTest {
    private static final RowKey ROW = RowKey.utf8("row7");
    private static final Difference MISSING =
            new Difference(Difference.Kind.MISSING, DocumentId.of(ROW), Optional.of(ROW), "its document is not there");

    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("differences.ndjson");
    }

    @Test
    void aDifferenceIsInTheFileAsSoonAsItIsFound() throws IOException {
        try (DifferenceFile file = new DifferenceFile(path, false)) {
            file.difference(MISSING, true);
            assertThat(path)
                    .content()
                    .isEqualTo("{\"type\":\"difference\",\"kind\":\"missing\",\"row\":\"row7\",\"key\":\"cm93Nw\","
                            + "\"document\":\"" + DocumentId.of(ROW).value()
                            + "\",\"detail\":\"its document is not there\",\"confirmed\":true}\n");
        }
    }

    @Test
    void aRunThatGoesOnWritesBehindWhatTheFirstFound() throws IOException {
        try (DifferenceFile first = new DifferenceFile(path, false)) {
            first.difference(MISSING, true);
            first.end(Reports.of(1, 0, 0), Optional.of(ErrorCode.SERVER_UNREACHABLE));
        }
        try (DifferenceFile second = new DifferenceFile(path, true)) {
            second.end(Reports.of(0, 0, 0), Optional.empty());
        }
        assertThat(Files.readAllLines(path))
                .hasSize(3)
                .satisfies(lines -> assertThat(lines.get(1))
                        .contains("\"type\":\"end\"", "\"complete\":false,\"failure\":\"SERVER_UNREACHABLE\""))
                .satisfies(lines -> assertThat(lines.get(2)).contains("\"type\":\"end\"", "\"complete\":true"));
        try (DifferenceFile anew = new DifferenceFile(path, false)) {
            assertThat(path).isEmptyFile();
            anew.end(Reports.of(0, 0, 0), Optional.empty());
        }
        assertThat(Files.readAllLines(path)).hasSize(1);
    }

    @Test
    @SuppressWarnings("resource") // closing it fails for the same reason
    void aFullDiskIsNamedWithTheFile() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        DifferenceFile file = new DifferenceFile(full, true);
        assertThatThrownBy(() -> file.difference(MISSING, true))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("/dev/full")
                .hasMessageContaining("No space left");
    }
}
