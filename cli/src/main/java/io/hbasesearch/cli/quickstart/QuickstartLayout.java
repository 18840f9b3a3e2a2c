/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What stands where in a quickstart's data directory; nothing else in there is touched or removed. */
public record QuickstartLayout(Path root) {
    /** The data directory beside the launcher, unless the user chooses another. */
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

    public Path definitions() {
        return config().resolve("indexes");
    }

    public Path serviceLog() {
        return root.resolve("service.log");
    }

    /** Held by the running instance, which writes into it where it can be reached. */
    public Path instance() {
        return root.resolve("instance.lock");
    }

    /** How far an earlier start came. */
    public Path state() {
        return root.resolve("state.properties");
    }

    public Path diagnostics() {
        return root.resolve("diagnostics");
    }

    /** Data directories of servers: they may have parts elsewhere, so {@code local-servers} removes them. */
    List<Path> servers() {
        return List.of(elasticsearch(), kafka(), hbase());
    }

    /** Everything else that a quickstart creates. */
    List<Path> ownFiles() {
        return List.of(
                index(),
                config(),
                serviceLog(),
                serviceLog().resolveSibling("service.log.1"),
                diagnostics(),
                instance(),
                // The last: by it a removal that was broken off knows the directory again.
                state());
    }

    /**
     * What others call as a quickstart would, such as {@code hbase} or {@code config}: it must be neither used nor removed. Each
     * quickstart writes its state before any of that.
     */
    List<Path> foreign() {
        return Files.exists(state())
                ? List.of()
                : Stream.concat(servers().stream(), ownFiles().stream())
                        .filter(path -> !path.equals(instance()) && !path.equals(diagnostics()))
                        .filter(Files::exists)
                        .toList();
    }
}
