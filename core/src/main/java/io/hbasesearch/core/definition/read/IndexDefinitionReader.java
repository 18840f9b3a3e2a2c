/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexOptions;
import io.hbasesearch.core.definition.IndexPattern;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.EmbeddedLimits;
import io.hbasesearch.core.definition.settings.PassthroughSettings;
import io.hbasesearch.core.definition.settings.RankingSettings;
import io.hbasesearch.core.definition.settings.SchemasReader;
import io.hbasesearch.core.definition.settings.SpecFiles;
import io.hbasesearch.core.definition.settings.SynonymFile;
import io.hbasesearch.core.definition.settings.TableNames;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.yaml.ConfigurationProblem;
import io.hbasesearch.core.yaml.ConfigurationProblems;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Reads index definitions: one YAML file for each index, which is named after the file by default. Immutable.
 */
public final class IndexDefinitionReader {
    private final Map<String, String> environment;
    private final Optional<EmbeddedLimits> limits;

    /** @param environment the variables that values may refer to; usually {@link System#getenv()} */
    public IndexDefinitionReader(Map<String, String> environment) {
        this(environment, Optional.empty());
    }

    private IndexDefinitionReader(Map<String, String> environment, Optional<EmbeddedLimits> limits) {
        this.environment = Map.copyOf(environment);
        this.limits = limits;
    }

    /**
     * Returns a reader that also reports settings that the embedded index does not support.
     *
     * @param analyzers of the embedded index
     */
    public IndexDefinitionReader forEmbedded(Set<String> analyzers) {
        return new IndexDefinitionReader(environment, Optional.of(new EmbeddedLimits(analyzers)));
    }

    /** Returns the settings of a definition, for documentation. */
    public static SettingGroup settings() {
        return DefinitionSettings.ROOT;
    }

    /**
     * Reads every {@code *.yaml} and {@code *.yml} of a directory, in the order of file names.
     *
     * @throws io.hbasesearch.core.yaml.ConfigurationException with the problems of all files
     */
    public Definitions readAll(Path directory) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Definitions definitions = read(files(directory, problems), problems);
        problems.throwIfAny();
        return definitions;
    }

    /** Reads a directory without the indexes of tables that only a pattern matches. */
    public List<IndexDefinition> readDirectory(Path directory) {
        return readAll(directory).named();
    }

    /**
     * Reads one file. If it names several tables, returns the first one's index; if it has only patterns, {@link
     * IndexPattern#sample}.
     *
     * @throws io.hbasesearch.core.yaml.ConfigurationException with all problems of the file
     */
    public IndexDefinition readFile(Path file) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Definitions definitions = read(List.of(file), problems);
        problems.throwIfAny();
        return definitions.named().stream()
                .findFirst()
                .orElseGet(() -> definitions.patterns().get(0).sample());
    }

    /** Finds the file that a definition was read from.
     *
     * @param directory see {@link #readAll}
     */
    public Path fileOf(Path directory, IndexDefinition definition) {
        ConfigurationProblems problems = new ConfigurationProblems();
        return files(directory, problems).stream()
                .filter(file -> {
                    Definitions own = read(List.of(file), problems);
                    return Stream.concat(
                                            own.named().stream(),
                                            own.patterns().stream().map(IndexPattern::sample))
                                    .anyMatch(each -> each.name().equals(definition.name()))
                            || own.patterns().stream()
                                    .anyMatch(pattern -> pattern.includes(definition.table())
                                            && pattern.nameFor(definition.table())
                                                    .equals(definition.name()));
                })
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no file of " + directory + " defines " + definition.name()));
    }

    /**
     * Lists the row-key specifications that definitions of a directory may name without a path, in use or not.
     *
     * @param definitions see {@link #readDirectory}
     */
    public static List<Path> specFiles(Path definitions) {
        return SpecFiles.all(definitions);
    }

    /** Reads a text that {@code DefinitionText} wrote.
     *
     * @throws io.hbasesearch.core.yaml.ConfigurationException with all problems of the text
     */
    public static IndexDefinition readText(String name, String text) {
        ConfigurationProblems problems = new ConfigurationProblems();
        SettingValues values = YamlFile.read(
                Path.of("definition of index " + name), text, DefinitionSettings.ROOT, Map.of(), problems);
        TableNames.Read tables = TableNames.of(name, values);
        BiFunction<String, TableId, IndexDefinition> form = form(values, SpecFiles.none(problems));
        problems.throwIfAny();
        return form.apply(name, tables.named().values().iterator().next());
    }

    private static List<Path> files(Path directory, ConfigurationProblems problems) {
        if (!Files.isDirectory(directory)) {
            problems.add(new ConfigurationProblem(
                    directory, 0, 0, "there is no such directory; it holds a YAML file for each index"));
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(file -> fileName(file).matches("[^.].*\\.ya?ml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            problems.add(new ConfigurationProblem(directory, 0, 0, "the directory cannot be read: " + e));
            return List.of();
        }
    }

    private static String fileName(Path file) {
        return String.valueOf(file.getFileName());
    }

    private Definitions read(List<Path> files, ConfigurationProblems problems) {
        Map<String, Path> names = new LinkedHashMap<>();
        List<IndexDefinition> definitions = new ArrayList<>();
        List<IndexPattern> patterns = new ArrayList<>();
        for (Path file : files) {
            SettingValues values = YamlFile.read(file, DefinitionSettings.ROOT, environment, problems);
            limits.ifPresent(each -> each.check(values));
            String template = name(file, values);
            TableNames.Read tables = TableNames.of(template, values);
            tables.named().keySet().forEach(name -> {
                Path first = names.putIfAbsent(name, file);
                if (first != null) {
                    values.problem(DefinitionSettings.INDEX, name + " is already the index of " + first);
                }
            });
            BiFunction<String, TableId, IndexDefinition> form = form(values, SpecFiles.of(file, environment, problems));
            tables.named().forEach((name, table) -> definitions.add(form.apply(name, table)));
            if (!tables.patterns().isEmpty()) {
                int most = values.find(DefinitionSettings.MAX_TABLES).orElse(1);
                patterns.add(new IndexPattern(file, template, tables.patterns(), most, form));
            }
        }
        return new Definitions(definitions, patterns);
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

    /** Reads the settings that all tables of a file share, and returns a function from name and table to a definition. */
    private static BiFunction<String, TableId, IndexDefinition> form(SettingValues values, SpecFiles specs) {
        RowKeyReader rowKey = new RowKeyReader(values, specs);
        SchemasReader schemas = new SchemasReader(values, specs);
        CellsReader cells = new CellsReader(values, rowKey, schemas, specs);
        List<FieldMapping> fields = cells.with(new FieldsReader(values, rowKey, schemas).read());
        if (values.each(DefinitionSettings.FIELDS).isEmpty() && !rowKey.hasSpec() && !cells.isUnit()) {
            values.problem("has no fields: name at least one under fields, with its column and type");
        }
        IndexOptions options = options(values, rowKey, schemas, fields, SynonymFile.read(values, specs));
        RowKeyFormat format = rowKey.format();
        Optional<RowKeyDeclaration> declaration = rowKey.declaration();
        return (name, table) -> IndexDefinition.of(name, table, format, declaration, fields, options);
    }

    private static IndexOptions options(
            SettingValues values,
            RowKeyReader rowKey,
            SchemasReader schemas,
            List<FieldMapping> fields,
            SynonymRules synonyms) {
        List<String> written = values.each(DefinitionSettings.FIELDS).stream()
                .map(SettingValues::name)
                .toList();
        return new IndexOptions(
                new WhereReader(fields, written, rowKey, schemas).read(values),
                new PassthroughReader(values.group(PassthroughSettings.ELASTICSEARCH), fields, written, rowKey).read(),
                synonyms,
                RankingReader.read(values.group(RankingSettings.RANKING), fields, written));
    }
}
