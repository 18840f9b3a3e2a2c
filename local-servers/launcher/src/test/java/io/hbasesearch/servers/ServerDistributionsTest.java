/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerDistributionsTest {
    @TempDir
    Path directory;

    @Test
    void whatWasNotFetchedIsNamedWithTheCommandThatFetchesIt() {
        ServerDistributions distributions = new ServerDistributions(directory);

        assertThatThrownBy(() -> distributions.classpath("kafka"))
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("kafka.classpath is missing")
                .hasMessageContaining("./mvnw -pl local-servers/kafka package");
        assertThatThrownBy(distributions::elasticsearch)
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("./mvnw -pl local-servers/elasticsearch package");
    }

    @Test
    void aJarThatLeftTheRepositoryIsNamed() throws Exception {
        Path jar = Files.createFile(directory.resolve("a.jar"));
        Path gone = directory.resolve("b.jar");
        Files.writeString(directory.resolve("hbase-2.6.classpath"), jar + File.pathSeparator + gone + "\n");
        ServerDistributions distributions = new ServerDistributions(directory);

        assertThatThrownBy(() -> distributions.classpath("hbase-2.6")).hasMessageContaining(gone + " is missing");

        Files.createFile(gone);
        assertThat(distributions.classpath("hbase-2.6")).containsExactly(jar, gone);
    }
}
