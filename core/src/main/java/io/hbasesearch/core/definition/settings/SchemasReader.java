/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.schema.CellSchema;
import io.hbasesearch.core.schema.SchemaFraming;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the schemas of a definition, from files or from the definition itself. */
public final class SchemasReader {
    public static final String BASE64 = "base64:";

    private final Optional<Path> directory;
    private final Map<String, Optional<CellSchema>> schemas = new LinkedHashMap<>();

    /** @param files resolves relative paths */
    public SchemasReader(SettingValues values, SpecFiles files) {
        this.directory = files.directory();
        values.each(SchemaSettings.SCHEMAS).forEach(entry -> schemas.put(entry.name(), read(entry)));
    }

    /** Finds a schema; empty if there is none of this name or if it is invalid, which is reported. */
    public Optional<CellSchema> find(String name, SettingValues field) {
        if (!schemas.containsKey(name)) {
            String hint = Suggestion.nearest(name, schemas.keySet())
                    .map(nearest -> "; did you mean " + nearest + "?")
                    .orElse("");
            field.problem(
                    ValueSettings.SCHEMA,
                    name + " is none of this definition's: name it under schemas, with its file" + hint);
        }
        return schemas.getOrDefault(name, Optional.empty());
    }

    private Optional<CellSchema> read(SettingValues entry) {
        boolean isAvro = entry.isWritten(SchemaSettings.AVRO);
        boolean isProtobuf = entry.isWritten(SchemaSettings.PROTOBUF);
        if (isAvro == isProtobuf) {
            entry.problem(isAvro ? "has avro and protobuf: keep one of them" : "needs avro or protobuf, with a file");
            return Optional.empty();
        }
        SchemaFraming framing = entry.find(SchemaSettings.FRAMING).orElse(SchemaFraming.NONE);
        Optional<Integer> number = entry.find(SchemaSettings.SCHEMA_ID);
        if (framing != SchemaFraming.CONFLUENT && entry.isWritten(SchemaSettings.SCHEMA_ID)) {
            entry.problem(SchemaSettings.SCHEMA_ID, "has a meaning only with framing: confluent");
            number = Optional.empty();
        }
        return isAvro ? avro(entry, framing, number) : protobuf(entry, framing, number);
    }

    private Optional<CellSchema> avro(SettingValues entry, SchemaFraming framing, Optional<Integer> number) {
        if (entry.isWritten(SchemaSettings.MESSAGE)) {
            entry.problem(SchemaSettings.MESSAGE, "has a meaning only with protobuf");
        }
        Optional<String> written = entry.find(SchemaSettings.AVRO);
        Optional<String> json = written.filter(
                        text -> "{[\"".indexOf(text.strip().charAt(0)) >= 0)
                .or(() -> written.flatMap(path -> file(entry, SchemaSettings.AVRO, path))
                        .map(bytes -> new String(bytes, UTF_8)));
        try {
            return json.map(text -> CellSchema.avro(text, framing, number));
        } catch (IllegalArgumentException e) {
            entry.problem(SchemaSettings.AVRO, "is not an Avro schema: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<CellSchema> protobuf(SettingValues entry, SchemaFraming framing, Optional<Integer> number) {
        Optional<String> message = entry.find(SchemaSettings.MESSAGE);
        if (message.isEmpty()) {
            entry.problem(SchemaSettings.MESSAGE, "is missing: the full name of the message, as shop.v1.Order");
        }
        if (framing == SchemaFraming.SINGLE_OBJECT) {
            entry.problem(SchemaSettings.FRAMING, "singleObject is Avro's");
        }
        try {
            Optional<byte[]> descriptors =
                    entry.find(SchemaSettings.PROTOBUF).flatMap(written -> descriptors(entry, written));
            return message.flatMap(name -> descriptors.map(bytes -> CellSchema.protobuf(bytes, name, framing, number)));
        } catch (IllegalArgumentException e) {
            entry.problem(SchemaSettings.PROTOBUF, e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<byte[]> descriptors(SettingValues entry, String written) {
        return written.startsWith(BASE64)
                ? Optional.of(Base64.getDecoder().decode(written.substring(BASE64.length())))
                : file(entry, SchemaSettings.PROTOBUF, written);
    }

    private Optional<byte[]> file(SettingValues entry, Setting<?> setting, String path) {
        if (directory.isEmpty()) {
            entry.problem(setting, "must be the schema itself here, not a file's name");
            return Optional.empty();
        }
        try {
            Path file = directory.get().resolve(path).normalize();
            if (!Files.isRegularFile(file)) {
                entry.problem(setting, "names no file: there is no " + file);
                return Optional.empty();
            }
            return Optional.of(Files.readAllBytes(file));
        } catch (InvalidPathException e) {
            entry.problem(setting, "is not the path of a file");
        } catch (IOException e) {
            entry.problem(setting, "names a file that cannot be read: " + e);
        }
        return Optional.empty();
    }
}
