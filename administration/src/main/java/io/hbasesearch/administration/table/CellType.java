/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import java.math.BigDecimal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Converts between the text of a value and the bytes of its cell, as HBase's {@code Bytes} does. */
public enum CellType {
    /** UTF-8, each character as it is. */
    STRING("text"),
    /** Text with {@code \xHH} for a byte. */
    BINARY("text with \\xHH for bytes"),
    SHORT("a whole number from -32768 to 32767"),
    INT("a whole number from -2147483648 to 2147483647"),
    LONG("a whole number of at most 64 bits"),
    FLOAT("a number of type float"),
    DOUBLE("a number of type double"),
    BOOLEAN("true or false");

    private static final int LONGEST_NUMBER = 400;

    private final String form;

    CellType(String form) {
        this.form = form;
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
            return switch (this) {
                case STRING -> ByteArray.utf8(text);
                case BINARY -> ColumnName.parse("k:" + text).qualifier(); // qualifiers are written in the same way
                case SHORT -> bytes(buffer(Short.BYTES).putShort(number(text).shortValueExact()));
                case INT -> bytes(buffer(Integer.BYTES).putInt(number(text).intValueExact()));
                case LONG -> bytes(buffer(Long.BYTES).putLong(number(text).longValueExact()));
                case FLOAT -> bytes(buffer(Float.BYTES).putFloat(finite(Float.parseFloat(decimal(text)), text)));
                case DOUBLE -> bytes(buffer(Double.BYTES).putDouble(finite(Double.parseDouble(decimal(text)), text)));
                case BOOLEAN -> bytes(buffer(1).put(truth(text) ? (byte) -1 : 0));
            };
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw new IllegalArgumentException("not " + form, e);
        }
    }

    /** Returns the value as text that {@link #encode} turns into the same bytes; empty if they are none of this type. */
    public Optional<String> decode(ByteArray value) {
        try {
            String text = text(value);
            return encode(text).equals(value) ? Optional.of(text) : Optional.empty();
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private String text(ByteArray value) {
        ByteBuffer bytes = ByteBuffer.wrap(value.unsafeBytes());
        return switch (this) {
            case STRING, BINARY -> value.utf8();
            case SHORT -> String.valueOf(bytes.getShort());
            case INT -> String.valueOf(bytes.getInt());
            case LONG -> String.valueOf(bytes.getLong());
            case FLOAT -> String.valueOf(bytes.getFloat());
            case DOUBLE -> String.valueOf(bytes.getDouble());
            case BOOLEAN -> String.valueOf(bytes.get() != 0);
        };
    }

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length);
    }

    private static ByteArray bytes(ByteBuffer filled) {
        byte[] bytes = new byte[filled.flip().remaining()];
        filled.get(bytes);
        return ByteArray.wrap(bytes);
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
