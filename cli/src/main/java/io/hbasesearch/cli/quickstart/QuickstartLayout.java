/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
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
     * Whether something is in there that no quickstart has left: each writes its state before anything but its lock. What others
     * call {@code hbase} or {@code config} must be neither used nor removed.
     *
     * @throws UncheckedIOException if the directory cannot be read
     */
    boolean isForeign() {
        if (!Files.isDirectory(root) || Files.exists(state())) {
            return false;
        }
        try (Stream<Path> entries = Files.list(root)) {
            return entries.anyMatch(entry -> !entry.equals(instance()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
