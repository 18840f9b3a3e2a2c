/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Files that a configuration names, relative to its own directory. Immutable. */
final class ReferencedFiles {
    private final Path directory;

    ReferencedFiles(Path directory) {
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    Path resolve(Path path) {
        return directory.resolve(path).normalize();
    }

    /** Reports a file that is named but does not exist. */
    void requireFile(SettingValues values, Setting<Path> setting) {
        values.find(setting)
                .map(this::resolve)
                .filter(file -> !Files.isReadable(file) || Files.isDirectory(file))
                .ifPresent(file -> values.problem(setting, "names " + file + ", which is not a readable file"));
    }

    /** Reports a secret that is set both directly and in a file. */
    static void checkOneOf(SettingValues values, Setting<Secret> direct, Setting<Path> inFile) {
        if (values.isWritten(direct) && values.isWritten(inFile)) {
            values.problem(inFile, "and " + direct.key() + " say the same thing: keep one of them");
        }
    }

    /** Returns a secret, or the content of the file that is named instead; reports a file without a secret. */
    Optional<Secret> secret(SettingValues values, Setting<Secret> direct, Setting<Path> inFile) {
        Optional<Secret> found = values.find(direct);
        if (found.isPresent() || values.find(inFile).isEmpty()) {
            return found;
        }
        List<String> lines =
                lines(values, inFile).stream().filter(line -> !line.isBlank()).toList();
        if (lines.size() > 1) {
            values.problem(inFile, "names a file with several lines where one secret is expected");
        }
        return lines.stream().findFirst().map(String::strip).map(Secret::new);
    }

    /** Reads the lines of a named file; reports a file that is unreadable, readable by every user or empty. */
    private List<String> lines(SettingValues values, Setting<Path> setting) {
        Optional<Path> file = values.find(setting).map(this::resolve);
        if (file.isEmpty()) {
            return List.of();
        }
        try {
            return SecretFile.lines(file.get());
        } catch (IllegalArgumentException e) {
            values.problem(setting, "names " + file.get() + ", which " + e.getMessage());
            return List.of();
        }
    }

    /** Reports files of keys and passwords that client properties name and that every user may read. */
    void requireUnexposed(SettingValues values, Setting<?> setting, String property, String file) {
        try {
            SecretFile.exposed(Path.of(file))
                    .ifPresent(problem ->
                            values.problem(setting, "has " + property + ", which names a file that " + problem));
        } catch (IOException | InvalidPathException e) {
            // The client reports the fault when it uses the file.
            return;
        }
    }
}
