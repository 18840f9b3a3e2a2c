/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** The file that a server's output goes to. Holds no open file; the process writes, this class reads. */
final class ServerLog {
    private final Path file;

    ServerLog(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** Puts the output of the start before aside, so that nothing in the file is older than this start. */
    void startAnew() throws IOException {
        if (Files.exists(file)) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.createFile(file);
    }

    boolean contains(String text) {
        try (Stream<String> lines = lines()) {
            return lines.anyMatch(line -> line.contains(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last lines; why they cannot be read, if so. */
    List<String> tail(int count) {
        try (Stream<String> lines = lines()) {
            List<String> all = lines.toList();
            return all.subList(Math.max(0, all.size() - count), all.size());
        } catch (IOException | UncheckedIOException e) {
            return List.of("(unreadable: " + e + ")");
        }
    }

    // Latin-1 reads whatever bytes a server prints.
    private Stream<String> lines() throws IOException {
        return Files.lines(file, StandardCharsets.ISO_8859_1);
    }
}
