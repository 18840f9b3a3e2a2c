/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.text;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.Condition;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.FieldText;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.SchemaSettings;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.schema.CellSchema;
import io.hbasesearch.core.yaml.YamlLeaves;
import io.hbasesearch.core.yaml.YamlText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Describes a definition in words, for display. Stateless. */
public final class DefinitionView {
    private DefinitionView() {}

    /** Describes the source of a field's values. */
    public static String source(FieldMapping field) {
        FieldSource source = field.source();
        if (source instanceof FieldSource.Cell cell) {
            return "column " + cell.column();
        } else if (source instanceof FieldSource.WholeKey) {
            return "the row key";
        } else if (source instanceof FieldSource.KeyField key) {
            return "part " + key.name() + " of the row key";
        } else if (source instanceof FieldSource.Columns columns) {
            return "columns " + columns.pattern() + ", at most " + columns.most();
        } else if (source instanceof FieldSource.Constant) {
            return "the same text for every row";
        } else if (source instanceof FieldSource.CellTime time) {
            return "timestamp of column " + time.column();
        } else if (source instanceof FieldSource.RowTime) {
            return "newest timestamp of what is mapped";
        } else if (source instanceof FieldSource.Joined joined) {
            return "fields " + String.join(", ", joined.fields()) + " joined";
        }
        if (source instanceof FieldSource.OfCell cell) {
            return "each cell: " + cell.part().text();
        } else if (source instanceof FieldSource.RawOf raw) {
            return "what stood in place of a value of " + raw.field();
        }
        throw new IllegalArgumentException("a source of an unknown kind: " + source.getClass());
    }

    /** Returns the options other than fields and row keys, by the definition's keys; only those that are set. */
    public static Map<String, String> options(IndexDefinition definition) {
        Map<String, String> options = new LinkedHashMap<>();
        definition.cells().ifPresent(unit -> options.put(DefinitionSettings.CELLS.key(), unit.text()));
        options.putAll(definition.options().texts());
        if (!definition.options().synonyms().isEmpty()) {
            options.put(
                    DefinitionSettings.SYNONYMS.key(),
                    definition.options().synonyms().toString());
        }
        Map<String, String> schemas = new TreeMap<>();
        Stream.concat(
                        definition.fields().stream(),
                        definition.options().where().stream().map(Condition::field))
                .flatMap(field -> field.form().cells().schema().stream())
                .forEach(schema -> schemas.put(schema.name(), YamlText.quote(text(schema))));
        if (!schemas.isEmpty()) {
            options.put(SchemaSettings.SCHEMAS.key(), YamlText.mapping(schemas));
        }
        return options;
    }

    private static String text(CellSchema schema) {
        return DefinitionSettings.name(schema.kind())
                + (schema.message().isEmpty() ? "" : ", message " + schema.message())
                + ", framing " + DefinitionSettings.name(schema.framing());
    }

    /** Returns the type's name in definitions. */
    public static String type(FieldMapping field) {
        return DefinitionSettings.name(field.type());
    }

    /** Returns all settings of a field by their keys, including defaults. */
    public static Map<String, String> settings(FieldMapping field) {
        Map<String, String> settings = new LinkedHashMap<>();
        FieldText.of(field).forEach((key, text) -> settings.put(key, plain(text)));
        settings.putIfAbsent(
                ValueSettings.ON_ERROR.key(),
                DefinitionSettings.name(field.form().onError()));
        return settings;
    }

    /**
     * Returns those of {@link #settings} for which the file relies on the defaults.
     *
     * @param written the paths of the file, from {@link YamlLeaves#paths}
     */
    public static List<String> defaults(FieldMapping field, List<String> written) {
        String path = field.source() instanceof FieldSource.OfCell
                ? DefinitionSettings.CELLS.key() + "." + DefinitionSettings.CELL_VALUES.key() + "."
                        + field.name().substring(CellUnit.PREFIX.length()) + "."
                : DefinitionSettings.FIELDS.key() + "." + field.name() + ".";
        return settings(field).keySet().stream()
                .filter(key -> names(key).stream().noneMatch(name -> written.stream()
                        .anyMatch(leaf -> leaf.equals(path + name) || leaf.startsWith(path + name + "."))))
                .toList();
    }

    /** Returns the names of a setting, including one that means the same. */
    private static List<String> names(String key) {
        return key.equals(DefinitionSettings.ANALYZERS.key())
                ? List.of(key, DefinitionSettings.ANALYZER.key())
                : List.of(key);
    }

    private static String plain(String yaml) {
        boolean quoted = yaml.length() > 1 && yaml.startsWith("\"") && yaml.endsWith("\"");
        return quoted ? yaml.substring(1, yaml.length() - 1) : yaml;
    }
}
