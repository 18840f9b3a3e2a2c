/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the document of a row, as an index definition says. A pure function of the row: that is what makes an index
 * verifiable. Immutable, safe for use by several threads.
 */
public final class RowMapper {
    private record ColumnField(String name, ColumnName column, ValueDecoder decoder) {}

    private final List<String> rowKeyFields;
    private final ValueDecoder rowKey;
    private final List<ColumnField> columnFields;

    /** @throws IllegalArgumentException if a field's type and encoding do not fit, which no definition from a file has */
    public RowMapper(IndexDefinition definition) {
        rowKey = ValueDecoders.rowKey(definition.rowKeyFormat());
        rowKeyFields = definition.fields().stream()
                .filter(field -> field.column().isEmpty())
                .map(FieldMapping::name)
                .toList();
        columnFields = definition.fields().stream()
                .filter(field -> field.column().isPresent())
                .map(field -> new ColumnField(field.name(), field.column().orElseThrow(), ValueDecoders.of(field)))
                .toList();
    }

    /**
     * @param row not an empty one: a row that is gone has no document
     * @throws UnmappableRowException if the row key or a cell is not what the definition says it is
     */
    public Document map(Row row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        mapRowKey(row, fields);
        for (ColumnField field : columnFields) {
            Optional<Cell> cell = row.cell(field.column());
            if (cell.isPresent()) {
                mapCell(field, cell.get(), fields);
            }
        }
        return new Document(fields);
    }

    /**
     * A field that a row cannot be mapped for.
     *
     * @param field empty for the row key, which is checked even if no field holds it
     * @param message names column and field, never the value
     */
    public record Rejection(String field, String message) {}

    /** Everything that keeps a row from being mapped; empty if {@link #map} maps it. */
    public List<Rejection> rejections(Row row) {
        List<Rejection> rejections = new ArrayList<>();
        Map<String, Object> ignored = new LinkedHashMap<>();
        try {
            mapRowKey(row, ignored);
        } catch (UnmappableRowException e) {
            rejections.add(new Rejection("", String.valueOf(e.getMessage())));
        }
        for (ColumnField field : columnFields) {
            try {
                row.cell(field.column()).ifPresent(cell -> mapCell(field, cell, ignored));
            } catch (UnmappableRowException e) {
                rejections.add(new Rejection(field.name(), String.valueOf(e.getMessage())));
            }
        }
        return List.copyOf(rejections);
    }

    /** The row key is checked even if it is no field: whoever finds the row will want to show it. */
    private void mapRowKey(Row row, Map<String, Object> fields) {
        try {
            String text = (String) rowKey.decode(row.key().bytes().unsafeBytes());
            for (String name : rowKeyFields) {
                fields.put(name, ValueDecoders.checkKeyword(text, rowKeyBytes(row, text)));
            }
        } catch (UndecodableValueException e) {
            throw new UnmappableRowException("the row key " + e.getMessage() + " (rowKey in the index definition)");
        }
    }

    /** Text has as many bytes as the key itself, hexadecimal digits one each: never fewer than either count. */
    private static int rowKeyBytes(Row row, String text) {
        return Math.max(row.key().bytes().length(), text.length());
    }

    private static void mapCell(ColumnField field, Cell cell, Map<String, Object> fields) {
        try {
            Object value = field.decoder().decode(cell.value().unsafeBytes());
            if (value != null) {
                fields.put(field.name(), value);
            }
        } catch (UndecodableValueException e) {
            throw new UnmappableRowException(
                    "column " + field.column() + " " + e.getMessage() + " (field " + field.name() + ")");
        }
    }
}
