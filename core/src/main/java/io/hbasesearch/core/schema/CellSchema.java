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
 * The schema that cells are written by. Immutable; equal if it reads the same cells to the same values.
 *
 * @param text the schema itself: Avro's in JSON, the descriptors of Protocol Buffers in Base64; always the same for one schema
 * @param message of Protocol Buffers: the full name of the message that a cell is; else empty
 * @param number that a {@link SchemaFraming#CONFLUENT} frame must have; any, if it is empty
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
     * @param json what a {@code .avsc} file holds
     * @throws IllegalArgumentException if this is no schema, saying what is wrong with it
     */
    public static CellSchema avro(String json, SchemaFraming framing, Optional<Integer> number) {
        return new CellSchema(SchemaKind.AVRO, AvroSchemas.canonical(json), "", framing, number);
    }

    /**
     * @param descriptors a compiled set of descriptors, as {@code protoc --include_imports --descriptor_set_out} writes it
     * @throws IllegalArgumentException if it is none, or lacks the message or something that it is made of
     */
    public static CellSchema protobuf(
            byte[] descriptors, String message, SchemaFraming framing, Optional<Integer> number) {
        return new CellSchema(
                SchemaKind.PROTOBUF, ProtobufSchemas.canonical(descriptors, message), message, framing, number);
    }

    /** A name that no other schema has, made of what it says. */
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

    /** Whether cells are objects with members, of which a field that is no object needs a path to one. */
    public boolean isObject() {
        return switch (kind) {
            case AVRO -> AvroSchemas.isObject(text);
            case PROTOBUF -> true;
        };
    }

    /**
     * The names that may follow upon others, for a path that names members.
     *
     * @param names members within each other, where an empty one is an item of a list
     * @return the names at that place; empty if what is there has no fixed ones, or if the path leads nowhere
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
