/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.Condition;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.SchemasReader;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.settings.WhereSettings;
import io.hbasesearch.core.definition.value.Check;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the conditions under {@code where}, and checks that they fit the fields. */
final class WhereReader {
    private final List<FieldMapping> fields;
    private final List<String> written;
    private final RowKeyReader rowKey;
    private final SchemasReader schemas;

    /**
     * @param fields as far as they could be read
     * @param written names of all entries under {@code fields}
     */
    WhereReader(List<FieldMapping> fields, List<String> written, RowKeyReader rowKey, SchemasReader schemas) {
        this.fields = List.copyOf(fields);
        this.written = List.copyOf(written);
        this.rowKey = rowKey;
        this.schemas = schemas;
    }

    /** Reads the conditions in the order of their names. Conditions with problems are reported and left out. */
    List<Condition> read(SettingValues values) {
        Map<String, Condition> conditions = new TreeMap<>();
        for (SettingValues entry : values.each(WhereSettings.WHERE)) {
            boolean isColumn = entry.name().indexOf(':') >= 0;
            Optional<FieldMapping> field = isColumn ? column(entry) : field(entry);
            field.ifPresent(of -> checkZones(entry, of));
            field.map(of -> new Condition(of, isColumn, checks(entry, of))).ifPresent(condition -> {
                if (conditions.putIfAbsent(condition.field().name(), condition) != null) {
                    entry.problemWithName("is the column of another condition: write all that is asked of it there");
                }
            });
        }
        return List.copyOf(conditions.values());
    }

    private Optional<FieldMapping> column(SettingValues entry) {
        Optional<ColumnName> column = DefinitionSettings.columnOrNone(entry.name());
        if (column.isEmpty()) {
            entry.problemWithName("is not a column, which is family:qualifier with \\xHH for bytes");
            return Optional.empty();
        }
        Optional<FieldMapping> field = FieldReader.ofColumn(entry, column.get(), rowKey, schemas);
        if (field.filter(of -> of.form().onError() == OnError.KEEP_RAW).isPresent()) {
            entry.problem(
                    ValueSettings.ON_ERROR,
                    "cannot be keep-raw in a condition, which keeps nothing: dead-letter or skip-field");
        }
        return field;
    }

    private Optional<FieldMapping> field(SettingValues entry) {
        WhereSettings.FORM.stream()
                .filter(entry::isWritten)
                .forEach(setting -> entry.problem(
                        setting, "has a meaning only in a condition on a column; a field says it under fields"));
        Optional<FieldMapping> field =
                fields.stream().filter(of -> of.name().equals(entry.name())).findFirst();
        if (field.filter(of -> of.source() instanceof FieldSource.OfCell).isPresent()) {
            entry.problemWithName("is a field of cells, and conditions are about rows: name a field of the row, or a"
                    + " column; cells.columns says which cells are indexed");
            return Optional.empty();
        }
        if (field.isEmpty() && !written.contains(entry.name())) {
            entry.problemWithName("is neither a field of this definition nor a column, which is family:qualifier"
                    + Suggestion.nearest(
                                    entry.name(),
                                    fields.stream()
                                            .filter(of -> !(of.source() instanceof FieldSource.OfCell))
                                            .map(FieldMapping::name)
                                            .toList())
                            .map(nearest -> "; did you mean " + nearest + "?")
                            .orElse(""));
        }
        return field;
    }

    /** Refuses days and local times of a field of the row key whose variants have several zones. */
    private void checkZones(SettingValues entry, FieldMapping field) {
        if (!(field.source() instanceof FieldSource.KeyField part) || field.type() != FieldType.DATE) {
            return;
        }
        List<ZoneId> zones = rowKey.declaration()
                .map(key -> key.spec().zones(part.name(), field.dateZone()))
                .orElse(List.of());
        for (SettingValues values : List.of(entry, entry.group(WhereSettings.NOT))) {
            for (Setting<?> setting : WhereSettings.CHECKS) {
                if (values.isWritten(setting)
                        && values(values, setting).stream().anyMatch(value -> moments(value, zones) > 1)) {
                    values.problem(
                            setting,
                            "has a time without an offset, and the variants of the row key have several time zones: "
                                    + zones + "; write it as 2024-02-29T13:14:15Z");
                }
            }
        }
    }

    private static long moments(String text, List<ZoneId> zones) {
        try {
            return zones.stream()
                    .map(zone -> DateText.of(null, zone).parseMillis(text))
                    .distinct()
                    .count();
        } catch (DateTimeException e) {
            return 0; // reported elsewhere
        }
    }

    private static List<Check> checks(SettingValues entry, FieldMapping field) {
        List<Check> checks = new ArrayList<>(plain(entry, field));
        List<Check> none = plain(entry.group(WhereSettings.NOT), field);
        if (!none.isEmpty()) {
            checks.add(new Check.NoneOf(none));
        }
        boolean says = WhereSettings.CHECKS.stream()
                .anyMatch(setting -> entry.isWritten(setting)
                        || entry.group(WhereSettings.NOT).isWritten(setting));
        if (!says) {
            entry.problem("says nothing of the value: it takes "
                    + String.join(
                            ", ",
                            WhereSettings.CHECKS.stream().map(Setting::key).toList())
                    + " and not");
        }
        return checks;
    }

    private static List<Check> plain(SettingValues values, FieldMapping field) {
        checkTypes(values, field);
        List<Check> checks = new ArrayList<>();
        values.find(WhereSettings.EQUALS).ifPresent(value -> checks.add(new Check.OneOf(List.of(value))));
        values.find(WhereSettings.IN).ifPresent(list -> checks.add(new Check.OneOf(list)));
        values.find(WhereSettings.PREFIX).ifPresent(text -> checks.add(new Check.Prefix(text)));
        Optional<Check.Bound> low = bound(values, WhereSettings.AT_LEAST, WhereSettings.ABOVE);
        Optional<Check.Bound> high = bound(values, WhereSettings.AT_MOST, WhereSettings.BELOW);
        if (low.isPresent() || high.isPresent()) {
            checks.add(new Check.Range(low, high));
        }
        values.find(WhereSettings.EXISTS).ifPresent(there -> checks.add(new Check.Exists(there)));
        return checks;
    }

    private static Optional<Check.Bound> bound(
            SettingValues values, Setting<String> including, Setting<String> excluding) {
        if (values.isWritten(including) && values.isWritten(excluding)) {
            values.problem(excluding, "and " + including + " are both an end of the same range: keep one of them");
        }
        return values.find(including).map(value -> new Check.Bound(value, true)).or(() -> values.find(excluding)
                .map(value -> new Check.Bound(value, false)));
    }

    private static void checkTypes(SettingValues values, FieldMapping field) {
        FieldType type = field.type();
        TextForm texts = field.form().texts();
        for (Setting<?> setting : WhereSettings.CHECKS) {
            if (values.isWritten(setting) && !fits(setting, type)) {
                values.problem(setting, "is not what can be asked of type " + DefinitionSettings.name(type));
            } else {
                values(values, setting).stream()
                        .filter(value -> !isValue(value, setting, field))
                        .forEach(value -> values.problem(
                                setting,
                                "\"" + value + "\" is not a value of type " + DefinitionSettings.name(type)
                                        + (texts.equals(TextForm.DEFAULT)
                                                ? ""
                                                : " as the field shows it, or before transform and labels")
                                        + (type == FieldType.DATE ? ", as 2024-02-29 or 2024-02-29T13:14:15Z" : "")));
            }
        }
        if (values.find(WhereSettings.IN).filter(List::isEmpty).isPresent()) {
            values.problem(WhereSettings.IN, "must name at least one value");
        }
    }

    /** Tells if a text is a value as the field shows it, or as HBase has it. */
    private static boolean isValue(String value, Setting<?> setting, FieldMapping field) {
        FieldType type = field.type();
        TextForm texts = field.form().texts();
        if (type == FieldType.TEXT || type == FieldType.KEYWORD) {
            return !isBound(setting) || texts.bound(value).isPresent();
        }
        return SourceReader.isValue(value, type, DateForm.DEFAULT)
                || (!texts.equals(TextForm.DEFAULT)
                        && texts.apply(value)
                                .filter(text -> SourceReader.isValue(
                                        text, type, field.form().dates()))
                                .isPresent());
    }

    private static boolean isBound(Setting<?> setting) {
        return setting == WhereSettings.AT_LEAST
                || setting == WhereSettings.ABOVE
                || setting == WhereSettings.AT_MOST
                || setting == WhereSettings.BELOW;
    }

    private static boolean fits(Setting<?> setting, FieldType type) {
        if (setting == WhereSettings.EXISTS) {
            return true;
        }
        if (setting == WhereSettings.PREFIX) {
            return type == FieldType.TEXT || type == FieldType.KEYWORD;
        }
        boolean isRange = setting != WhereSettings.EQUALS && setting != WhereSettings.IN;
        return type != FieldType.JSON && type != FieldType.GEO_POINT && !(isRange && type == FieldType.BOOLEAN);
    }

    /** Returns the values that must be of the field's type. */
    private static List<String> values(SettingValues values, Setting<?> setting) {
        if (setting == WhereSettings.IN) {
            return values.find(WhereSettings.IN).orElse(List.of());
        }
        return setting == WhereSettings.EXISTS
                ? List.of()
                : values.find(setting).map(Object::toString).stream().toList();
    }
}
