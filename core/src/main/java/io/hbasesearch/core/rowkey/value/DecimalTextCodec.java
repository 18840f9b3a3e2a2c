/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hbasesearch.core.model.ByteArray;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalInt;

/** Stores whole numbers from 0 in decimal digits.
 *
 * @param digits the fixed number of digits, with leading zeros; 0 for a variable number, which has no order
 */
public record DecimalTextCodec(int digits) implements KeyValueCodec {
    @Override
    public KeyValue parse(String text) {
        return IntegerCodecs.parse(text);
    }

    @Override
    public byte[] encode(KeyValue value) {
        return encode(IntegerCodecs.number(value));
    }

    private byte[] encode(BigInteger number) {
        String text = number.toString();
        if (number.signum() < 0 || (digits > 0 && text.length() > digits)) {
            throw new UnfitValueException(
                    digits > 0 ? "must have at most " + digits + " digits and no sign" : "must have no sign");
        }
        return ("0".repeat(Math.max(0, digits - text.length())) + text).getBytes(US_ASCII);
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        boolean padded =
                digits > 0 ? bytes.length == digits : bytes.length == 1 || (bytes.length > 1 && bytes[0] != '0');
        for (byte digit : bytes) {
            padded &= digit >= '0' && digit <= '9';
        }
        if (!padded) {
            throw new UnfitValueException(
                    digits > 0 ? "must be " + digits + " decimal digits" : "must be decimal digits, none 0 in front");
        }
        return new KeyValue.Whole(new BigInteger(new String(bytes, US_ASCII)));
    }

    @Override
    public ValueKind kind() {
        return digits > 0 && digits < 10 ? ValueKind.INT : ValueKind.WHOLE;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public OptionalInt width() {
        return digits > 0 ? OptionalInt.of(digits) : OptionalInt.empty();
    }

    @Override
    public KeyOrder order() {
        return digits > 0 ? KeyOrder.ASCENDING : KeyOrder.NONE;
    }

    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        BigInteger most = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
        return IntegerCodecs.within(range, BigInteger.ZERO, most)
                .map(within -> within.map(number -> ByteArray.wrap(encode(number))));
    }
}
