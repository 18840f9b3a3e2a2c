/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncludedConfigTest {
    private static final String BASE =
            """
            hbase: {zookeeper: here, properties: {a: 1, b: 2}}
            kafka:
              bootstrapServers: broker:9092
            gateway:
              port: 81
              maxHits: 50
            """;

    @TempDir
    Path directory;

    private final ServiceConfigReader reader = new ServiceConfigReader(Map.of());

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void aSettingOfTheFileItselfGoesBeforeThatOfTheIncludedOne() throws IOException {
        file("base.yaml", BASE);
        ServiceConfig read = reader.read(
                file("own.yaml", "include: base.yaml\nkafka:\nhbase: {properties: {b: 3}}\ngateway: {maxHits: 60}\n"));

        assertThat(read.hbase().zookeeper()).startsWith("here");
        assertThat(read.hbase().properties()).isEqualTo(Map.of("a", "1", "b", "3"));
        assertThat(read.kafka().bootstrapServers()).isEqualTo("broker:9092");
        assertThat(read.gateway().port()).isEqualTo(81);
        assertThat(read.gateway().maxHits()).isEqualTo(60);
        assertThat(read.definitions()).isEqualTo(directory.resolve("indexes"));
    }

    @Test
    void aProblemNamesTheFileThatHasIt() throws IOException {
        file("base.yaml", BASE.replace("port: 81", "port: many"));
        Path own = file("own.yaml", "include: base.yaml\ngateway: {maxHit: 60}\n");

        assertThatThrownBy(() -> reader.read(own))
                .hasMessageContaining("base.yaml:5:9")
                .hasMessageContaining("own.yaml:2:11")
                .hasMessageContaining("did you mean maxHits?");
    }

    @ParameterizedTest
    @CsvSource({"none.yaml, no such file as none.yaml", "../base.yaml, same directory", "own.yaml, another file"})
    void whatCannotBeIncludedIsNamed(String included, String problem) throws IOException {
        Path own = file("own.yaml", BASE + "include: " + included + "\n");

        assertThatThrownBy(() -> reader.read(own)).hasMessageContaining(problem).hasMessageContaining("own.yaml:7:10");
    }

    @Test
    void anIncludedFileIncludesNoOther() throws IOException {
        file("third.yaml", "");
        file("base.yaml", BASE + "include: third.yaml\n");
        Path own = file("own.yaml", "include: base.yaml\n");

        assertThatThrownBy(() -> reader.read(own)).hasMessageContaining("base.yaml:7:1");
    }

    @Test
    void aSecretIsExposedByTheFileThatHasIt() throws IOException {
        Path base = file("base.yaml", BASE);
        Path own = file("own.yaml", "include: base.yaml\nkafka: {properties: {ssl.key.password: secret}}\n");
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(reader.exposedSecrets(own)).isEmpty();

        Files.writeString(base, BASE.replace("broker:9092", "broker:9092\n  properties: {ssl.key.password: secret}"));
        assertThat(reader.exposedSecrets(own)).hasValueSatisfying(problem -> assertThat(problem)
                .startsWith(base + " has secrets (kafka.properties.ssl.key.password)"));
    }
}
