/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Decodes numbers and booleans that HBase's {@code Bytes} wrote, or that are in decimal digits. */
final class Numbers {
    /** The largest scale without an exponent, so that a few bytes cannot become gigabytes of zeros. */
    private static final int MAX_PLAIN_SCALE = 1_000;

    private static final int MAX_UNSCALED_BYTES = 4_096;
    private static final int MAX_DIGITS = 1_000;
    private static final String NOT_OF_THIS_TYPE = "is not a number of this type";

    private Numbers() {}

    /** @param raw as {@link ValueConverter} has it */
    static Object whole(Object raw, FieldType type) throws UndecodableValueException {
        if (raw instanceof String text) {
            return parse(type, text);
        }
        try {
            long number = raw instanceof BigDecimal decimal
                    ? decimal.longValueExact()
                    : integer(raw).longValueExact();
            if (type == FieldType.LONG || number == (int) number) {
                return number;
            }
        } catch (ArithmeticException e) {
            throw new UndecodableValueException(NOT_OF_THIS_TYPE);
        }
        throw new UndecodableValueException(NOT_OF_THIS_TYPE);
    }

    private static BigInteger integer(Object raw) throws UndecodableValueException {
        if (raw instanceof Long number) {
            return BigInteger.valueOf(number);
        }
        if (raw instanceof BigInteger number) {
            return number;
        }
        throw new UndecodableValueException("is not a whole number");
    }

    /** @param raw as {@link ValueConverter} has it */
    static Object fraction(Object raw, FieldType type) throws UndecodableValueException {
        if (raw instanceof String text) {
            return parse(type, text);
        }
        if (!(raw instanceof Number number)) {
            throw new UndecodableValueException("is not a number");
        }
        return type == FieldType.FLOAT ? widen(number.floatValue()) : finite(number.doubleValue());
    }

    /** @param raw see {@link ValueConverter}; any number except 0 is true */
    static Object truth(Object raw) throws UndecodableValueException {
        if (raw instanceof Boolean) {
            return raw;
        }
        if (raw instanceof Number number) {
            return number.doubleValue() != 0;
        }
        String text = raw.toString();
        if (text.equalsIgnoreCase("true")) {
            return true;
        }
        if (text.equalsIgnoreCase("false")) {
            return false;
        }
        throw new UndecodableValueException("is neither true nor false");
    }

    /** Reads a signed number. The sign is in the first byte, so a short of two bytes becomes a negative long correctly. */
    static long bigEndian(byte[] bytes, int length) throws UndecodableValueException {
        if (bytes.length != length) {
            throw new UndecodableValueException("has " + bytes.length + " bytes instead of " + length);
        }
        long value = bytes[0];
        for (int i = 1; i < length; i++) {
            value = value << 8 | (bytes[i] & 0xff);
        }
        return value;
    }

    /** Reads an unsigned number, which may be too large for a long. */
    static Object unsigned(byte[] bytes, int length) throws UndecodableValueException {
        long value = bigEndian(bytes, length);
        return length == Long.BYTES
                ? (Object) new BigInteger(1, bytes)
                : (Object) (value & ((1L << (length * Byte.SIZE)) - 1));
    }

    /**
     * Reads a number in the form of {@code Bytes.vintToBytes}: numbers from -112 to 127 in one byte, others after a byte with their
     * length and sign.
     */
    static Object vint(byte[] bytes) throws UndecodableValueException {
        if (bytes.length == 0) {
            throw new UndecodableValueException("is empty");
        }
        int first = bytes[0];
        if (first >= -112) {
            return bigEndian(bytes, 1);
        }
        boolean negative = first < -120;
        int length = negative ? -120 - first : -112 - first;
        if (bytes.length != length + 1) {
            throw new UndecodableValueException("has " + bytes.length + " bytes instead of " + (length + 1));
        }
        long value = 0;
        for (int i = 1; i <= length; i++) {
            value = value << Byte.SIZE | (bytes[i] & 0xff);
        }
        return negative ? ~value : value;
    }

    /** Removes the exponent and the trailing zeros of a fraction. */
    static BigDecimal plain(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /** Reads a boolean as {@code Bytes.toBoolean} does: any byte except 0 is true. */
    static Object bytesBoolean(byte[] bytes) throws UndecodableValueException {
        if (bytes.length != 1) {
            throw new UndecodableValueException("has " + bytes.length + " bytes instead of 1");
        }
        return bytes[0] != 0;
    }

    static BigDecimal bigDecimal(byte[] bytes) throws UndecodableValueException {
        int unscaled = bytes.length - Integer.BYTES;
        if (unscaled < 1 || unscaled > MAX_UNSCALED_BYTES) {
            throw new UndecodableValueException(
                    "has " + bytes.length + " bytes; a decimal has 4 of scale and then 1 to " + MAX_UNSCALED_BYTES);
        }
        int scale = (bytes[0] & 0xff) << 24 | (bytes[1] & 0xff) << 16 | (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
        return new BigDecimal(new BigInteger(bytes, Integer.BYTES, unscaled), scale);
    }

    /** Writes digits without an exponent unless the text would be too long; different values or scales never give the same text. */
    static String exactText(BigDecimal number) {
        return Math.abs((long) number.scale()) <= MAX_PLAIN_SCALE && number.scale() >= 0
                ? number.toPlainString()
                : number.toString();
    }

    private static Object parse(FieldType type, String text) throws UndecodableValueException {
        if (text.isEmpty() || text.length() > MAX_DIGITS || !text.chars().allMatch(Numbers::isDecimal)) {
            throw new UndecodableValueException("is not a number in decimal digits");
        }
        try {
            return switch (type) {
                case INT -> (long) Integer.parseInt(text);
                case LONG -> Long.parseLong(text);
                case FLOAT -> widen(Float.parseFloat(text));
                case DOUBLE -> finite(Double.parseDouble(text));
                case TEXT, KEYWORD, BOOLEAN, DATE, JSON, GEO_POINT ->
                    throw new IllegalArgumentException(type + " is no number");
            };
        } catch (NumberFormatException e) {
            throw new UndecodableValueException(NOT_OF_THIS_TYPE);
        }
    }

    /** Tells if the character is allowed in a decimal number. Java also accepts hexadecimal digits, a suffix of d or f, and words. */
    private static boolean isDecimal(int character) {
        return (character >= '0' && character <= '9') || "+-.eE".indexOf(character) >= 0;
    }

    /** Returns the double with the same shortest digits: 0.1f becomes 0.1 and not 0.10000000149011612. */
    static double widen(float value) throws UndecodableValueException {
        return finite(Double.parseDouble(Float.toString(value)));
    }

    /** Refuses NaN and the infinities, and converts -0.0 to 0.0. */
    static double finite(double value) throws UndecodableValueException {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new UndecodableValueException("is not a finite number, and JSON and the index have no other");
        }
        return value + 0.0; // -0.0 becomes 0.0: they are one number
    }
}
