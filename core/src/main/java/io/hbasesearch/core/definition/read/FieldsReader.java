/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.SchemasReader;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates the fields of a definition, and checks their references to each other. */
final class FieldsReader {
    private final RowKeyReader rowKey;
    private final SchemasReader schemas;
    private final List<SettingValues> entries;

    FieldsReader(SettingValues values, RowKeyReader rowKey, SchemasReader schemas) {
        this.rowKey = rowKey;
        this.schemas = schemas;
        this.entries = values.each(DefinitionSettings.FIELDS);
    }

    /** Reads the fields, those of the row key first. Fields with problems are reported and left out. */
    List<FieldMapping> read() {
        Map<String, List<String>> copies = copies();
        List<FieldMapping> fields = new ArrayList<>(rowKey.fields());
        for (SettingValues entry : entries) {
            FieldReader.read(entry, rowKey, schemas, copies).ifPresent(field -> {
                fields.add(field);
                field.raw().ifPresent(raw -> addRaw(raw, entry, fields));
            });
        }
        for (SettingValues entry : entries) {
            fields.stream()
                    .filter(field -> field.name().equals(entry.name()))
                    .forEach(field -> checkJoined(field, entry, fields));
        }
        return fields;
    }

    private Map<String, List<String>> copies() {
        Map<String, List<String>> copies = new LinkedHashMap<>();
        for (SettingValues entry : entries) {
            for (String target : entry.find(DefinitionSettings.COPY_TO).orElse(List.of())) {
                if (entries.stream().noneMatch(other -> other.name().equals(target))) {
                    entry.problem(
                            DefinitionSettings.COPY_TO,
                            target + " is not a field: write it under fields with a type and nothing else");
                }
                copies.computeIfAbsent(target, none -> new ArrayList<>()).add(entry.name());
            }
        }
        return copies;
    }

    private void addRaw(FieldMapping raw, SettingValues entry, List<FieldMapping> fields) {
        boolean taken = fields.stream().anyMatch(field -> field.name().equals(raw.name()))
                || entries.stream().anyMatch(other -> other.name().equals(raw.name()));
        if (taken || !FieldReader.isName(raw.name())) {
            entry.problem(
                    ValueSettings.ON_ERROR,
                    "keep-raw needs the name " + raw.name() + " for what was found, "
                            + (taken ? "which is another field's" : "which is too long"));
        }
        fields.add(raw);
    }

    private void checkJoined(FieldMapping field, SettingValues entry, List<FieldMapping> fields) {
        if (!(field.source() instanceof FieldSource.Joined joined)) {
            return;
        }
        for (String name : joined.fields()) {
            List<FieldMapping> found =
                    fields.stream().filter(other -> other.name().equals(name)).toList();
            if (found.isEmpty()) {
                reportUnknown(name, entry, fields);
            } else if (!isJoinable(found.get(0))) {
                entry.problem(
                        DefinitionSettings.FROM,
                        name + " cannot be joined: it is json, what was found of another field, or joined itself");
            }
        }
    }

    /** Reports an unknown name, unless the file has that field with a problem that was reported. */
    private void reportUnknown(String name, SettingValues entry, List<FieldMapping> fields) {
        Set<String> names = new LinkedHashSet<>();
        fields.forEach(field -> names.add(field.name()));
        entries.forEach(other -> names.add(other.name()));
        if (!names.contains(name)) {
            String hint = Suggestion.nearest(name, names)
                    .map(nearest -> "; did you mean " + nearest + "?")
                    .orElse("");
            entry.problem(DefinitionSettings.FROM, name + " is not a field of this definition" + hint);
        }
    }

    private static boolean isJoinable(FieldMapping field) {
        return field.type() != FieldType.JSON
                && !(field.source() instanceof FieldSource.Joined)
                && !(field.source() instanceof FieldSource.RawOf);
    }
}
