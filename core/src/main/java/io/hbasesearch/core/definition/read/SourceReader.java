/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.extension.Extensions;
import io.hbasesearch.core.extension.FieldFunction;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the source of one field, and checks that its values can be of the field's type. */
final class SourceReader {
    private static final List<Setting<?>> SOURCES = List.of(
            DefinitionSettings.COLUMN,
            DefinitionSettings.COLUMNS,
            DefinitionSettings.KEY,
            DefinitionSettings.VALUE,
            DefinitionSettings.TIMESTAMP,
            DefinitionSettings.FROM);

    private final SettingValues values;
    private final RowKeyReader rowKey;
    private final List<String> copied;

    /** @param copies the source fields of each copyTo target */
    SourceReader(SettingValues values, RowKeyReader rowKey, Map<String, List<String>> copies) {
        this.values = values;
        this.rowKey = rowKey;
        this.copied = copies.getOrDefault(values.name(), List.of());
    }

    /** Reads the source; empty if it has a problem, which was reported. */
    Optional<FieldSource> read() {
        List<Setting<?>> written = SOURCES.stream().filter(values::isWritten).toList();
        if (written.size() > 1) {
            values.problem(
                    written.get(1), "and " + written.get(0) + " both say where the field comes from: keep one of them");
        }
        boolean joined = values.isWritten(DefinitionSettings.FROM) || (written.isEmpty() && !copied.isEmpty());
        if (!joined && values.isWritten(DefinitionSettings.JOIN)) {
            values.problem(DefinitionSettings.JOIN, "has a meaning only with from");
        }
        if (!values.isWritten(DefinitionSettings.COLUMNS) && values.isWritten(DefinitionSettings.MAX_COLUMNS)) {
            values.problem(DefinitionSettings.MAX_COLUMNS, "has a meaning only with columns");
        }
        if (!values.isWritten(DefinitionSettings.COLUMN) && values.isWritten(DefinitionSettings.VERSIONS)) {
            values.problem(DefinitionSettings.VERSIONS, "has a meaning only with column");
        }
        if (!joined && values.isWritten(DefinitionSettings.FUNCTION)) {
            values.problem(DefinitionSettings.FUNCTION, "has a meaning only with from");
        }
        boolean isExtended = values.isWritten(DefinitionSettings.FUNCTION) || values.isWritten(ValueSettings.CODEC);
        if (!isExtended && values.isWritten(ValueSettings.OPTIONS)) {
            values.problem(ValueSettings.OPTIONS, "has a meaning only with codec or function");
        }
        if (joined) {
            return joined();
        }
        if (!copied.isEmpty()) {
            values.problem(
                    written.get(0), "says where the field comes from, and the copyTo of " + copied.get(0) + ", too");
        }
        if (written.isEmpty()) {
            values.problem(
                    DefinitionSettings.COLUMN,
                    "is missing: " + DefinitionSettings.COLUMN.description()
                            + ", or one of columns, key, value, timestamp and from");
            return Optional.empty();
        }
        return single();
    }

    private Optional<FieldSource> single() {
        return values.find(DefinitionSettings.COLUMN)
                .<FieldSource>map(column -> new FieldSource.Cell(
                        column, values.find(DefinitionSettings.VERSIONS).orElse(1)))
                .or(() -> values.find(DefinitionSettings.COLUMNS)
                        .map(pattern -> new FieldSource.Columns(
                                pattern,
                                values.find(DefinitionSettings.MAX_COLUMNS).orElse(1))))
                .or(() -> values.find(DefinitionSettings.KEY)
                        .filter(this::isKeyField)
                        .map(FieldSource.KeyField::new))
                .or(() -> values.find(DefinitionSettings.VALUE).map(FieldSource.Constant::new))
                .or(() -> values.find(DefinitionSettings.TIMESTAMP).flatMap(this::timestamp));
    }

    private Optional<FieldSource> timestamp(DefinitionSettings.TimestampOf of) {
        if (of.isWritten()) {
            values.problem(
                    DefinitionSettings.TIMESTAMP,
                    "cannot be write: documents are made of rows as they are read, and HBase does not keep when it took a"
                            + " cell. Use a column's timestamp or row, which are the same where writers leave timestamps to"
                            + " HBase");
            return Optional.empty();
        }
        return Optional.of(
                of.column().<FieldSource>map(FieldSource.CellTime::new).orElseGet(FieldSource.RowTime::new));
    }

    private Optional<FieldSource> joined() {
        List<String> from = new ArrayList<>(values.find(DefinitionSettings.FROM).orElse(List.of()));
        from.addAll(copied);
        if (from.isEmpty()) {
            values.problem(DefinitionSettings.FROM, "names no field");
            return Optional.empty();
        }
        Optional<Extension> function = values.find(DefinitionSettings.FUNCTION)
                .map(name ->
                        new Extension(name, values.find(ValueSettings.OPTIONS).orElse(Map.of())));
        if (function.isPresent() && values.isWritten(DefinitionSettings.JOIN)) {
            values.problem(DefinitionSettings.JOIN, "has no meaning with function");
        }
        function.ifPresent(named -> check(named, from.size()));
        String join = function.isPresent()
                ? " "
                : values.find(DefinitionSettings.JOIN).orElse(" ");
        return Optional.of(new FieldSource.Joined(from, join, function));
    }

    /** Checks a function. Anything that it throws is reported as a problem of the definition; so is a class that its jar lacks. */
    private void check(Extension function, int arguments) {
        try {
            FieldFunction.Computation unused = Extensions.computation(function, arguments);
        } catch (RuntimeException | LinkageError e) {
            values.problem(DefinitionSettings.FUNCTION, CellReader.unusable(e));
        }
    }

    private boolean isKeyField(String name) {
        if (!rowKey.hasSpec()) {
            values.problem(DefinitionSettings.KEY, "needs rowKey.spec, which says what parts row keys have");
        }
        boolean known =
                rowKey.keyFields().map(key -> key.type(name).isPresent()).orElse(false);
        if (!known) {
            rowKey.keyFields()
                    .ifPresent(key -> values.problem(DefinitionSettings.KEY, RowKeyReader.unknown(name, key.names())));
        }
        return known;
    }

    /** Reads the type; empty if it is missing, which was reported. */
    Optional<FieldType> type() {
        if (values.isWritten(ValueSettings.TYPE)) {
            return values.find(ValueSettings.TYPE);
        }
        if (values.isWritten(DefinitionSettings.KEY)) {
            return values.find(DefinitionSettings.KEY)
                    .flatMap(name -> rowKey.keyFields().flatMap(known -> known.type(name)));
        }
        if (values.isWritten(DefinitionSettings.COLUMNS)) {
            return Optional.of(FieldType.JSON);
        }
        if (values.isWritten(DefinitionSettings.TIMESTAMP)) {
            return Optional.of(FieldType.DATE);
        }
        if (values.isWritten(DefinitionSettings.VALUE)) {
            return Optional.of(FieldType.KEYWORD);
        }
        values.problem(ValueSettings.TYPE, "is missing: what the field is in the index");
        return Optional.empty();
    }

    /** Reports a type that the source cannot have. */
    void checkType(FieldSource source, FieldType type, DateForm dates) {
        if (source instanceof FieldSource.KeyField key) {
            rowKey.keyFields().ifPresent(known -> checkType("this part of the row key", type, known.types(key.name())));
        } else if (source instanceof FieldSource.Columns) {
            checkType("an object of columns", type, List.of(FieldType.JSON));
        } else if (source instanceof FieldSource.CellTime || source instanceof FieldSource.RowTime) {
            checkType("a timestamp", type, List.of(FieldType.DATE, FieldType.LONG, FieldType.KEYWORD));
        } else if (source instanceof FieldSource.Constant constant && !isValue(constant.text(), type, dates)) {
            values.problem(
                    DefinitionSettings.VALUE,
                    "\"" + constant.text() + "\" is not a value of type " + DefinitionSettings.name(type));
        } else if (source instanceof FieldSource.Joined joined
                && joined.function().isEmpty()
                && type == FieldType.JSON) {
            values.problem(ValueSettings.TYPE, "json is not what joined texts can be");
        }
    }

    private void checkType(String source, FieldType type, List<FieldType> types) {
        if (!types.contains(type)) {
            values.problem(
                    ValueSettings.TYPE,
                    DefinitionSettings.name(type) + " is not what " + source + " can be: it can be "
                            + CellReader.names(types));
        }
    }

    /** Tells if a text is a valid value in a definition. */
    static boolean isValue(String text, FieldType type, DateForm dates) {
        try {
            return switch (type) {
                case TEXT, KEYWORD -> true;
                case BOOLEAN -> text.equals("true") || text.equals("false");
                case INT -> text.equals(Integer.toString(Integer.parseInt(text)));
                case LONG -> text.equals(Long.toString(Long.parseLong(text)));
                case FLOAT -> Float.isFinite(Float.parseFloat(text));
                case DOUBLE -> Double.isFinite(Double.parseDouble(text));
                case DATE ->
                    !DateText.format(DateText.of(dates.pattern(), dates.zone()).parseMillis(text))
                            .isEmpty();
                case JSON -> false;
                case GEO_POINT -> !GeoPoint.parse(text).text().isEmpty();
            };
        } catch (IllegalArgumentException | DateTimeException e) {
            return false;
        }
    }
}
