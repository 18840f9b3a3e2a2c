/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.SchemasReader;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.value.CellForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.JsonPath;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the cell format of one field, and checks that it can give values of the field's type. */
final class CellReader {
    private final SettingValues values;
    private final FieldType type;
    private final FieldSource source;
    private final SchemasReader schemas;

    CellReader(SettingValues values, FieldType type, FieldSource source, SchemasReader schemas) {
        this.schemas = schemas;
        this.values = values;
        this.type = type;
        this.source = source;
    }

    CellForm read() {
        if (source instanceof FieldSource.Columns) {
            refuse(ValueSettings.PATH, "has a meaning only for a column");
        } else if (!(source instanceof FieldSource.Cell) && !(source instanceof FieldSource.OfCell)) {
            for (Setting<?> setting : List.of(
                    ValueSettings.ENCODING,
                    ValueSettings.SCHEMA,
                    ValueSettings.CODEC,
                    ValueSettings.BYTE_ORDER,
                    ValueSettings.PATH)) {
                refuse(setting, "has a meaning only for a column");
            }
            return CellForm.of(ValueEncoding.UTF8);
        }
        if (values.isWritten(ValueSettings.SCHEMA) || values.isWritten(ValueSettings.CODEC)) {
            return new StructureReader(values, type, source, schemas).read();
        }
        Optional<JsonPath> path = values.find(ValueSettings.PATH);
        ValueEncoding encoding = values.isWritten(ValueSettings.PATH) ? encodingOfJson() : encodingOfType();
        boolean little = values.find(ValueSettings.BYTE_ORDER)
                .filter(order -> order == ValueSettings.Order.LITTLE)
                .isPresent();
        if (!encoding.hasByteOrder()) {
            refuse(ValueSettings.BYTE_ORDER, "has no meaning for the encoding " + DefinitionSettings.name(encoding));
        }
        if (!encoding.isText() && values.isWritten(ValueSettings.SEPARATOR)) {
            values.problem(
                    ValueSettings.SEPARATOR,
                    "has a meaning only for text, not for the encoding " + DefinitionSettings.name(encoding));
        }
        return new CellForm(encoding, little && encoding.hasByteOrder(), path);
    }

    private ValueEncoding encodingOfJson() {
        ValueEncoding encoding = values.find(ValueSettings.ENCODING).orElse(ValueEncoding.UTF8);
        if (!encoding.isText()) {
            values.problem(
                    ValueSettings.ENCODING,
                    DefinitionSettings.name(encoding) + " does not give JSON, in which path looks: it is text in "
                            + names(FieldType.JSON.encodings()));
            return ValueEncoding.UTF8;
        }
        return encoding;
    }

    private ValueEncoding encodingOfType() {
        // Only text is split or transformed.
        boolean isText = values.isWritten(ValueSettings.SEPARATOR) || values.isWritten(ValueSettings.TRANSFORM);
        ValueEncoding encoding =
                values.find(ValueSettings.ENCODING).orElse(isText ? ValueEncoding.UTF8 : type.defaultEncoding());
        if (source instanceof FieldSource.Columns) {
            checkMembers(encoding);
        } else if (!type.encodings().contains(encoding)) {
            values.problem(
                    ValueSettings.ENCODING,
                    DefinitionSettings.name(encoding) + " does not give values of type " + DefinitionSettings.name(type)
                            + ", which takes " + names(type.encodings()) + "; types that take "
                            + DefinitionSettings.name(encoding) + ": " + names(typesWith(encoding)));
        }
        return encoding;
    }

    /** Checks the encoding of an object's members, which must define their type itself. */
    private void checkMembers(ValueEncoding encoding) {
        if (encoding == ValueEncoding.PHOENIX
                || encoding == ValueEncoding.PHOENIX_UNSIGNED
                || encoding == ValueEncoding.PHOENIX_ARRAY) {
            values.problem(ValueSettings.ENCODING, "needs a type, which members of an object do not have");
        }
    }

    private static List<FieldType> typesWith(ValueEncoding encoding) {
        return Arrays.stream(FieldType.values())
                .filter(type -> type.encodings().contains(encoding))
                .toList();
    }

    static String names(List<? extends Enum<?>> constants) {
        return constants.stream().map(DefinitionSettings::name).collect(Collectors.joining(", "));
    }

    /** Returns the message for a codec or function that is missing from the class path, or that refuses its options. */
    static String unusable(Throwable e) {
        // The message of a missing class is only its name.
        return "cannot be used: " + (e instanceof LinkageError ? e : e.getMessage());
    }

    private void refuse(Setting<?> setting, String reason) {
        if (values.isWritten(setting)) {
            values.problem(setting, reason);
        }
    }
}
