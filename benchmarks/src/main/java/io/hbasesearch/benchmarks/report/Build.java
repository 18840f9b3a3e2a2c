/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What was measured, as it was when it was built: the work tree may be another one by the end of a measurement. Immutable.
 *
 * @param commit with {@code + changes} behind it if the work tree had some; {@code unknown} if it was not built in a repository
 * @param versions of this project and of the servers
 */
public record Build(String commit, Map<String, String> versions) {
    private static final String VERSIONS = "versions.properties";
    private static final String COMMIT = "commit.properties";
    private static final String UNKNOWN = "unknown";
    private static final String CHANGES = " + changes";

    public Build {
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    }

    /** As the build has left it in the class path. */
    public static Build ofThis() {
        Properties properties = read(VERSIONS);
        Map<String, String> versions = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> versions.put(name, properties.getProperty(name)));
        return new Build(commit(read(COMMIT)), versions);
    }

    /** @param properties none if something other than Maven has compiled this */
    static String commit(Properties properties) {
        String commit = properties.getProperty("commit", UNKNOWN);
        boolean changes = !commit.equals(UNKNOWN) && Boolean.parseBoolean(properties.getProperty("changes"));
        return changes ? commit + CHANGES : commit;
    }

    private static Properties read(String name) {
        Properties properties = new Properties();
        try (InputStream file = Build.class.getResourceAsStream(name)) {
            if (file != null) {
                properties.load(file);
            }
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether anybody can build the same again. */
    public boolean isRepeatable() {
        return !commit.equals(UNKNOWN) && !commit.endsWith(CHANGES);
    }
}
