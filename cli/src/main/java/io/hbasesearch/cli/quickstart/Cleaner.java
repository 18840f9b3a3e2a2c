/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.servers.DataDirectories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes the files that quickstarts create, and nothing else. Stateless. */
public final class Cleaner {
    private Cleaner() {}

    /** Lists the existing files to remove, in no particular order. */
    public static List<Path> list(QuickstartLayout layout) {
        return Stream.concat(layout.servers().stream(), layout.ownFiles().stream())
                .filter(Files::exists)
                .toList();
    }

    /** Returns definitions and specifications that a user has added; they are removed with the configuration. */
    public static List<Path> ofUser(QuickstartLayout layout) throws IOException {
        if (!Files.isDirectory(layout.config())) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(layout.config())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !QuickstartConfig.isWrittenHere(layout, file))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the bytes of a file or of all files below a directory. */
    public static long size(Path path) {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(Cleaner::fileSize)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    private static long fileSize(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            // Deleted in the meantime.
            return 0;
        }
    }

    /**
     * Removes the files, and stops servers that a killed instance left running. Removes the directory itself if nothing else is
     * in it.
     */
    public static void remove(QuickstartLayout layout) throws IOException {
        for (Path server : layout.servers()) {
            DataDirectories.delete(server);
        }
        for (Path own : layout.ownFiles()) {
            delete(own);
        }
        try {
            Files.deleteIfExists(layout.root());
        } catch (DirectoryNotEmptyException e) {
            // It contains files that are not ours.
        }
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
