/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The files of a quickstart's data directory; nothing else in it is touched or removed. */
public record QuickstartLayout(Path root) {
    /** The data directory next to the launcher, unless the user chooses another. */
    public static final String DEFAULT_NAME = ".quickstart";

    public QuickstartLayout {
        root = Objects.requireNonNull(root, "root").toAbsolutePath().normalize();
    }

    public Path hbase() {
        return root.resolve("hbase");
    }

    public Path kafka() {
        return root.resolve("kafka");
    }

    public Path elasticsearch() {
        return root.resolve("elasticsearch");
    }

    /** Lucene's indexes. */
    public Path index() {
        return root.resolve("index");
    }

    public Path config() {
        return root.resolve("config");
    }

    public Path configFile() {
        return config().resolve("hbase-search.yaml");
    }

    /** The settings that the quickstart writes at each start; the configuration file includes them. */
    public Path generatedConfigFile() {
        return config().resolve("quickstart.yaml");
    }

    public Path definitions() {
        return config().resolve("indexes");
    }

    public Path serviceLog() {
        return root.resolve("service.log");
    }

    /** Locked by the running instance, which writes its address into it. */
    public Path instance() {
        return root.resolve("instance.lock");
    }

    /** The progress of an earlier start. */
    public Path state() {
        return root.resolve("state.properties");
    }

    public Path diagnostics() {
        return root.resolve("diagnostics");
    }

    /** Returns the data directories of servers: they may have parts elsewhere, so {@code local-servers} removes them. */
    public List<Path> servers() {
        return List.of(elasticsearch(), kafka(), hbase());
    }

    /** Returns everything else that a quickstart creates. */
    public List<Path> ownFiles() {
        return List.of(
                index(),
                config(),
                serviceLog(),
                serviceLog().resolveSibling("service.log.1"),
                diagnostics(),
                instance(),
                // The last: an interrupted removal recognizes the directory by it.
                state());
    }

    /**
     * Returns files of other origin with a name that a quickstart would use, such as {@code hbase} or {@code config}: they must
     * be neither used nor removed. Each quickstart writes its state before any of these files.
     */
    public List<Path> foreign() {
        return Files.exists(state())
                ? List.of()
                : Stream.concat(servers().stream(), ownFiles().stream())
                        .filter(path -> !path.equals(instance()) && !path.equals(diagnostics()))
                        .filter(Files::exists)
                        .toList();
    }
}
