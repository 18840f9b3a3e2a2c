/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Stores whole numbers in 1 to 8 bytes, big endian, like HBase's {@code Bytes.toBytes}.
 *
 * @param bytes the width
 * @param signed in two's complement
 * @param signFlipped the first bit inverted, so that negative numbers sort before the others; also what Phoenix and
 *     {@code OrderedBytes} do
 */
public record IntegerCodec(int bytes, boolean signed, boolean signFlipped) implements KeyValueCodec {
    public IntegerCodec {
        if (bytes < 1 || bytes > Long.BYTES) {
            throw new IllegalArgumentException("a number has 1 to 8 bytes, not " + bytes);
        }
        if (signFlipped && !signed) {
            throw new IllegalArgumentException("a number without a sign has none to flip");
        }
    }

    public BigInteger least() {
        return signed ? BigInteger.ONE.shiftLeft(bytes * 8 - 1).negate() : BigInteger.ZERO;
    }

    public BigInteger most() {
        return BigInteger.ONE.shiftLeft(signed ? bytes * 8 - 1 : bytes * 8).subtract(BigInteger.ONE);
    }

    @Override
    public KeyValue parse(String text) {
        return IntegerCodecs.parse(text);
    }

    @Override
    public byte[] encode(KeyValue value) {
        return encode(IntegerCodecs.number(value));
    }

    private byte[] encode(BigInteger number) {
        if (number.compareTo(least()) < 0 || number.compareTo(most()) > 0) {
            throw new UnfitValueException("must be from " + least() + " to " + most());
        }
        long bits = number.longValue();
        byte[] encoded = new byte[bytes];
        for (int i = bytes - 1; i >= 0; i--) {
            encoded[i] = (byte) bits;
            bits >>>= 8;
        }
        flip(encoded);
        return encoded;
    }

    @Override
    public KeyValue decode(byte[] encoded) {
        if (encoded.length != bytes) {
            throw new UnfitValueException("must have " + bytes + " bytes");
        }
        byte[] number = encoded.clone();
        flip(number);
        return new KeyValue.Whole(signed ? new BigInteger(number) : new BigInteger(1, number));
    }

    private void flip(byte[] number) {
        if (signFlipped) {
            number[0] ^= (byte) 0x80;
        }
    }

    @Override
    public ValueKind kind() {
        return bytes < Integer.BYTES || (signed && bytes == Integer.BYTES) ? ValueKind.INT : ValueKind.WHOLE;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(bytes);
    }

    @Override
    public KeyOrder order() {
        return signed && !signFlipped ? KeyOrder.NONE : KeyOrder.ASCENDING;
    }

    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return IntegerCodecs.within(range, least(), most())
                .map(within -> within.map(number -> ByteArray.wrap(encode(number))));
    }
}
