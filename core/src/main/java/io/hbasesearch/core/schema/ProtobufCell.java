/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.hbasesearch.core.model.ByteArray;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts a parsed message to values. Members have the names of the {@code .proto} file. Stateless. */
final class ProtobufCell {
    private static final String TIMESTAMP = "google.protobuf.Timestamp";

    private ProtobufCell() {}

    /**
     * Converts a message. Unset fields are absent if the format distinguishes them; else they have their default, which may have been
     * written.
     */
    static Map<String, Object> object(Message message) throws UnreadableCellException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (field.isMapField()) {
                putUnlessEmpty(members, field.getName(), entries(message, field));
            } else if (field.isRepeated()) {
                putUnlessEmpty(members, field.getName(), items(message, field));
            } else if (!field.hasPresence() || message.hasField(field)) {
                members.put(field.getName(), value(field, message.getField(field)));
            }
        }
        return Collections.unmodifiableMap(members);
    }

    private static void putUnlessEmpty(Map<String, Object> members, String name, Map<String, Object> entries) {
        if (!entries.isEmpty()) {
            members.put(name, entries);
        }
    }

    private static void putUnlessEmpty(Map<String, Object> members, String name, List<Object> items) {
        if (!items.isEmpty()) {
            members.put(name, items);
        }
    }

    private static List<Object> items(Message message, FieldDescriptor field) throws UnreadableCellException {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
            items.add(value(field, message.getRepeatedField(field, i)));
        }
        return Collections.unmodifiableList(items);
    }

    private static Map<String, Object> entries(Message message, FieldDescriptor field) throws UnreadableCellException {
        FieldDescriptor key = field.getMessageType().findFieldByNumber(1);
        FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
        Map<String, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
            Message entry = (Message) message.getRepeatedField(field, i);
            entries.put(value(key, entry.getField(key)).toString(), value(value, entry.getField(value)));
        }
        return Collections.unmodifiableMap(entries);
    }

    private static Object value(FieldDescriptor field, Object value) throws UnreadableCellException {
        return switch (field.getJavaType()) {
            case INT -> isUnsigned(field) ? Integer.toUnsignedLong((Integer) value) : (long) (Integer) value;
            case LONG -> isUnsigned(field) && (Long) value < 0 ? unsigned((Long) value) : value;
            case FLOAT -> Double.parseDouble(value.toString());
            case DOUBLE, BOOLEAN, STRING -> value;
            case BYTE_STRING -> ByteArray.wrap(((ByteString) value).toByteArray());
            case ENUM -> name((EnumValueDescriptor) value);
            case MESSAGE -> {
                Message inner = (Message) value;
                yield isMoment(inner.getDescriptorForType()) ? moment(inner) : object(inner);
            }
        };
    }

    private static boolean isUnsigned(FieldDescriptor field) {
        return switch (field.getType()) {
            case UINT32, UINT64, FIXED32, FIXED64 -> true;
            case INT32,
                    INT64,
                    SINT32,
                    SINT64,
                    SFIXED32,
                    SFIXED64,
                    BOOL,
                    BYTES,
                    DOUBLE,
                    ENUM,
                    FLOAT,
                    GROUP,
                    MESSAGE,
                    STRING -> false;
        };
    }

    private static BigInteger unsigned(long bits) {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    /** Returns the name of a value, or its number if only a later schema has it. */
    private static String name(EnumValueDescriptor value) {
        return value.getIndex() < 0 ? Integer.toString(value.getNumber()) : value.getName();
    }

    static boolean isMoment(Descriptor message) {
        return message.getFullName().equals(TIMESTAMP);
    }

    private static Instant moment(Message message) throws UnreadableCellException {
        FieldDescriptor seconds = message.getDescriptorForType().findFieldByNumber(1);
        FieldDescriptor nanos = message.getDescriptorForType().findFieldByNumber(2);
        try {
            return Instant.ofEpochSecond((Long) message.getField(seconds), (Integer) message.getField(nanos));
        } catch (DateTimeException | ArithmeticException e) {
            throw new UnreadableCellException("has a timestamp that is out of range");
        }
    }
}
