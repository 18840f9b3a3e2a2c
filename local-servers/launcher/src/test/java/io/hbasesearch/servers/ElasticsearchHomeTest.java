/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What root's files need before {@code nobody} can use them; for every other user they are used where they are. */
class ElasticsearchHomeTest {
    /** Nobody but its owner can traverse it. */
    @TempDir
    Path directory;

    private Path dataDirectory;
    private Path distribution;

    @BeforeEach
    void unpack() throws IOException {
        dataDirectory = Files.createDirectory(directory.resolve("data"));
        distribution = directory.resolve("elasticsearch-0");
        Path launcher = Files.createDirectories(distribution.resolve("bin")).resolve("elasticsearch");
        Files.createFile(launcher);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void homeUnreachableForTheServerUserIsMovedAndDeletedWithData() throws Exception {
        assumeThat(ServerUser.forServer().commandPrefix()).as("run as root").isNotEmpty();

        ElasticsearchHome home = ElasticsearchHome.prepare(dataDirectory, distribution);

        assertThat(home.user().canExecute(home.distribution().resolve("bin/elasticsearch")))
                .isTrue();
        assertThat(home.user().canTraverse(home.data())).isTrue();
        assertThat(Files.getOwner(home.data()).getName()).isEqualTo("nobody");
        assertThat(ElasticsearchHome.prepare(dataDirectory, distribution))
                .as("the next start")
                .isEqualTo(home);

        DataDirectories.delete(dataDirectory);
        assertThat(home.directory()).doesNotExist();
        assertThat(dataDirectory).doesNotExist();
    }

    @Test
    void whatIsInReachStaysWhereItIs() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));

        ElasticsearchHome home = ElasticsearchHome.prepare(dataDirectory, distribution);

        assertThat(home.directory()).isEqualTo(dataDirectory.resolve("home"));
        assertThat(home.distribution()).isEqualTo(distribution);
    }
}
