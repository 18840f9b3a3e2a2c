/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.yaml.Problem;
import io.hbasesearch.core.yaml.Problems;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.SettingValues;
import io.hbasesearch.core.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads index definitions: one YAML file for each index, named after it unless the file says otherwise. Immutable.
 */
public final class IndexDefinitionReader {
    private final Map<String, String> environment;

    /** @param environment the variables that values may refer to; usually {@link System#getenv()} */
    public IndexDefinitionReader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** What a definition may hold, for documentation. */
    public static SettingGroup settings() {
        return DefinitionSettings.ROOT;
    }

    /**
     * Every {@code *.yaml} and {@code *.yml} of a directory, in the order of file names.
     *
     * @throws io.hbasesearch.core.yaml.ConfigurationException with the problems of all files
     */
    public List<IndexDefinition> readDirectory(Path directory) {
        Problems problems = new Problems();
        List<IndexDefinition> definitions = read(files(directory, problems), problems);
        problems.throwIfAny();
        return definitions;
    }

    /**
     * One file; of several tables, the first one's index.
     *
     * @throws io.hbasesearch.core.yaml.ConfigurationException with all problems of the file
     */
    public IndexDefinition readFile(Path file) {
        Problems problems = new Problems();
        List<IndexDefinition> definitions = read(List.of(file), problems);
        problems.throwIfAny();
        return definitions.get(0);
    }

    /**
     * The file that a definition was read from.
     *
     * @param definitions as {@link #readDirectory} has it
     * @param name of an index that is defined there
     */
    public Path fileOf(Path definitions, String name) {
        Problems problems = new Problems();
        return files(definitions, problems).stream()
                .filter(file -> name(file, YamlFile.read(file, DefinitionSettings.ROOT, environment, problems))
                        .equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no file of " + definitions + " defines " + name));
    }

    /**
     * The row-key specifications that definitions of a directory may name without a path, named or not.
     *
     * @param definitions as {@link #readDirectory} has it
     */
    public static List<Path> specFiles(Path definitions) {
        return SpecFiles.all(definitions);
    }

    /**
     * What {@link DefinitionText} wrote.
     *
     * @throws io.hbasesearch.core.yaml.ConfigurationException with all problems of the text
     */
    static IndexDefinition readText(String name, String text) {
        Problems problems = new Problems();
        SettingValues values = YamlFile.read(
                Path.of("definition of index " + name), text, DefinitionSettings.ROOT, Map.of(), problems);
        List<IndexDefinition> definitions = definitions(TableNames.of(name, values), values, SpecFiles.none(problems));
        problems.throwIfAny();
        return definitions.get(0);
    }

    private static List<Path> files(Path directory, Problems problems) {
        if (!Files.isDirectory(directory)) {
            problems.add(
                    new Problem(directory, 0, 0, "there is no such directory; it holds a YAML file for each index"));
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(file -> fileName(file).matches("[^.].*\\.ya?ml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            problems.add(new Problem(directory, 0, 0, "the directory cannot be read: " + e));
            return List.of();
        }
    }

    private static String fileName(Path file) {
        return String.valueOf(file.getFileName());
    }

    private List<IndexDefinition> read(List<Path> files, Problems problems) {
        Map<String, Path> names = new LinkedHashMap<>();
        List<IndexDefinition> definitions = new ArrayList<>();
        for (Path file : files) {
            SettingValues values = YamlFile.read(file, DefinitionSettings.ROOT, environment, problems);
            Map<String, TableId> tables = TableNames.of(name(file, values), values);
            tables.keySet().forEach(name -> {
                Path first = names.putIfAbsent(name, file);
                if (first != null) {
                    values.problem(DefinitionSettings.INDEX, name + " is already the index of " + first);
                }
            });
            definitions.addAll(definitions(tables, values, SpecFiles.of(file, environment, problems)));
        }
        return definitions;
    }

    private static String name(Path file, SettingValues values) {
        String fromFile = fileName(file).replaceFirst("\\.ya?ml$", "");
        String name = values.find(DefinitionSettings.INDEX).orElse(fromFile);
        if (!values.isWritten(DefinitionSettings.INDEX) && !DefinitionSettings.isIndexName(name)) {
            values.problem(
                    DefinitionSettings.INDEX,
                    "is needed, as the file's name cannot be the index's: it must be "
                            + DefinitionSettings.INDEX.type().form());
        }
        return name;
    }

    /** One for each table, all of the same form. */
    private static List<IndexDefinition> definitions(
            Map<String, TableId> tables, SettingValues values, SpecFiles specs) {
        RowKeyReader rowKey = new RowKeyReader(values, specs);
        SchemasReader schemas = new SchemasReader(values, specs);
        CellsReader cells = new CellsReader(values, rowKey, schemas, specs);
        List<FieldMapping> fields = cells.with(new FieldsReader(values, rowKey, schemas).read());
        if (values.each(DefinitionSettings.FIELDS).isEmpty() && !rowKey.hasSpec() && !cells.isUnit()) {
            values.problem("has no fields: name at least one under fields, with its column and type");
        }
        IndexOptions options = options(values, rowKey, schemas, fields);
        return tables.entrySet().stream()
                .map(index -> IndexDefinition.of(
                        index.getKey(), index.getValue(), rowKey.format(), rowKey.declaration(), fields, options))
                .toList();
    }

    private static IndexOptions options(
            SettingValues values, RowKeyReader rowKey, SchemasReader schemas, List<FieldMapping> fields) {
        List<String> written = values.each(DefinitionSettings.FIELDS).stream()
                .map(SettingValues::name)
                .toList();
        return new IndexOptions(
                new WhereReader(fields, written, rowKey, schemas).read(values),
                new PassthroughReader(values.group(PassthroughSettings.ELASTICSEARCH), fields, written, rowKey).read());
    }
}
