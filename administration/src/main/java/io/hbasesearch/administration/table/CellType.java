/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Converts between the text of a value and the bytes of its cell, as HBase's {@code Bytes} does. */
public enum CellType {
    /** UTF-8, each character as it is. */
    STRING("text", ByteArray::utf8, bytes -> Optional.of(bytes.utf8())),
    /** Text with {@code \xHH} for a byte. */
    BINARY(
            "text with \\xHH for bytes",
            text -> ColumnName.parse("k:" + text).qualifier(), // qualifiers are written in the same way
            bytes -> Optional.empty()),
    SHORT(
            "a whole number from -32768 to 32767",
            text -> bytes(2).putShort(number(text).shortValueExact()),
            bytes -> String.valueOf(bytes.getShort()),
            2),
    INT(
            "a whole number from -2147483648 to 2147483647",
            text -> bytes(4).putInt(number(text).intValueExact()),
            bytes -> String.valueOf(bytes.getInt()),
            4),
    LONG(
            "a whole number of at most 64 bits",
            text -> bytes(8).putLong(number(text).longValueExact()),
            bytes -> String.valueOf(bytes.getLong()),
            8),
    FLOAT(
            "a number of type float",
            text -> bytes(4).putFloat(finite(Float.parseFloat(decimal(text)), text)),
            bytes -> String.valueOf(bytes.getFloat()),
            4),
    DOUBLE(
            "a number of type double",
            text -> bytes(8).putDouble(finite(Double.parseDouble(decimal(text)), text)),
            bytes -> String.valueOf(bytes.getDouble()),
            8),
    BOOLEAN(
            "true or false",
            text -> bytes(1).put(truth(text) ? (byte) -1 : 0),
            bytes -> String.valueOf(bytes.get() != 0),
            1);

    private static final int LONGEST_NUMBER = 400;

    private final String form;
    private final Function<String, ByteArray> encoder;
    private final Function<ByteArray, Optional<String>> decoder;

    CellType(String form, Function<String, ByteArray> encoder, Function<ByteArray, Optional<String>> decoder) {
        this.form = form;
        this.encoder = encoder;
        this.decoder = decoder;
    }

    CellType(String form, Function<String, ByteBuffer> encoder, Function<ByteBuffer, String> decoder, int length) {
        this(
                form,
                text -> ByteArray.wrap(encoder.apply(text).array()),
                bytes -> bytes.length() == length
                        ? Optional.of(decoder.apply(
                                ByteBuffer.wrap(bytes.unsafeBytes()).asReadOnlyBuffer()))
                        : Optional.empty());
    }

    /** @param name in any case */
    public static Optional<CellType> of(String name) {
        return Arrays.stream(values())
                .filter(type -> type.parameter().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Returns all names, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(CellType::parameter).collect(Collectors.joining(", "));
    }

    /** Returns the type's name as users write it. */
    public String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException saying which form the text lacks; it does not repeat the text */
    public ByteArray encode(String text) {
        try {
            return encoder.apply(text);
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw new IllegalArgumentException("not " + form, e);
        }
    }

    /** Returns the value as text that {@link #encode} turns into the same bytes; empty if they are none of this type. */
    public Optional<String> decode(ByteArray bytes) {
        return decoder.apply(bytes).filter(text -> encode(text).equals(bytes));
    }

    private static ByteBuffer bytes(int length) {
        return ByteBuffer.allocate(length);
    }

    /** Accepts 34.0 and 1e3 too, as other programs write whole numbers. */
    private static BigDecimal number(String text) {
        return new BigDecimal(decimal(text));
    }

    /** Refuses long texts, which take quadratic time, and the letters that Java allows behind a number. */
    private static String decimal(String text) {
        String stripped = text.strip();
        if (stripped.length() > LONGEST_NUMBER || stripped.matches(".*[dDfF]")) {
            throw new NumberFormatException();
        }
        return stripped;
    }

    /** Refuses a finite number that is too large for its type. */
    private static <T extends Number> T finite(T number, String text) {
        if (Double.isInfinite(number.doubleValue()) && !text.contains("Infinity")) {
            throw new NumberFormatException();
        }
        return number;
    }

    private static boolean truth(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException();
        };
    }
}
