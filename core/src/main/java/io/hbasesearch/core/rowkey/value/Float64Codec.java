/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * Stores floating-point numbers in 8 bytes. The bytes of -0.0 sort before those of 0.0, and NaN last, as in {@link Double#compare};
 * as a value, -0.0 is 0.0.
 */
public record Float64Codec(Form form) implements KeyValueCodec {
    /** The form of the bits of IEEE 754. */
    public enum Form {
        /** Unchanged bits, as in {@code Bytes.toBytes(double)}: negative numbers sort last, in reverse order. */
        IEEE,
        /** The sign bit inverted, and the others too if the number is negative, as {@code OrderedBytes} does. */
        ORDERED,
        /** {@code ORDERED} plus one, as in Phoenix's {@code PDouble}. */
        PHOENIX
    }

    public Float64Codec {
        Objects.requireNonNull(form, "form");
    }

    @Override
    public KeyValue parse(String text) {
        try {
            return new KeyValue.Real(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw new UnfitValueException("must be a number", e);
        }
    }

    @Override
    public byte[] encode(KeyValue value) {
        if (!(value instanceof KeyValue.Real real)) {
            throw new UnfitValueException("must be a number with a fraction");
        }
        long bits = Double.doubleToLongBits(real.number());
        return ByteBuffer.allocate(Double.BYTES)
                .putLong(
                        switch (form) {
                            case IEEE -> bits;
                            case ORDERED -> ordered(bits);
                            case PHOENIX -> ordered(bits) + 1;
                        })
                .array();
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        if (bytes.length != Double.BYTES) {
            throw new UnfitValueException("must have 8 bytes");
        }
        long written = ByteBuffer.wrap(bytes).getLong();
        return new KeyValue.Real(Double.longBitsToDouble(
                switch (form) {
                    case IEEE -> written;
                    case ORDERED -> original(written);
                    case PHOENIX -> original(written - 1);
                }));
    }

    private static long ordered(long bits) {
        return bits ^ ((bits >> (Long.SIZE - 1)) | Long.MIN_VALUE);
    }

    private static long original(long ordered) {
        return ordered ^ ((~ordered >> (Long.SIZE - 1)) | Long.MIN_VALUE);
    }

    @Override
    public ValueKind kind() {
        return ValueKind.REAL;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(Double.BYTES);
    }

    @Override
    public KeyOrder order() {
        return form == Form.IEEE ? KeyOrder.NONE : KeyOrder.ASCENDING;
    }
}
