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
import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.extension.Extensions;
import io.hbasesearch.core.extension.ValueCodec;
import io.hbasesearch.core.schema.CellSchema;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the schema or codec of one field's cells, and checks that it can give values of the field's type. */
final class StructureReader {
    private final SettingValues values;
    private final FieldType type;
    private final FieldSource source;
    private final SchemasReader schemas;

    StructureReader(SettingValues values, FieldType type, FieldSource source, SchemasReader schemas) {
        this.values = values;
        this.type = type;
        this.source = source;
        this.schemas = schemas;
    }

    CellForm read() {
        boolean hasSchema = values.isWritten(ValueSettings.SCHEMA);
        Setting<?> reader = hasSchema ? ValueSettings.SCHEMA : ValueSettings.CODEC;
        for (Setting<?> other : List.of(ValueSettings.ENCODING, ValueSettings.BYTE_ORDER)) {
            if (values.isWritten(other)) {
                values.problem(other, "has no meaning with " + reader + ", which says how the cell is read");
            }
        }
        if (hasSchema && values.isWritten(ValueSettings.CODEC)) {
            values.problem(ValueSettings.CODEC, "and schema both say how the cell is read: keep one of them");
        }
        Optional<JsonPath> path = values.find(ValueSettings.PATH);
        Optional<CellSchema> schema = values.find(ValueSettings.SCHEMA).flatMap(name -> schemas.find(name, values));
        Optional<Extension> codec = values.find(ValueSettings.CODEC)
                .map(name ->
                        new Extension(name, values.find(ValueSettings.OPTIONS).orElse(Map.of())));
        schema.ifPresent(found -> check(found, path));
        codec.ifPresent(this::check);
        return new CellForm(ValueEncoding.UTF8, false, path, schema, codec);
    }

    private void check(CellSchema schema, Optional<JsonPath> path) {
        boolean isWhole = path.isEmpty() || path.get().steps().isEmpty();
        boolean isMember = source instanceof FieldSource.Columns;
        if (isWhole && !isMember && type != FieldType.JSON && schema.isObject()) {
            values.problem(
                    ValueSettings.PATH,
                    "is needed, as the schema describes an object and type " + DefinitionSettings.name(type)
                            + " is none: " + members(schema.members(List.of())));
        }
        path.ifPresent(to -> check(schema, to));
    }

    /** Checks a path against a schema. A member that the schema lacks would silently be absent from every document. */
    private void check(CellSchema schema, JsonPath path) {
        List<Optional<String>> names = new ArrayList<>();
        for (JsonPath.Step step : path.steps()) {
            Optional<String> name =
                    step instanceof JsonPath.Member member ? Optional.of(member.name()) : Optional.empty();
            List<String> members = schema.members(names);
            if (name.isPresent() && !members.isEmpty() && !members.contains(name.get())) {
                String hint = Suggestion.nearest(name.get(), members)
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("");
                values.problem(
                        ValueSettings.PATH,
                        "leads to " + name.get() + ", which the schema does not have" + hint + " " + members(members));
                return;
            }
            names.add(name);
        }
    }

    private static String members(List<String> names) {
        return "it has " + String.join(", ", names);
    }

    /** Checks a codec. Anything that it throws is reported as a problem of the definition; so is a class that its jar lacks. */
    private void check(Extension codec) {
        try {
            ValueCodec.Reader unused = Extensions.reader(codec);
        } catch (RuntimeException | LinkageError e) {
            values.problem(ValueSettings.CODEC, CellReader.unusable(e));
        }
    }
}
