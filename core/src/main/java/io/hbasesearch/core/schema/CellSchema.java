/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The schema of cells. Immutable; two schemas are equal if they read the same cells to the same values.
 *
 * @param text the schema itself: Avro's in JSON, the descriptors of Protocol Buffers in Base64; always the same for one schema
 * @param message for Protocol Buffers, the full name of a cell's message; else empty
 * @param number that a {@link SchemaFraming#CONFLUENT} frame must have; empty for any
 */
public record CellSchema(
        SchemaKind kind, String text, String message, SchemaFraming framing, Optional<Integer> number) {
    private static final int NAME_BYTES = 16;

    public CellSchema {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(framing, "framing");
        Objects.requireNonNull(number, "number");
    }

    /**
     * @param json the content of a {@code .avsc} file
     * @throws IllegalArgumentException if this is not a valid schema, with the reason
     */
    public static CellSchema avro(String json, SchemaFraming framing, Optional<Integer> number) {
        return new CellSchema(SchemaKind.AVRO, AvroSchemas.canonical(json), "", framing, number);
    }

    /**
     * @param descriptors a compiled set of descriptors, as {@code protoc --include_imports --descriptor_set_out} writes it
     * @throws IllegalArgumentException if it is invalid, or lacks the message or one of its dependencies
     */
    public static CellSchema protobuf(
            byte[] descriptors, String message, SchemaFraming framing, Optional<Integer> number) {
        return new CellSchema(
                SchemaKind.PROTOBUF, ProtobufSchemas.canonical(descriptors, message), message, framing, number);
    }

    /** Returns a unique name that derives from the schema's content. */
    public String name() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(kind.name(), text, message, framing.name(), number.toString())) {
                byte[] bytes = part.getBytes(UTF_8);
                digest.update((bytes.length + ":").getBytes(UTF_8)); // so that no two lists of parts run together
                digest.update(bytes);
            }
            return "s" + HexFormat.of().formatHex(digest.digest(), 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public SchemaReader reader() {
        return switch (kind) {
            case AVRO -> AvroSchemas.reader(this);
            case PROTOBUF -> ProtobufSchemas.reader(this);
        };
    }

    /** Tells if cells are objects with members; then a field of another type needs a path to a member. */
    public boolean isObject() {
        return switch (kind) {
            case AVRO -> AvroSchemas.isObject(text);
            case PROTOBUF -> true;
        };
    }

    /** Returns the member names that may follow a path.
     *
     * @param names nested members, where an empty one is an item of a list
     * @return the names at that place; empty if it has no fixed names, or if the path does not exist
     */
    public List<String> members(List<Optional<String>> names) {
        return switch (kind) {
            case AVRO -> AvroSchemas.members(text, names);
            case PROTOBUF -> ProtobufSchemas.members(text, message, names);
        };
    }

    @Override
    public String toString() {
        return kind + " schema " + name();
    }
}
