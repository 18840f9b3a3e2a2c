/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalLong;

/** Removes the frames of cells. Stateless. */
final class Frames {
    private static final short SINGLE_OBJECT = (short) 0xc301;
    private static final int MOST_INDEXES = 64;

    private Frames() {}

    /** Returns the bytes that the schema describes.
     *
     * @param fingerprint of an Avro schema; empty for others
     */
    static ByteBuffer payload(byte[] cell, CellSchema schema, OptionalLong fingerprint) throws UnreadableCellException {
        ByteBuffer bytes = ByteBuffer.wrap(cell);
        switch (schema.framing()) {
            case NONE -> {
                return bytes;
            }
            case CONFLUENT -> confluent(bytes, schema.number());
            case SINGLE_OBJECT -> singleObject(bytes, fingerprint);
        }
        if (schema.framing() == SchemaFraming.CONFLUENT && schema.kind() == SchemaKind.PROTOBUF) {
            skipIndexes(bytes);
        }
        return bytes;
    }

    private static void confluent(ByteBuffer bytes, Optional<Integer> number) throws UnreadableCellException {
        if (bytes.remaining() <= Integer.BYTES || bytes.get() != 0) {
            throw new UnreadableCellException("does not begin with a zero and a schema's number");
        }
        int found = bytes.getInt();
        if (number.isPresent() && number.get() != found) {
            throw new UnreadableCellException("was written by schema " + found + " instead of " + number.get());
        }
    }

    private static void singleObject(ByteBuffer bytes, OptionalLong fingerprint) throws UnreadableCellException {
        if (bytes.remaining() < Short.BYTES + Long.BYTES || bytes.getShort() != SINGLE_OBJECT) {
            throw new UnreadableCellException("does not begin as a single object of Avro's");
        }
        long found = bytes.order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (fingerprint.isPresent() && fingerprint.getAsLong() != found) {
            throw new UnreadableCellException("was written by a schema with another fingerprint");
        }
    }

    /**
     * Skips the indexes of the message in its file: a count and that many numbers, or a zero for the first one. The definition names
     * the message anyway.
     */
    private static void skipIndexes(ByteBuffer bytes) throws UnreadableCellException {
        long count = Varints.signed(bytes);
        if (count < 0 || count > MOST_INDEXES) {
            throw new UnreadableCellException("does not say which message it is");
        }
        for (long i = 0; i < count; i++) {
            long unused = Varints.signed(bytes);
        }
    }
}
