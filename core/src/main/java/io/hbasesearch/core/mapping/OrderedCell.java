/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.transform.Transform;
import io.hbasesearch.core.rowkey.value.Float64Codec;
import io.hbasesearch.core.rowkey.value.IntegerCodec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a cell that HBase's {@code OrderedBytes} wrote, in either order. The first byte determines the type; its first bit is set
 * if the order is descending, in which case every bit is inverted.
 */
final class OrderedCell {
    private static final int NULL = 0x05;
    private static final int NUMERIC_FIRST = 0x07;
    private static final int NUMERIC_LAST = 0x23;
    private static final int NAN = 0x26;
    private static final int INT_FIRST = 0x29;
    private static final int INT_LAST = 0x2c;
    private static final int FLOAT32 = 0x30;
    private static final int FLOAT64 = 0x31;
    private static final int TEXT = 0x34;
    private static final int BLOB_VAR = 0x37;
    private static final int BLOB_COPY = 0x38;

    private OrderedCell() {}

    static @Nullable Object decode(byte[] bytes) throws UndecodableValueException {
        if (bytes.length == 0) {
            throw new UndecodableValueException("is empty, and OrderedBytes never is");
        }
        boolean descending = bytes[0] < 0;
        byte[] ascending = descending ? inverted(bytes) : bytes;
        int header = ascending[0];
        if (header >= NUMERIC_FIRST && header <= NUMERIC_LAST) {
            return OrderedNumeric.decode(ascending);
        }
        if (header >= INT_FIRST && header <= INT_LAST) {
            return fixed(header, new IntegerCodec(1 << (header - INT_FIRST), true, true), ascending);
        }
        return switch (header) {
            case NULL -> null;
            case NAN -> Double.NaN;
            case FLOAT32 -> float32(ascending);
            case FLOAT64 -> fixed(header, new Float64Codec(Float64Codec.Form.ORDERED), ascending);
            case TEXT -> StrictUtf8.decode(terminated(ascending));
            case BLOB_VAR -> blob(ascending);
            case BLOB_COPY ->
                ByteArray.wrap(descending ? terminated(ascending) : Arrays.copyOfRange(ascending, 1, ascending.length));
            default -> throw new UndecodableValueException("does not begin as OrderedBytes does");
        };
    }

    private static byte[] inverted(byte[] bytes) {
        byte[] inverted = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            inverted[i] = (byte) ~bytes[i];
        }
        return inverted;
    }

    private static Object fixed(int header, KeyValueCodec codec, byte[] bytes) throws UndecodableValueException {
        try {
            KeyValue value = new Transform.Header((byte) header).before(codec).decode(bytes);
            return RowKeyMapper.raw(value);
        } catch (UnfitValueException e) {
            throw new UndecodableValueException(
                    "has " + bytes.length + " bytes, and not those of its type in OrderedBytes");
        }
    }

    /** Decodes a float, whose sign bit is inverted; the other bits too if the number is negative. */
    private static Object float32(byte[] bytes) throws UndecodableValueException {
        int written = (int) Numbers.bigEndian(Arrays.copyOfRange(bytes, 1, bytes.length), Float.BYTES);
        return Numbers.widen(Float.intBitsToFloat(written ^ ((~written >> (Integer.SIZE - 1)) | Integer.MIN_VALUE)));
    }

    /** Returns the bytes between the header and a zero. */
    private static byte[] terminated(byte[] bytes) throws UndecodableValueException {
        if (bytes.length < 2 || bytes[bytes.length - 1] != 0) {
            throw new UndecodableValueException("does not end with a zero, as OrderedBytes does");
        }
        return Arrays.copyOfRange(bytes, 1, bytes.length - 1);
    }

    /** Decodes seven bits per byte, whose first bit shows if another byte follows. */
    private static Object blob(byte[] bytes) throws UndecodableValueException {
        ByteArrayOutputStream blob = new ByteArrayOutputStream();
        int bits = 0;
        int count = 0;
        for (int i = 1; i < bytes.length; i++) {
            bits = bits << 7 | (bytes[i] & 0x7f);
            count += 7;
            if (count >= Byte.SIZE) {
                count -= Byte.SIZE;
                blob.write(bits >> count);
            }
            if (bytes[i] < 0 == (i == bytes.length - 1)) {
                throw new UndecodableValueException("does not end where its bits say, as OrderedBytes does");
            }
        }
        if (bytes.length == 1) {
            throw new UndecodableValueException("is a header alone");
        }
        return ByteArray.wrap(blob.toByteArray());
    }
}
