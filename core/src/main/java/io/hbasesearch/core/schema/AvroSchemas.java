/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** Reads Avro's schemas with its own library; cells are read by {@link AvroCell}. Stateless. */
final class AvroSchemas {
    private AvroSchemas() {}

    /** Returns the schema as Avro itself writes it, including its documentation, which may matter to a reader. */
    static String canonical(String json) {
        return parse(json).toString();
    }

    private static Schema parse(String json) {
        try {
            return new Schema.Parser().parse(json);
        } catch (AvroRuntimeException e) {
            throw new IllegalArgumentException(firstLine(String.valueOf(e.getMessage())), e);
        }
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    static SchemaReader reader(CellSchema schema) {
        Schema parsed = parse(schema.text());
        OptionalLong fingerprint = OptionalLong.of(SchemaNormalization.parsingFingerprint64(parsed));
        return cell -> new AvroCell(Frames.payload(cell, schema, fingerprint)).read(parsed);
    }

    static boolean isObject(String text) {
        return branches(parse(text))
                .allMatch(branch -> branch.getType() == Schema.Type.RECORD || branch.getType() == Schema.Type.MAP);
    }

    static List<String> members(String text, List<Optional<String>> names) {
        List<Schema> at = branches(parse(text)).toList();
        for (Optional<String> name : names) {
            List<Schema> next = new ArrayList<>();
            at.forEach(schema ->
                    step(schema, name).ifPresent(inner -> branches(inner).forEach(next::add)));
            at = next;
        }
        boolean isFixed = at.stream().allMatch(schema -> schema.getType() == Schema.Type.RECORD);
        return isFixed
                ? at.stream()
                        .flatMap(schema -> schema.getFields().stream())
                        .map(Schema.Field::name)
                        .distinct()
                        .toList()
                : List.of();
    }

    private static Optional<Schema> step(Schema schema, Optional<String> name) {
        return switch (schema.getType()) {
            case RECORD -> name.map(schema::getField).map(Schema.Field::schema);
            case MAP -> name.map(any -> schema.getValueType());
            case ARRAY -> name.isEmpty() ? Optional.of(schema.getElementType()) : Optional.empty();
            case UNION, ENUM, FIXED, STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL -> Optional.empty();
        };
    }

    /** Returns the possible types of a value except null. */
    private static Stream<Schema> branches(Schema schema) {
        return schema.isUnion()
                ? schema.getTypes().stream().filter(branch -> branch.getType() != Schema.Type.NULL)
                : Stream.of(schema);
    }
}
