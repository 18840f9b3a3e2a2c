/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.YamlText;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of one field as YAML, by their keys. Stateless. */
final class FieldText {
    private FieldText() {}

    /** All of them. */
    static Map<String, String> of(FieldMapping field) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (field.source() instanceof FieldSource.Cell cell) {
            put(settings, DefinitionSettings.COLUMN, cell.column().toString());
        }
        put(settings, DefinitionSettings.TYPE, DefinitionSettings.name(field.type()));
        if (field.column().isPresent()) {
            put(settings, DefinitionSettings.ENCODING, DefinitionSettings.name(field.encoding()));
        }
        if (field.hasDateText()) {
            if (field.datePattern() != null) {
                put(settings, DefinitionSettings.PATTERN, field.datePattern());
            }
            put(settings, DefinitionSettings.ZONE, field.dateZone().getId());
        }
        settings.putAll(more(field));
        if (!field.analyzers().isEmpty()) {
            settings.put(
                    DefinitionSettings.ANALYZERS.key(),
                    YamlText.list(
                            field.analyzers().stream().map(YamlText::quote).toList()));
        }
        settings.put(DefinitionSettings.DEFAULT.key(), Boolean.toString(field.searchedByDefault()));
        return settings;
    }

    /** Those that the first definitions did not have; none where a field is as they had them. */
    static Map<String, String> more(FieldMapping field) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (field.source() instanceof FieldSource.KeyField key) {
            put(settings, DefinitionSettings.KEY, key.name());
        }
        DateForm dates = field.form().dates();
        if (!field.hasDateText() && dates.pattern() != null) {
            put(settings, DefinitionSettings.PATTERN, dates.pattern());
        }
        if (!field.hasDateText()
                && !dates.zone().equals(DateForm.DEFAULT.zone())
                && field.column().isEmpty()) {
            put(settings, DefinitionSettings.ZONE, dates.zone().getId());
        }
        if (dates.unit() != DateForm.DEFAULT.unit()) {
            put(settings, DefinitionSettings.UNIT, DefinitionSettings.name(dates.unit()));
        }
        addForm(settings, field.form());
        return settings;
    }

    private static void addForm(Map<String, String> settings, ValueForm form) {
        if (form.cells().littleEndian()) {
            put(settings, DefinitionSettings.BYTE_ORDER, DefinitionSettings.name(DefinitionSettings.Order.LITTLE));
        }
        form.cells().path().ifPresent(path -> put(settings, DefinitionSettings.PATH, path.toString()));
        form.texts().separator().ifPresent(separator -> put(settings, DefinitionSettings.SEPARATOR, separator));
        if (form.onError() != OnError.DEAD_LETTER) {
            put(settings, DefinitionSettings.ON_ERROR, DefinitionSettings.name(form.onError()));
        }
    }

    private static void put(Map<String, String> settings, Setting<?> setting, String value) {
        settings.put(setting.key(), YamlText.quote(value));
    }
}
