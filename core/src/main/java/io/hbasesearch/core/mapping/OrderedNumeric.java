/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decodes numbers of any size that HBase's {@code OrderedBytes} wrote, in the form of SQLite 4: sign and size in the first byte, an
 * exponent of 100 if it does not fit there, and digits to the base of 100, of which each except the last has its lowest bit set. For
 * negative numbers, exponent and digits are inverted to preserve the order. For one number.
 */
final class OrderedNumeric {
    private static final int NEGATIVE_INFINITE = 0x07;
    private static final int NEGATIVE_LARGE = 0x08;
    private static final int NEGATIVE_MEDIUM_LAST = 0x13;
    private static final int NEGATIVE_SMALL = 0x14;
    private static final int ZERO = 0x15;
    private static final int POSITIVE_SMALL = 0x16;
    private static final int POSITIVE_MEDIUM_FIRST = 0x17;
    private static final int POSITIVE_LARGE = 0x22;
    private static final int POSITIVE_INFINITE = 0x23;

    /** The largest exponent; a larger one would turn a few bytes into megabytes of zeros. */
    private static final int MAX_EXPONENT = 10_000;

    private final byte[] bytes;
    private int position = 1;

    private OrderedNumeric(byte[] bytes) {
        this.bytes = bytes;
    }

    /** @param bytes in ascending order */
    static Object decode(byte[] bytes) throws UndecodableValueException {
        int header = bytes[0];
        if (header == NEGATIVE_INFINITE || header == POSITIVE_INFINITE) {
            return header == NEGATIVE_INFINITE ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        OrderedNumeric number = new OrderedNumeric(bytes);
        BigDecimal value = header == ZERO ? BigDecimal.ZERO : number.value(header);
        if (number.position != bytes.length) {
            throw wrong();
        }
        return value;
    }

    private BigDecimal value(int header) throws UndecodableValueException {
        boolean negative = header < ZERO;
        long exponent =
                switch (header) {
                    case NEGATIVE_LARGE -> varint(true);
                    case NEGATIVE_SMALL -> -varint(false);
                    case POSITIVE_SMALL -> -varint(true);
                    case POSITIVE_LARGE -> varint(false);
                    default -> negative ? NEGATIVE_MEDIUM_LAST - (long) header : header - (long) POSITIVE_MEDIUM_FIRST;
                };
        if (Math.abs(exponent) > MAX_EXPONENT) {
            throw new UndecodableValueException("is a number of more than " + 2 * MAX_EXPONENT + " digits");
        }
        BigDecimal digits = digits((int) exponent, negative);
        return negative ? digits.negate() : digits;
    }

    private BigDecimal digits(int exponent, boolean inverted) throws UndecodableValueException {
        BigInteger unscaled = BigInteger.ZERO;
        int count = 0;
        int digit;
        do {
            digit = next(inverted);
            unscaled = unscaled.multiply(BigInteger.valueOf(100)).add(BigInteger.valueOf(digit / 2));
            count++;
        } while ((digit & 1) == 1);
        return Numbers.plain(new BigDecimal(unscaled, 2 * (count - exponent)));
    }

    private int next(boolean inverted) throws UndecodableValueException {
        if (position == bytes.length) {
            throw wrong();
        }
        byte next = bytes[position++];
        return (inverted ? ~next : next) & 0xff;
    }

    /** Reads SQLite 4's unsigned integers of one to nine bytes. */
    private long varint(boolean inverted) throws UndecodableValueException {
        int first = next(inverted);
        if (first <= 240) {
            return first;
        }
        if (first <= 248) {
            return 240 + 256L * (first - 241) + next(inverted);
        }
        if (first == 249) {
            return 2288 + 256L * next(inverted) + next(inverted);
        }
        long value = 0;
        for (int more = first - 247; more > 0; more--) {
            value = value << 8 | next(inverted);
        }
        return value < 0 ? Long.MAX_VALUE : value;
    }

    private static UndecodableValueException wrong() {
        return new UndecodableValueException("is not a number of OrderedBytes");
    }
}
