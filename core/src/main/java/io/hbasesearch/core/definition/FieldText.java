/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.SchemaSettings;
import io.hbasesearch.core.definition.settings.SchemasReader;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.TextStep;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.schema.CellSchema;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.YamlText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the settings of one field as YAML, by their keys. Stateless. */
public final class FieldText {
    private FieldText() {}

    /** Returns all settings. */
    public static Map<String, String> of(FieldMapping field) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (field.source() instanceof FieldSource.Cell cell) {
            put(settings, DefinitionSettings.COLUMN, cell.column().toString());
        }
        put(settings, ValueSettings.TYPE, DefinitionSettings.name(field.type()));
        boolean hasCells = field.source() instanceof FieldSource.Cell
                || field.source() instanceof FieldSource.Columns
                || field.source() instanceof FieldSource.OfCell;
        if (hasCells && !field.form().cells().isStructured()) {
            put(settings, ValueSettings.ENCODING, DefinitionSettings.name(field.encoding()));
        }
        if (field.hasDateText()) {
            if (field.datePattern() != null) {
                put(settings, ValueSettings.PATTERN, field.datePattern());
            }
            put(settings, ValueSettings.ZONE, field.dateZone().getId());
        }
        settings.putAll(more(field));
        if (!field.analyzers().isEmpty()) {
            settings.put(
                    DefinitionSettings.ANALYZERS.key(),
                    YamlText.list(
                            field.analyzers().stream().map(YamlText::quote).toList()));
        }
        settings.put(DefinitionSettings.DEFAULT.key(), Boolean.toString(field.searchedByDefault()));
        if (field.weight() != FieldMapping.DEFAULT_WEIGHT) {
            settings.put(DefinitionSettings.WEIGHT.key(), Float.toString(field.weight()));
        }
        return settings;
    }

    /** Returns the settings that the first definitions did not have; none if the field does not use them. */
    static Map<String, String> more(FieldMapping field) {
        Map<String, String> settings = new LinkedHashMap<>();
        addSource(settings, field.source());
        DateForm dates = field.form().dates();
        if (!field.hasDateText() && dates.pattern() != null) {
            put(settings, ValueSettings.PATTERN, dates.pattern());
        }
        if (!field.hasDateText() && field.mayHaveDateText() && !dates.zone().equals(DateForm.DEFAULT.zone())) {
            put(settings, ValueSettings.ZONE, dates.zone().getId());
        }
        if (dates.unit() != DateForm.DEFAULT.unit()) {
            put(settings, ValueSettings.UNIT, DefinitionSettings.name(dates.unit()));
        }
        addForm(settings, field.form());
        if (field.reversed()) {
            settings.put(DefinitionSettings.REVERSE.key(), "true");
        }
        return settings;
    }

    private static void addSource(Map<String, String> settings, FieldSource source) {
        if (source instanceof FieldSource.Cell cell && cell.isMany()) {
            settings.put(DefinitionSettings.VERSIONS.key(), Integer.toString(cell.versions()));
        } else if (source instanceof FieldSource.KeyField key) {
            put(settings, DefinitionSettings.KEY, key.name());
        } else if (source instanceof FieldSource.Columns columns) {
            put(settings, DefinitionSettings.COLUMNS, columns.pattern().toString());
            settings.put(DefinitionSettings.MAX_COLUMNS.key(), Integer.toString(columns.most()));
        } else if (source instanceof FieldSource.OfCell of && of.part() instanceof CellUnit.Value value) {
            value.columns().ifPresent(pattern -> put(settings, DefinitionSettings.COLUMNS, pattern.toString()));
        } else if (source instanceof FieldSource.Constant constant) {
            put(settings, DefinitionSettings.VALUE, constant.text());
        } else if (source instanceof FieldSource.CellTime time) {
            put(settings, DefinitionSettings.TIMESTAMP, time.column().toString());
        } else if (source instanceof FieldSource.RowTime) {
            put(settings, DefinitionSettings.TIMESTAMP, DefinitionSettings.WHOLE_ROW);
        } else if (source instanceof FieldSource.Joined joined) {
            putAll(settings, DefinitionSettings.FROM, joined.fields());
            if (joined.function().isPresent()) {
                putExtension(
                        settings, DefinitionSettings.FUNCTION, joined.function().get());
            } else {
                put(settings, DefinitionSettings.JOIN, joined.join());
            }
        }
    }

    private static void putAll(Map<String, String> settings, Setting<?> setting, List<String> values) {
        settings.put(
                setting.key(),
                YamlText.list(values.stream().map(YamlText::quote).toList()));
    }

    private static void putExtension(Map<String, String> settings, Setting<?> setting, Extension extension) {
        put(settings, setting, extension.name());
        Map<String, String> options = new LinkedHashMap<>();
        extension.options().forEach((name, value) -> options.put(name, YamlText.quote(value)));
        if (!options.isEmpty()) {
            settings.put(ValueSettings.OPTIONS.key(), YamlText.mapping(options));
        }
    }

    /** Returns a schema's settings, from which {@link SchemasReader} reads it without a file. */
    public static Map<String, String> of(CellSchema schema) {
        Map<String, String> settings = new LinkedHashMap<>();
        switch (schema.kind()) {
            case AVRO -> put(settings, SchemaSettings.AVRO, schema.text());
            case PROTOBUF -> {
                put(settings, SchemaSettings.PROTOBUF, SchemasReader.BASE64 + schema.text());
                put(settings, SchemaSettings.MESSAGE, schema.message());
            }
        }
        put(settings, SchemaSettings.FRAMING, DefinitionSettings.name(schema.framing()));
        schema.number().ifPresent(number -> settings.put(SchemaSettings.SCHEMA_ID.key(), number.toString()));
        return settings;
    }

    private static void addForm(Map<String, String> settings, ValueForm form) {
        // The name derives from the schema's content, so that a definition's hash covers it too.
        form.cells().schema().ifPresent(schema -> put(settings, ValueSettings.SCHEMA, schema.name()));
        form.cells().codec().ifPresent(codec -> putExtension(settings, ValueSettings.CODEC, codec));
        if (form.cells().littleEndian()) {
            put(settings, ValueSettings.BYTE_ORDER, DefinitionSettings.name(ValueSettings.Order.LITTLE));
        }
        form.cells().path().ifPresent(path -> put(settings, ValueSettings.PATH, path.toString()));
        form.texts().separator().ifPresent(separator -> put(settings, ValueSettings.SEPARATOR, separator));
        if (!form.texts().steps().isEmpty()) {
            putAll(
                    settings,
                    ValueSettings.TRANSFORM,
                    form.texts().steps().stream().map(TextStep::toString).toList());
        }
        if (!form.texts().labels().isEmpty()) {
            Map<String, String> labels = new TreeMap<>();
            form.texts().labels().forEach((code, label) -> labels.put(code, YamlText.quote(label)));
            settings.put(ValueSettings.LABELS.key(), YamlText.mapping(labels));
        }
        if (form.onError() != OnError.DEAD_LETTER) {
            put(settings, ValueSettings.ON_ERROR, DefinitionSettings.name(form.onError()));
        }
    }

    private static void put(Map<String, String> settings, Setting<?> setting, String value) {
        settings.put(setting.key(), YamlText.quote(value));
    }
}
