/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The directory {@code .servers} that the Maven modules beside this one fill: for HBase and Kafka a file that lists the jars
 * in the local Maven repository, for Elasticsearch the unpacked server. Immutable; reads files on each call.
 *
 * @param directory the directory, absolute
 */
public record ServerDistributions(Path directory) {
    /** Names the directory for tests; the build sets it. */
    public static final String DIRECTORY_PROPERTY = "hbasesearch.servers.directory";

    /** With this before the name of a server, names the distribution that is started where a test does not choose one. */
    private static final String GIVEN_PREFIX = "hbasesearch.servers.";

    public ServerDistributions {
        directory =
                Objects.requireNonNull(directory, "directory").toAbsolutePath().normalize();
    }

    /**
     * The directory that the system property {@value #DIRECTORY_PROPERTY} names.
     *
     * @throws ServerStartException when the property is not set
     */
    public static ServerDistributions fromSystemProperty() {
        String directory = System.getProperty(DIRECTORY_PROPERTY);
        if (directory == null) {
            throw new ServerStartException("It is not known where the servers' files are: set the system property "
                    + DIRECTORY_PROPERTY + " to the directory .servers of the repository.");
        }
        return new ServerDistributions(Path.of(directory));
    }

    /**
     * What is started of a server: any test can be run on another version.
     *
     * @param server {@code hbase}, {@code kafka}, {@code elasticsearch}, or {@code elasticsearch.java} for the Java that runs it
     * @param standard unless the build says otherwise
     */
    static String given(String server, String standard) {
        String named = System.getProperty(GIVEN_PREFIX + server, "");
        return named.isEmpty() ? standard : named;
    }

    /**
     * The jars of a server.
     *
     * @param server {@code hbase-2.6}, {@code hbase-2.5}, {@code hbase-2.4}, {@code kafka} or {@code kafka-3.9}
     * @throws ServerStartException when the list or one of its jars is missing
     */
    List<Path> classpath(String server) {
        Path file = directory.resolve(server + ".classpath");
        List<Path> jars = Arrays.stream(read(file, server).trim().split(File.pathSeparator))
                .map(Path::of)
                .toList();
        for (Path jar : jars) {
            if (!Files.exists(jar)) {
                throw missing(server, jar);
            }
        }
        return jars;
    }

    /**
     * The unpacked Elasticsearch server.
     *
     * @throws ServerStartException when there is none
     */
    Path elasticsearch() {
        String line = given("elasticsearch", "elasticsearch-8");
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(line + "."))
                    .filter(entry -> Files.isExecutable(entry.resolve("bin/elasticsearch")))
                    .max(Path::compareTo)
                    .orElseThrow(() -> missing("elasticsearch", directory.resolve("elasticsearch-*")));
        } catch (IOException e) {
            throw missing("elasticsearch", directory);
        }
    }

    private static String read(Path file, String server) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw missing(server, file);
        } catch (IOException e) {
            throw new ServerStartException("Cannot read " + file + ": " + e, e);
        }
    }

    private static ServerStartException missing(String server, Path path) {
        return new ServerStartException(
                "%s is missing. Fetch it with: ./mvnw -pl local-servers/%s package".formatted(path, server));
    }
}
