/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads one cell in Avro's binary encoding. Avro's own decoders trust the sizes in a cell, so a few bytes that are not Avro can
 * request gigabytes. Here a cell never takes more memory than its bytes and the number of values allow. For one cell.
 */
final class AvroCell {
    /** The most values: values without bytes, such as nulls and empty records, could occur by the billion. */
    static final int MOST_VALUES = 1_000_000;

    private static final int MOST_LEVELS = 100;

    private final ByteBuffer bytes;
    private int values;

    AvroCell(ByteBuffer bytes) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads the whole cell. */
    @Nullable
    Object read(Schema schema) throws UnreadableCellException {
        Object value = value(schema, 0);
        if (bytes.hasRemaining()) {
            throw new UnreadableCellException("has more bytes than its Avro schema says");
        }
        return value;
    }

    private @Nullable Object value(Schema schema, int level) throws UnreadableCellException {
        if (level > MOST_LEVELS) {
            throw new UnreadableCellException("is Avro that is more than " + MOST_LEVELS + " levels deep");
        }
        if (++values > MOST_VALUES) {
            throw new UnreadableCellException("is Avro with more than " + MOST_VALUES + " values");
        }
        return switch (schema.getType()) {
            case RECORD -> object(schema, level);
            case MAP -> map(schema.getValueType(), level);
            case ARRAY -> array(schema.getElementType(), level);
            case UNION -> value(item(schema.getTypes()), level);
            case ENUM -> item(schema.getEnumSymbols());
            case STRING -> text(length());
            case BYTES -> AvroLogical.ofBytes(schema, take(length()));
            case FIXED -> AvroLogical.ofBytes(schema, take(schema.getFixedSize()));
            case INT, LONG -> AvroLogical.ofNumber(schema, Varints.signed(bytes));
            case FLOAT -> Double.parseDouble(Float.toString(need(Float.BYTES).getFloat()));
            case DOUBLE -> need(Double.BYTES).getDouble();
            case BOOLEAN -> need(1).get() != 0;
            case NULL -> null;
        };
    }

    private Map<String, Object> object(Schema schema, int level) throws UnreadableCellException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Schema.Field field : schema.getFields()) {
            put(members, field.name(), value(field.schema(), level + 1));
        }
        return Collections.unmodifiableMap(members);
    }

    private Map<String, Object> map(Schema schema, int level) throws UnreadableCellException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (long left = blockLength(); left > 0; left = blockLength()) {
            for (; left > 0; left--) {
                put(members, text(length()), value(schema, level + 1));
            }
        }
        return Collections.unmodifiableMap(members);
    }

    private static void put(Map<String, Object> members, String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    private List<Object> array(Schema schema, int level) throws UnreadableCellException {
        List<Object> items = new ArrayList<>();
        for (long left = blockLength(); left > 0; left = blockLength()) {
            for (; left > 0; left--) {
                Object item = value(schema, level + 1);
                if (item != null) {
                    items.add(item);
                }
            }
        }
        return Collections.unmodifiableList(items);
    }

    /** Reads the number of items in the next block of a map or an array; a negative number is followed by the block's size in bytes. */
    private long blockLength() throws UnreadableCellException {
        long count = Varints.signed(bytes);
        if (count < 0) {
            long unused = Varints.signed(bytes);
            count = -count;
        }
        if (count < 0 || count > MOST_VALUES) {
            throw new UnreadableCellException("is Avro with more than " + MOST_VALUES + " values");
        }
        return count;
    }

    /** Returns one of several items by its number. */
    private <T> T item(List<T> of) throws UnreadableCellException {
        long index = Varints.signed(bytes);
        if (index < 0 || index >= of.size()) {
            throw new UnreadableCellException("has a union branch that is not in its Avro schema");
        }
        return of.get((int) index);
    }

    private long length() throws UnreadableCellException {
        return Varints.signed(bytes);
    }

    private String text(long length) throws UnreadableCellException {
        try {
            return UTF_8.newDecoder().decode(take(length)).toString();
        } catch (CharacterCodingException e) {
            throw new UnreadableCellException("has a text in it that is not valid UTF-8");
        }
    }

    private ByteBuffer take(long length) throws UnreadableCellException {
        need(length);
        ByteBuffer taken = bytes.slice(bytes.position(), (int) length);
        bytes.position(bytes.position() + (int) length);
        return taken;
    }

    private ByteBuffer need(long length) throws UnreadableCellException {
        if (length < 0 || length > bytes.remaining()) {
            throw new UnreadableCellException("ends before its Avro schema says");
        }
        return bytes;
    }

    static ByteArray copy(ByteBuffer from) {
        byte[] copy = new byte[from.remaining()];
        from.get(copy);
        return ByteArray.wrap(copy);
    }
}
