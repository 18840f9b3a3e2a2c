/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.SpecFiles;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.FileOrInline;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads {@code rowKey}: the declaration, the format and the fields that need no entry under {@code fields}. */
final class RowKeyReader {
    private final SettingValues rowKey;
    private final List<SettingValues> entries;
    private final Optional<RowKeyDeclaration> declaration;
    private final Optional<KeyFields> keyFields;

    /** @param values the whole definition */
    RowKeyReader(SettingValues values, SpecFiles specs) {
        this.rowKey = values.group(DefinitionSettings.ROW_KEY);
        this.entries = values.each(DefinitionSettings.FIELDS);
        this.declaration = rowKey.find(DefinitionSettings.SPEC)
                .flatMap(written -> written instanceof FileOrInline.OfFile file
                        ? specs.read(file.name(), rowKey)
                        : Optional.of(((FileOrInline.Inline) written).values()))
                .flatMap(this::declaration);
        this.keyFields = declaration.map(declared -> new KeyFields(declared.spec()));
        if (!rowKey.isWritten(DefinitionSettings.SPEC)) {
            needsSpec(DefinitionSettings.KEY_FIELDS);
            needsSpec(DefinitionSettings.UNDECODABLE);
        }
    }

    private Optional<RowKeyDeclaration> declaration(SettingValues settings) {
        return RowKeySpecReader.spec(settings)
                .map(spec -> new RowKeyDeclaration(
                        RowKeySpecReader.canonical(settings),
                        new RowKeySpec(
                                spec.variants(),
                                rowKey.find(DefinitionSettings.UNDECODABLE).orElse(spec.undecodable()))));
    }

    private void needsSpec(Setting<?> setting) {
        if (rowKey.isWritten(setting)) {
            rowKey.problem(setting, "has a meaning only with spec");
        }
    }

    Optional<RowKeyDeclaration> declaration() {
        return declaration;
    }

    /** Returns the fields that the key may have; empty if there is no specification, or if it has a reported problem. */
    Optional<KeyFields> keyFields() {
        return keyFields;
    }

    /** Tells if the definition has a specification, valid or not. */
    boolean hasSpec() {
        return rowKey.isWritten(DefinitionSettings.SPEC);
    }

    RowKeyFormat format() {
        Optional<RowKeySpec> spec = declaration.map(RowKeyDeclaration::spec);
        boolean binary = spec.isPresent() && !spec.get().isText();
        if (!rowKey.isWritten(DefinitionSettings.FORMAT) && binary) {
            return RowKeyFormat.BINARY;
        }
        return rowKey.find(DefinitionSettings.FORMAT).orElse(RowKeyFormat.TEXT);
    }

    /** Returns the field of the whole key and those of its parts. */
    List<FieldMapping> fields() {
        List<FieldMapping> fields = new ArrayList<>();
        rowKey.find(DefinitionSettings.FIELD).ifPresent(name -> {
            checkWhole(name);
            fields.add(FieldMapping.ofRowKey(name));
        });
        keyFields.ifPresent(known -> {
            for (String part : parts(known)) {
                known.type(part).ifPresent(type -> fields.add(FieldMapping.ofKeyField(part, type)));
            }
        });
        return fields;
    }

    /**
     * Returns the parts that become fields under their own names: the listed ones, or by default all parts with information about the
     * row that no entry under {@code fields} uses.
     */
    private List<String> parts(KeyFields known) {
        Optional<List<String>> asked = rowKey.find(DefinitionSettings.KEY_FIELDS);
        if (asked.isPresent()) {
            asked.get().forEach(part -> checkKnown(part, known));
        }
        Set<String> taken = entries.stream()
                .flatMap(entry -> entry.find(DefinitionSettings.KEY).stream())
                .collect(Collectors.toSet());
        List<String> parts = asked.orElse(known.told()).stream()
                .filter(part -> asked.isPresent() || !taken.contains(part))
                .distinct()
                .toList();
        parts.forEach(this::checkPart);
        return parts;
    }

    private void checkKnown(String part, KeyFields known) {
        if (known.type(part).isEmpty()) {
            rowKey.problem(DefinitionSettings.KEY_FIELDS, unknown(part, known.names()));
        }
    }

    /** @param names the existing names */
    static String unknown(String part, Collection<String> names) {
        return part + " is not a field of the row key"
                + Suggestion.nearest(part, names)
                        .map(name -> "; did you mean " + name + "? ")
                        .orElse("; ")
                + "It has: " + String.join(", ", names);
    }

    /** Checks the name of the field for the whole key, by the rules for all fields. */
    private void checkWhole(String name) {
        if (!FieldReader.isName(name)) {
            rowKey.problem(
                    DefinitionSettings.FIELD,
                    "\"" + name + "\" is not a field's name, which " + FieldReader.nameRule());
        }
        if (isEntry(name)) {
            rowKey.problem(DefinitionSettings.FIELD, name + " is also the name of a field with a column");
        }
    }

    /** Checks a part that becomes a field under its own name. */
    private void checkPart(String part) {
        String reason = "";
        if (!FieldReader.isName(part)) {
            reason = "is not a field's name, which " + FieldReader.nameRule();
        } else if (isEntry(part)) {
            reason = "is also the name of a field under fields";
        } else if (rowKey.find(DefinitionSettings.FIELD).filter(part::equals).isPresent()) {
            reason = "is also the name of rowKey.field";
        }
        if (!reason.isEmpty()) {
            rowKey.problem(
                    DefinitionSettings.SPEC,
                    "has the field \"" + part + "\", which " + reason
                            + ": give it another name under fields, with key: " + part
                            + ", or leave it out of rowKey.fields");
        }
    }

    private boolean isEntry(String name) {
        return entries.stream().anyMatch(field -> field.name().equals(name));
    }
}
