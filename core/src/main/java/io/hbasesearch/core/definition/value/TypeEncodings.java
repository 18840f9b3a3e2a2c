/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The encodings of each type. */
final class TypeEncodings {
    private static final ValueEncoding[] TEXTS = {
        ValueEncoding.UTF8, ValueEncoding.GBK, ValueEncoding.GB18030, ValueEncoding.LATIN1, ValueEncoding.UTF16
    };

    private static final Map<FieldType, List<ValueEncoding>> BY_TYPE = byType();

    private TypeEncodings() {}

    /** Returns the encodings of a type, the default first. */
    static List<ValueEncoding> of(FieldType type) {
        return BY_TYPE.getOrDefault(type, List.of());
    }

    private static Map<FieldType, List<ValueEncoding>> byType() {
        Map<FieldType, List<ValueEncoding>> types = new EnumMap<>(FieldType.class);
        types.put(
                FieldType.TEXT, texts(ValueEncoding.ORDERED_BYTES, ValueEncoding.PHOENIX, ValueEncoding.PHOENIX_ARRAY));
        types.put(FieldType.JSON, texts());
        types.put(FieldType.GEO_POINT, texts(ValueEncoding.BYTES_DOUBLE));
        types.put(
                FieldType.KEYWORD,
                texts(
                        ValueEncoding.BYTES_BIG_DECIMAL,
                        ValueEncoding.UUID,
                        ValueEncoding.BASE64,
                        ValueEncoding.HEX,
                        ValueEncoding.ORDERED_BYTES,
                        ValueEncoding.PHOENIX,
                        ValueEncoding.PHOENIX_ARRAY,
                        ValueEncoding.PHOENIX_DECIMAL,
                        ValueEncoding.BYTES_BYTE,
                        ValueEncoding.BYTES_SHORT,
                        ValueEncoding.BYTES_INT,
                        ValueEncoding.BYTES_LONG,
                        ValueEncoding.UNSIGNED_BYTE,
                        ValueEncoding.UNSIGNED_SHORT,
                        ValueEncoding.UNSIGNED_INT,
                        ValueEncoding.UNSIGNED_LONG,
                        ValueEncoding.VINT,
                        ValueEncoding.BYTES_BOOLEAN));
        types.put(
                FieldType.BOOLEAN,
                before(
                        List.of(ValueEncoding.BYTES_BOOLEAN),
                        ValueEncoding.ORDERED_BYTES,
                        ValueEncoding.PHOENIX,
                        ValueEncoding.PHOENIX_ARRAY,
                        ValueEncoding.BYTES_BYTE,
                        ValueEncoding.BYTES_SHORT,
                        ValueEncoding.BYTES_INT));
        List<ValueEncoding> ints = List.of(ValueEncoding.BYTES_INT, ValueEncoding.BYTES_SHORT);
        types.put(
                FieldType.INT,
                before(
                        ints,
                        ValueEncoding.BYTES_BYTE,
                        ValueEncoding.UNSIGNED_BYTE,
                        ValueEncoding.UNSIGNED_SHORT,
                        ValueEncoding.VINT,
                        ValueEncoding.ORDERED_BYTES,
                        ValueEncoding.PHOENIX,
                        ValueEncoding.PHOENIX_ARRAY,
                        ValueEncoding.PHOENIX_UNSIGNED));
        types.put(
                FieldType.LONG,
                before(
                        List.of(ValueEncoding.BYTES_LONG, ValueEncoding.BYTES_INT, ValueEncoding.BYTES_SHORT),
                        ValueEncoding.BYTES_BYTE,
                        ValueEncoding.UNSIGNED_BYTE,
                        ValueEncoding.UNSIGNED_SHORT,
                        ValueEncoding.UNSIGNED_INT,
                        ValueEncoding.UNSIGNED_LONG,
                        ValueEncoding.VINT,
                        ValueEncoding.ORDERED_BYTES,
                        ValueEncoding.PHOENIX,
                        ValueEncoding.PHOENIX_ARRAY,
                        ValueEncoding.PHOENIX_UNSIGNED));
        types.put(
                FieldType.FLOAT,
                before(
                        List.of(ValueEncoding.BYTES_FLOAT),
                        ValueEncoding.ORDERED_BYTES,
                        ValueEncoding.PHOENIX,
                        ValueEncoding.PHOENIX_ARRAY,
                        ValueEncoding.PHOENIX_UNSIGNED));
        types.put(
                FieldType.DOUBLE,
                before(
                        List.of(ValueEncoding.BYTES_DOUBLE, ValueEncoding.BYTES_FLOAT, ValueEncoding.BYTES_BIG_DECIMAL),
                        ValueEncoding.ORDERED_BYTES,
                        ValueEncoding.PHOENIX,
                        ValueEncoding.PHOENIX_ARRAY,
                        ValueEncoding.PHOENIX_UNSIGNED,
                        ValueEncoding.PHOENIX_DECIMAL));
        types.put(
                FieldType.DATE,
                before(
                        List.of(ValueEncoding.BYTES_LONG),
                        ValueEncoding.BYTES_INT,
                        ValueEncoding.UNSIGNED_INT,
                        ValueEncoding.UNSIGNED_LONG,
                        ValueEncoding.VINT,
                        ValueEncoding.ORDERED_BYTES,
                        ValueEncoding.PHOENIX,
                        ValueEncoding.PHOENIX_ARRAY,
                        ValueEncoding.PHOENIX_UNSIGNED));
        return types;
    }

    private static List<ValueEncoding> texts(ValueEncoding... others) {
        return before(List.of(), others);
    }

    /** Returns the text encodings with some before and others after them. */
    private static List<ValueEncoding> before(List<ValueEncoding> first, ValueEncoding... others) {
        List<ValueEncoding> all = new ArrayList<>(first);
        all.addAll(Arrays.asList(TEXTS));
        all.addAll(Arrays.asList(others));
        return List.copyOf(all);
    }
}
