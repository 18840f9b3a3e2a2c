/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Servers;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The lib directory of one RegionServer, as far as the endpoint is concerned: what it loads when it starts. */
record EndpointJars(Path directory) {
    private static final String PREFIX = "hbase-search-replication-sink-";
    private static final Path MANIFEST = Path.of("META-INF", "MANIFEST.MF");

    static EndpointJars in(Path directory) throws IOException {
        return new EndpointJars(Files.createDirectories(directory));
    }

    /** For the class path of a process. */
    Path all() {
        return directory.resolve("*");
    }

    /** The jar as it is shipped, in place of what is there. */
    void current() throws IOException {
        clear();
        add(Servers.endpointJar().getFileName().toString());
    }

    /** The shipped jar under another version, which its name and its manifest tell, in place of what is there. */
    void version(String version) throws IOException {
        clear();
        Path copy = add(PREFIX + version + ".jar");
        try (FileSystem jar = FileSystems.newFileSystem(copy)) {
            Path manifest = jar.getPath(MANIFEST.toString());
            String text = Files.readString(manifest, UTF_8);
            assertThat(text).contains("Implementation-Version: ");
            Files.writeString(
                    manifest, text.replaceFirst("Implementation-Version: \\S+", "Implementation-Version: " + version));
        }
    }

    private Path add(String name) throws IOException {
        return Files.copy(Servers.endpointJar(), directory.resolve(name));
    }

    private void clear() throws IOException {
        try (Stream<Path> jars = Files.list(directory)) {
            for (Path jar : jars.toList()) {
                Files.delete(jar);
            }
        }
    }
}
