/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.Condition;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.FieldText;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.settings.CellSettings;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.ConfigurationException;
import io.hbasesearch.core.yaml.YamlText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes and reads a definition as a text that is stored in the index, so that the definition of its documents is known even if the
 * configuration has changed. The text is YAML in braces, which the reader of files can parse. Stateless.
 */
public final class DefinitionText {
    /** The longest text; Elasticsearch keeps it in the cluster state, which every node has. */
    static final int MOST_BYTES = 512 << 10;

    private DefinitionText() {}

    /** @throws HBaseSearchException CONFIGURATION_INVALID if it is too long to be stored in an index */
    public static String write(IndexDefinition definition) {
        Map<String, String> fields = new LinkedHashMap<>();
        definition.fields().stream()
                .filter(field -> !isWholeKey(field)
                        && !(field.source() instanceof FieldSource.RawOf)
                        && !(field.source() instanceof FieldSource.OfCell))
                .forEach(field -> fields.put(field.name(), YamlText.mapping(FieldText.of(field))));
        Map<String, String> whole = new LinkedHashMap<>();
        whole.put("index", YamlText.quote(definition.name()));
        whole.put("table", YamlText.quote(definition.table().toString()));
        whole.put("rowKey", YamlText.mapping(rowKey(definition)));
        Map<String, String> schemas = new TreeMap<>();
        Stream.concat(
                        definition.fields().stream(),
                        definition.options().where().stream().map(Condition::field))
                .flatMap(field -> field.form().cells().schema().stream())
                .forEach(schema -> schemas.put(schema.name(), YamlText.mapping(FieldText.of(schema))));
        if (!schemas.isEmpty()) {
            whole.put("schemas", YamlText.mapping(schemas));
        }
        whole.put("fields", YamlText.mapping(fields));
        definition.cells().ifPresent(unit -> {
            whole.put("unit", YamlText.quote(DefinitionSettings.name(CellSettings.Unit.CELL)));
            whole.put("cells", YamlText.mapping(cells(definition, unit)));
        });
        whole.putAll(definition.options().texts());
        return requireBounded(definition, YamlText.mapping(whole));
    }

    private static Map<String, String> cells(IndexDefinition definition, CellUnit unit) {
        Map<String, String> values = new LinkedHashMap<>();
        definition.fields().stream()
                .filter(field -> field.source() instanceof FieldSource.OfCell of && of.part() instanceof CellUnit.Value)
                .forEach(field -> values.put(
                        field.name().substring(CellUnit.PREFIX.length()), YamlText.mapping(FieldText.of(field))));
        Map<String, String> cells = new LinkedHashMap<>(unit.settings());
        cells.put("values", YamlText.mapping(values));
        return cells;
    }

    private static boolean isWholeKey(FieldMapping field) {
        return field.source() instanceof FieldSource.WholeKey;
    }

    /** Writes the row key's settings. The text includes the whole specification, and its parts are ordinary fields. */
    private static Map<String, String> rowKey(IndexDefinition definition) {
        Map<String, String> rowKey = new LinkedHashMap<>();
        rowKey.put("format", YamlText.quote(DefinitionSettings.name(definition.rowKeyFormat())));
        definition.fields().stream()
                .filter(DefinitionText::isWholeKey)
                .forEach(field -> rowKey.put("field", YamlText.quote(field.name())));
        definition.rowKey().ifPresent(declared -> {
            rowKey.put("spec", declared.text());
            rowKey.put("undecodable", YamlText.quote(RowKeySpecReader.name(declared.undecodable())));
            rowKey.put("fields", YamlText.list(List.of()));
        });
        return rowKey;
    }

    private static String requireBounded(IndexDefinition definition, String text) {
        if (text.getBytes(UTF_8).length > MOST_BYTES) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "the definition of index " + definition.name() + " has more than " + (MOST_BYTES >> 10)
                            + " KB, which an index cannot keep",
                    "Have fewer fields, or several indexes of the table.",
                    null);
        }
        return text;
    }

    /**
     * The inverse of {@link #write}.
     *
     * @param index in which the text was found
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if this version does not understand it
     */
    public static IndexDefinition read(String index, String text) {
        try {
            return IndexDefinitionReader.readText(index, text);
        } catch (ConfigurationException e) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "the definition that index " + index + " was made by cannot be read: " + e.getMessage(),
                    "Use the version of hbase-search that made it.",
                    e);
        }
    }
}
