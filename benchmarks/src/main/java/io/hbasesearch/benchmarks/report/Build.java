/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What was measured. Immutable.
 *
 * @param commit with {@code + changes} behind it if the work tree had some; {@code unknown} outside a repository
 * @param versions of this project and of the servers
 */
public record Build(String commit, Map<String, String> versions) {
    private static final String VERSIONS = "versions.properties";

    public Build {
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    }

    /** @param repository its root */
    public static Build of(Path repository) throws InterruptedException {
        return new Build(commit(repository), readVersions());
    }

    private static Map<String, String> readVersions() {
        Properties properties = new Properties();
        try (InputStream file = Objects.requireNonNull(Build.class.getResourceAsStream(VERSIONS), VERSIONS)) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> versions = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> versions.put(name, properties.getProperty(name)));
        return versions;
    }

    private static String commit(Path repository) throws InterruptedException {
        try {
            String head = git(repository, "rev-parse", "--short=12", "HEAD");
            // Earlier reports change whenever something is measured.
            String changes = git(repository, "status", "--porcelain", "--", ":(exclude)benchmarks/reports");
            return changes.isEmpty() ? head : head + " + changes";
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String git(Path repository, String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("git", "-C", repository.toString()));
        line.addAll(List.of(arguments));
        Process git = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
        if (git.waitFor() != 0) {
            throw new IOException("git " + arguments[0] + " failed");
        }
        return output;
    }
}
