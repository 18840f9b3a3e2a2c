/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.FieldType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes arrays that Apache Phoenix wrote. Elements of a fixed width follow each other. Texts end with a zero and are followed by
 * their offsets, the offset of these, their number and a version: see PArrayDataType.
 */
final class PhoenixArrays {
    private static final int TRAILER = Integer.BYTES + Integer.BYTES + 1;
    private static final int VERSION = 1;

    /** Offsets of two bytes range up to twice the largest short, with the middle as zero. */
    private static final int MIDDLE = Short.MAX_VALUE;

    private PhoenixArrays() {}

    /**
     * Returns a decoder for elements of INTEGER, BIGINT, FLOAT, DOUBLE, BOOLEAN, DATE or VARCHAR, according to the field's type. An
     * empty cell is null.
     */
    static ValueDecoder decoder(FieldType type) {
        ValueDecoder element = PhoenixCell.decoder(type, true);
        return switch (type) {
            case TEXT, KEYWORD, JSON, GEO_POINT -> bytes -> bytes.length == 0 ? null : texts(bytes, element);
            case BOOLEAN -> bytes -> fixed(bytes, 1, element);
            case INT -> bytes -> fixed(bytes, Integer.BYTES, element);
            case FLOAT -> bytes -> fixed(bytes, Float.BYTES, element);
            case LONG, DATE -> bytes -> fixed(bytes, Long.BYTES, element);
            case DOUBLE -> bytes -> fixed(bytes, Double.BYTES, element);
        };
    }

    private static @Nullable Object fixed(byte[] bytes, int width, ValueDecoder element)
            throws UndecodableValueException {
        if (bytes.length % width != 0) {
            throw new UndecodableValueException(
                    "has " + bytes.length + " bytes, and its elements have " + width + " each");
        }
        List<Object> values = new ArrayList<>(bytes.length / width);
        for (int at = 0; at < bytes.length; at += width) {
            add(Arrays.copyOfRange(bytes, at, at + width), element, values);
        }
        return values.isEmpty() ? null : values;
    }

    /** Adds an element; nulls are left out. */
    private static void add(byte[] bytes, ValueDecoder element, List<Object> values) throws UndecodableValueException {
        Object value = element.decode(bytes);
        if (value != null) {
            values.add(value);
        }
    }

    private static @Nullable Object texts(byte[] bytes, ValueDecoder element) throws UndecodableValueException {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        if (bytes.length < TRAILER || bytes[bytes.length - 1] != VERSION) {
            throw new UndecodableValueException("is not an array in the form of Phoenix's mutable tables");
        }
        int places = all.getInt(bytes.length - TRAILER);
        int number = all.getInt(bytes.length - TRAILER + Integer.BYTES);
        boolean isShort = number >= 0; // a negative one says that places have 4 bytes each
        long count = Math.abs((long) number);
        int width = isShort ? Short.BYTES : Integer.BYTES;
        if (places < 0 || places + count * width != bytes.length - TRAILER) {
            throw new UndecodableValueException("is an array whose end does not fit its length");
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int place = isShort ? all.getShort(places + i * width) + MIDDLE : all.getInt(places + i * width);
            add(text(bytes, place, places), element, values);
        }
        return values.isEmpty() ? null : values;
    }

    private static byte[] text(byte[] bytes, int from, int most) throws UndecodableValueException {
        if (from < 0 || from >= most) {
            throw new UndecodableValueException("is an array with an element outside of it");
        }
        int to = from;
        while (to < most && bytes[to] != 0) {
            to++;
        }
        return Arrays.copyOfRange(bytes, from, to);
    }
}
