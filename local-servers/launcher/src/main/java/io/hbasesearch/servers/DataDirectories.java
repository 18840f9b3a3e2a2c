/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removal of what servers leave on disk. Stateless. */
public final class DataDirectories {
    private DataDirectories() {}

    /**
     * Stops what still runs on the data directory of a server and deletes it, together with what the server had to keep
     * elsewhere. Does nothing when it does not exist.
     *
     * @throws ServerStartException when the server on it belongs to another process that lives
     */
    public static void delete(Path dataDirectory) throws IOException {
        LeftoverProcesses.reclaim(dataDirectory, Duration.ofSeconds(10));
        Path elsewhere = ElasticsearchHome.relocated(dataDirectory);
        if (elsewhere != null) {
            deleteTree(elsewhere);
        }
        deleteTree(dataDirectory);
    }

    /** Deletes a file or a directory with all it holds; symbolic links themselves, never what they point to. */
    static void deleteTree(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            // Gone already.
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
