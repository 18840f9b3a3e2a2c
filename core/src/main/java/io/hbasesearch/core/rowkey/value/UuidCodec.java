/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Stores UUIDs, whose values are texts of 36 characters in lower case. Their order is that of the bytes.
 *
 * @param asText true to write those 36 characters, false for 16 bytes
 */
public record UuidCodec(boolean asText) implements KeyValueCodec {
    private static final int TEXT_LENGTH = 36;
    private static final int BINARY_LENGTH = 16;
    private static final String RULE = "must be a UUID, as 123e4567-e89b-12d3-a456-426614174000";

    @Override
    public KeyValue parse(String text) {
        return KeyValue.of(uuid(text).toString());
    }

    private static UUID uuid(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            if (text.length() == TEXT_LENGTH) {
                return uuid;
            }
        } catch (IllegalArgumentException e) {
            throw new UnfitValueException(RULE, e);
        }
        throw new UnfitValueException(RULE);
    }

    @Override
    public byte[] encode(KeyValue value) {
        UUID uuid = uuid(value.text());
        if (asText) {
            return uuid.toString().getBytes(US_ASCII);
        }
        return ByteBuffer.allocate(BINARY_LENGTH)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        if (bytes.length != (asText ? TEXT_LENGTH : BINARY_LENGTH)) {
            throw new UnfitValueException(RULE);
        }
        if (asText) {
            String text = new String(bytes, US_ASCII);
            if (!uuid(text).toString().equals(text)) {
                throw new UnfitValueException(RULE + ", in lower case");
            }
            return KeyValue.of(text);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return KeyValue.of(new UUID(buffer.getLong(), buffer.getLong()).toString());
    }

    @Override
    public ValueKind kind() {
        return ValueKind.TEXT;
    }

    @Override
    public boolean isText() {
        return asText;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(asText ? TEXT_LENGTH : BINARY_LENGTH);
    }

    @Override
    public KeyOrder order() {
        return KeyOrder.ASCENDING;
    }
}
