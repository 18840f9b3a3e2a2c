/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.session;

import io.hbasesearch.cli.output.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Reads the versions that the build recorded in a resource. */
public final class Versions {
    private Versions() {}

    public static List<Map<String, @Nullable Object>> all() {
        Properties built = load();
        return List.of(
                row("hbase-search", built.getProperty("hbase-search")),
                row("HBase client", built.getProperty("hbase")),
                row("Kafka client", built.getProperty("kafka")),
                row("Elasticsearch client", built.getProperty("elasticsearch-java")),
                row("Lucene", built.getProperty("lucene")),
                row("Java", System.getProperty("java.version")));
    }

    /** Returns the version of this program. */
    public static String program() {
        return load().getProperty("hbase-search");
    }

    private static Map<String, @Nullable Object> row(String part, String version) {
        return Result.row("part", part, "version", version);
    }

    private static Properties load() {
        Properties properties = new Properties();
        try (InputStream resource = Versions.class.getResourceAsStream("/io/hbasesearch/cli/versions.properties")) {
            properties.load(resource);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
