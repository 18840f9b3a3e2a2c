/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.extension.Extensions;
import io.hbasesearch.core.extension.FieldFunction;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Computes one field's value from a row. Immutable. */
final class FieldPlan {
    /** Takes a value from a row. */
    private interface Raw {
        /** @return null if the row has none */
        @Nullable
        Object of(RowValues row, Map<String, Object> document) throws UndecodableValueException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(FieldPlan.class);
    private static final ValueConverter RAW = new ValueConverter(FieldType.KEYWORD, DateForm.DEFAULT);

    private final FieldMapping field;
    private final Raw raw;
    private final TextWork texts;
    private final ValueConverter converter;

    /** @throws IllegalArgumentException if the field's type and encoding are incompatible, which a definition from a file never is */
    FieldPlan(FieldMapping field, Predicate<ColumnName> mapped) {
        this.field = field;
        this.texts = new TextWork(field.form().texts());
        this.converter = new ValueConverter(field.type(), field.form().dates());
        this.raw = raw(field, mapped);
    }

    private static Raw raw(FieldMapping field, Predicate<ColumnName> mapped) {
        FieldSource source = field.source();
        if (source instanceof FieldSource.Cell from) {
            return cell(from, new CellValue(field));
        }
        if (source instanceof FieldSource.KeyField key) {
            return (row, document) -> keyField(key.name(), row.keyFields());
        }
        if (source instanceof FieldSource.Columns columns) {
            ColumnObject members = new ColumnObject(columns, ValueDecoders.raw(field));
            return (row, document) -> members.of(row.row());
        }
        if (source instanceof FieldSource.Constant constant) {
            return (row, document) -> constant.text();
        }
        if (source instanceof FieldSource.CellTime time) {
            return (row, document) ->
                    row.row().cell(time.column()).map(Cell::timestamp).orElse(null);
        }
        if (source instanceof FieldSource.RowTime) {
            return (row, document) -> newest(row.row(), mapped);
        }
        if (source instanceof FieldSource.Joined joined && joined.function().isPresent()) {
            return computed(joined, joined.function().get());
        }
        if (source instanceof FieldSource.Joined joined) {
            return (row, document) -> joined(joined, document);
        }
        if (source instanceof FieldSource.WholeKey) {
            return (row, document) -> row.keyText();
        }
        // Handled by the field whose value cannot be converted, and by cells.
        throw new IllegalArgumentException(
                "no value of a row: " + source.getClass().getSimpleName());
    }

    private static Raw cell(FieldSource.Cell from, CellValue value) {
        if (!from.isMany()) {
            return (row, document) -> {
                Optional<Cell> cell = row.row().cell(from.column());
                return cell.isEmpty() ? null : value.of(cell.get(), row.json());
            };
        }
        return (row, document) -> {
            List<Object> values = new ArrayList<>();
            for (Cell cell : row.row().versions(from.column(), from.versions())) {
                Object found = value.of(cell, row.json());
                if (found instanceof List<?> several) {
                    values.addAll(several);
                } else if (found != null) {
                    values.add(found);
                }
            }
            return values.isEmpty() ? null : values;
        };
    }

    private static Raw computed(FieldSource.Joined from, Extension function) {
        int arguments = from.fields().size();
        FieldFunction.Computation computation = Extensions.computation(function, arguments);
        return (row, document) -> {
            List<@Nullable Object> values = new ArrayList<>(arguments);
            from.fields().forEach(name -> values.add(document.get(name)));
            return Structures.compute(function, computation, Collections.unmodifiableList(values));
        };
    }

    /**
     * Returns the newest timestamp of mapped cells only: a row that is read for display has more cells, and must give the same
     * document.
     */
    private static @Nullable Object newest(Row row, Predicate<ColumnName> mapped) {
        return row.cells().stream()
                .filter(cell -> mapped.test(cell.column()))
                .map(Cell::timestamp)
                .max(Long::compare)
                .orElse(null);
    }

    private static @Nullable Object joined(FieldSource.Joined joined, Map<String, Object> document) {
        List<String> texts = new ArrayList<>();
        for (String name : joined.fields()) {
            Object value = document.get(name);
            if (value instanceof List<?> list) {
                list.forEach(each -> texts.add(each.toString()));
            } else if (value != null) {
                texts.add(value.toString());
            }
        }
        return texts.isEmpty() ? null : String.join(joined.join(), texts);
    }

    /** Returns a key field's value, or an object of all values whose names begin with this one and a dot. */
    private static @Nullable Object keyField(String name, Map<String, KeyValue> keyFields) {
        KeyValue value = keyFields.get(name);
        if (value != null) {
            return RowKeyMapper.raw(value);
        }
        String prefix = name + ".";
        Map<String, Object> inner = new LinkedHashMap<>();
        keyFields.forEach((field, each) -> {
            if (field.startsWith(prefix)) {
                inner.put(field.substring(prefix.length()), each.text());
            }
        });
        return inner.isEmpty() ? null : inner;
    }

    String name() {
        return field.name();
    }

    /** Tells if other fields must be in the document before this one. */
    boolean isJoined() {
        return field.source() instanceof FieldSource.Joined;
    }

    /** Tells if the field is the whole row key. */
    boolean isWholeKey() {
        return field.source() instanceof FieldSource.WholeKey;
    }

    /**
     * Adds the field to a document, if the row has a value for it.
     *
     * @throws UnmappableRowException if the row's value does not fit the definition
     */
    void addTo(Map<String, Object> document, RowValues row) {
        try {
            Object found = raw.of(row, document);
            Object text = found == null ? null : texts.apply(found);
            Object value = text == null ? null : converter.convertAll(text);
            if (value != null) {
                document.put(field.name(), value);
            }
        } catch (UndecodableValueException e) {
            switch (field.form().onError()) {
                case DEAD_LETTER -> throw unmappable(e);
                case KEEP_RAW -> addRaw(document, row);
                case SKIP_FIELD -> {
                    // The document lacks the field.
                }
            }
        }
    }

    /** Adds the raw value. It is left out if it is too long for a keyword: the row still has it. */
    private void addRaw(Map<String, Object> document, RowValues row) {
        try {
            Object found = found(document, row);
            Object kept = found == null ? null : RAW.convertAll(found);
            if (kept != null) {
                document.put(field.rawName(), kept);
            }
        } catch (UndecodableValueException e) {
            LOG.debug("field {}: what was found {}", field.rawName(), e.getMessage());
        }
    }

    /** Returns the raw value; null for an object of columns, which has no single one. */
    private @Nullable Object found(Map<String, Object> document, RowValues row) {
        FieldSource source = field.source();
        if (source instanceof FieldSource.Cell cell && cell.isMany()) {
            return row.row().versions(cell.column(), cell.versions()).stream()
                    .map(Cell::value)
                    .toList();
        }
        if (source instanceof FieldSource.Cell cell) {
            return row.row().cell(cell.column()).map(Cell::value).orElse(null);
        }
        if (source instanceof FieldSource.KeyField key) {
            KeyValue own = row.keyFields().get(key.name());
            return own == null ? null : own.text();
        }
        if (source instanceof FieldSource.CellTime time) {
            return row.row().cell(time.column()).map(Cell::timestamp).orElse(null);
        }
        return source instanceof FieldSource.Joined joined ? joined(joined, document) : null;
    }

    private UnmappableRowException unmappable(UndecodableValueException e) {
        if (isWholeKey()) {
            return RowKeyMapper.ofWholeKey(e);
        }
        if (field.source() instanceof FieldSource.Columns columns) {
            return new UnmappableRowException(
                    "columns " + columns.pattern() + ": " + e.getMessage() + " (field " + field.name() + ")");
        }
        String what = field.source() instanceof FieldSource.KeyField key
                ? "the row key's part " + key.name()
                : field.column().map(column -> "column " + column).orElse("the value");
        return new UnmappableRowException(what + " " + e.getMessage() + " (field " + field.name() + ")");
    }
}
