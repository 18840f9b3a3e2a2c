/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.rowkey.value.Float64Codec;
import io.hbasesearch.core.rowkey.value.IntegerCodec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes cells that Apache Phoenix wrote. The field's type and the number of bytes determine Phoenix's type; an empty cell is null.
 */
final class PhoenixCell {
    /** 8 bytes of milliseconds, 4 of nanoseconds within one. */
    private static final int TIMESTAMP_BYTES = 12;

    private static final int ZERO = 0x80;
    private static final int NEGATIVE_END = 102;

    private PhoenixCell() {}

    /** @param signed false for the types with the prefix UNSIGNED_ */
    static ValueDecoder decoder(FieldType type, boolean signed) {
        return switch (type) {
            case TEXT, KEYWORD, JSON, GEO_POINT -> bytes -> bytes.length == 0 ? null : StrictUtf8.decode(bytes);
            case BOOLEAN -> bytes -> bytes.length == 0 ? null : Numbers.bytesBoolean(bytes);
            case INT, LONG -> bytes -> bytes.length == 0 ? null : whole(bytes, signed);
            case FLOAT, DOUBLE -> bytes -> bytes.length == 0 ? null : fraction(bytes, signed);
            case DATE -> bytes -> bytes.length == 0 ? null : millis(bytes, signed);
        };
    }

    /** TINYINT, SMALLINT, INTEGER and BIGINT. */
    private static Object whole(byte[] bytes, boolean signed) throws UndecodableValueException {
        if (bytes.length > Long.BYTES || Integer.bitCount(bytes.length) != 1) {
            throw new UndecodableValueException("has " + bytes.length + " bytes instead of 1, 2, 4 or 8");
        }
        return decoded(new IntegerCodec(bytes.length, true, signed), bytes);
    }

    private static Object decoded(KeyValueCodec codec, byte[] bytes) {
        KeyValue value = codec.decode(bytes);
        return RowKeyMapper.raw(value);
    }

    private static Object fraction(byte[] bytes, boolean signed) throws UndecodableValueException {
        if (bytes.length == Double.BYTES) {
            return decoded(new Float64Codec(signed ? Float64Codec.Form.PHOENIX : Float64Codec.Form.IEEE), bytes);
        }
        int written = (int) Numbers.bigEndian(bytes, Float.BYTES);
        if (signed) {
            written--;
            written ^= (~written >> (Integer.SIZE - 1)) | Integer.MIN_VALUE;
        }
        return Numbers.widen(Float.intBitsToFloat(written));
    }

    /** DATE, TIME and TIMESTAMP. */
    private static Object millis(byte[] bytes, boolean signed) throws UndecodableValueException {
        if (bytes.length != Long.BYTES && bytes.length != TIMESTAMP_BYTES) {
            throw new UndecodableValueException("has " + bytes.length + " bytes instead of 8 or 12");
        }
        return decoded(new IntegerCodec(Long.BYTES, true, signed), Arrays.copyOf(bytes, Long.BYTES));
    }

    /**
     * Decodes DECIMAL: an exponent of 100 with the sign, then digits to the base of 100, each plus one. For negative numbers the
     * exponent is inverted, each digit is 101 minus the digit, and 102 ends them.
     */
    static @Nullable Object decimal(byte[] bytes) throws UndecodableValueException {
        if (bytes.length == 0) {
            return null;
        }
        int first = bytes[0] & 0xff;
        if (first == ZERO && bytes.length == 1) {
            return BigDecimal.ZERO;
        }
        boolean negative = first < ZERO;
        int exponent = (negative ? ~first & 0x7f : first & 0x7f) - 65;
        int end = negative && bytes[bytes.length - 1] == NEGATIVE_END ? bytes.length - 1 : bytes.length;
        ByteBuffer digits = ByteBuffer.wrap(bytes, 1, end - 1);
        int count = digits.remaining();
        BigInteger unscaled = BigInteger.ZERO;
        while (digits.hasRemaining()) {
            int digit = negative ? 101 - digits.get() : digits.get() - 1;
            if (digit < 0 || digit > 99) {
                throw new UndecodableValueException("is not a decimal as Phoenix writes it");
            }
            unscaled = unscaled.multiply(BigInteger.valueOf(100)).add(BigInteger.valueOf(digit));
        }
        if (count == 0) {
            throw new UndecodableValueException("is a decimal without digits");
        }
        return Numbers.plain(new BigDecimal(negative ? unscaled.negate() : unscaled, 2 * (count - 1 - exponent)));
    }
}
