/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A definition as a text that is kept in the index itself, so that whoever has the index knows what its documents are made by,
 * whatever lies in the configuration by then. YAML in braces: the reader of files reads it. Stateless.
 */
public final class DefinitionText {
    /** Elasticsearch keeps it in the state that every node has. */
    static final int MOST_BYTES = 512 << 10;

    private DefinitionText() {}

    /** @throws HBaseSearchException CONFIGURATION_INVALID if it is too long to be kept in an index */
    public static String write(IndexDefinition definition) {
        Map<String, String> rowKey = new LinkedHashMap<>();
        rowKey.put("format", quote(DefinitionSettings.name(definition.rowKeyFormat())));
        Map<String, String> fields = new LinkedHashMap<>();
        for (FieldMapping field : definition.fields()) {
            if (field.column().isPresent()) {
                fields.put(field.name(), mapping(settings(field)));
            } else {
                rowKey.put("field", quote(field.name()));
            }
        }
        Map<String, String> whole = new LinkedHashMap<>();
        whole.put("index", quote(definition.name()));
        whole.put("table", quote(definition.table().toString()));
        whole.put("rowKey", mapping(rowKey));
        whole.put("fields", mapping(fields));
        return requireBounded(definition, mapping(whole));
    }

    private static Map<String, String> settings(FieldMapping field) {
        Map<String, String> settings = new LinkedHashMap<>();
        field.column().ifPresent(column -> settings.put("column", quote(column.toString())));
        settings.put("type", quote(DefinitionSettings.name(field.type())));
        settings.put("encoding", quote(DefinitionSettings.name(field.encoding())));
        if (field.type() == FieldType.DATE && field.encoding() == ValueEncoding.UTF8) {
            if (field.datePattern() != null) {
                settings.put("pattern", quote(field.datePattern()));
            }
            settings.put("zone", quote(field.dateZone().getId()));
        }
        if (!field.analyzers().isEmpty()) {
            settings.put(
                    "analyzers",
                    field.analyzers().stream().map(DefinitionText::quote).collect(Collectors.joining(", ", "[", "]")));
        }
        settings.put("default", Boolean.toString(field.searchedByDefault()));
        return settings;
    }

    private static String mapping(Map<String, String> entries) {
        return entries.entrySet().stream()
                .map(entry -> quote(entry.getKey()) + ": " + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** A reader of files would take {@code ${} for an environment variable. */
    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.replace("${", "$${").chars().forEach(character -> {
            if (character == '"' || character == '\\') {
                quoted.append('\\').append((char) character);
            } else if (character < ' ') {
                quoted.append(String.format("\\u%04x", character));
            } else {
                quoted.append((char) character);
            }
        });
        return quoted.append('"').toString();
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
     * @param index that it was found in
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
