/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.ConfigurationProblems;
import io.hbasesearch.core.yaml.SettingValues;
import io.hbasesearch.core.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the row-key specifications that a definition names, in {@code rowkeys} beside the definition's directory. */
public final class SpecFiles {
    private static final String DIRECTORY = "rowkeys";
    private static final String ENDING = ".yaml";

    private final @Nullable Path definitions;
    private final Map<String, String> environment;
    private final ConfigurationProblems problems;

    private SpecFiles(@Nullable Path definitions, Map<String, String> environment, ConfigurationProblems problems) {
        this.definitions = definitions;
        this.environment = environment;
        this.problems = problems;
    }

    /** @param definition a definition's file */
    public static SpecFiles of(Path definition, Map<String, String> environment, ConfigurationProblems problems) {
        return new SpecFiles(definition.toAbsolutePath().normalize().getParent(), environment, problems);
    }

    /** Creates an instance for a definition without a file, which must contain its specification. */
    public static SpecFiles none(ConfigurationProblems problems) {
        return new SpecFiles(null, Map.of(), problems);
    }

    /** Returns the directory of the definition; empty if it has no file. */
    Optional<Path> directory() {
        return Optional.ofNullable(definitions);
    }

    ConfigurationProblems problems() {
        return problems;
    }

    /**
     * Reads the settings of a specification; reports a problem and returns empty if there is none.
     *
     * @param name a file in {@code rowkeys}, without its extension, or a path relative to the definition's directory, with the
     *     extension
     * @param rowKey where problems are reported
     */
    public Optional<SettingValues> read(String name, SettingValues rowKey) {
        if (definitions == null) {
            rowKey.problem(DefinitionSettings.SPEC, "must be the specification itself here, not a file name");
            return Optional.empty();
        }
        boolean isPath = name.contains("/") || name.endsWith(ENDING);
        Path directory = definitions.resolveSibling(DIRECTORY);
        try {
            Path file = (isPath ? definitions.resolve(name) : directory.resolve(name + ENDING)).normalize();
            if (Files.isRegularFile(file)) {
                return Optional.of(YamlFile.read(file, RowKeySpecReader.settings(), environment, problems));
            }
            rowKey.problem(
                    DefinitionSettings.SPEC, "names a file that does not exist: " + file + hint(name, directory));
        } catch (InvalidPathException e) {
            rowKey.problem(DefinitionSettings.SPEC, "is not a valid file name");
        }
        return Optional.empty();
    }

    private static String hint(String name, Path directory) {
        List<String> names = files(directory).stream()
                .map(file -> String.valueOf(file.getFileName()))
                .map(file -> file.substring(0, file.length() - ENDING.length()))
                .toList();
        return Suggestion.nearest(name, names)
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse("");
    }

    /** Lists the specifications that definitions in a directory may name without a path, sorted by name. */
    public static List<Path> all(Path definitions) {
        return files(definitions.toAbsolutePath().normalize().resolveSibling(DIRECTORY));
    }

    /** Lists the YAML files of a directory; empty if it is unavailable, which is reported once a file in it is needed. */
    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> String.valueOf(file.getFileName()).endsWith(ENDING))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
