/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.GeoPoint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts raw values to a document's points. Stateless. */
final class GeoValues {
    private static final String JSON = "{\"lat\":..,\"lon\":..}";

    private GeoValues() {}

    /** Returns a decoder of two doubles: latitude, then longitude. */
    static ValueDecoder doubles(boolean littleEndian) {
        ByteOrder order = littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        return bytes -> {
            if (bytes.length != 2 * Double.BYTES) {
                throw new UndecodableValueException(
                        "has " + bytes.length + " bytes instead of " + 2 * Double.BYTES + ", two doubles");
            }
            ByteBuffer both = ByteBuffer.wrap(bytes).order(order);
            return point(both.getDouble(), both.getDouble());
        };
    }

    /** @param raw as {@link ValueConverter} has it */
    static String convert(Object raw) throws UndecodableValueException {
        if (raw instanceof Map<?, ?> object) {
            return ofObject(object);
        }
        String text = ValueConverter.text(raw);
        if (text.stripLeading().startsWith("{")) {
            return JsonCell.parseObject(text) instanceof Map<?, ?> object ? ofObject(object) : ofObject(Map.of());
        }
        try {
            return GeoPoint.parse(text).text();
        } catch (IllegalArgumentException e) {
            throw new UndecodableValueException(e.getMessage());
        }
    }

    private static String ofObject(Map<?, ?> object) throws UndecodableValueException {
        return point(degrees(object.get("lat")), degrees(object.get("lon")));
    }

    private static double degrees(@Nullable Object member) throws UndecodableValueException {
        if (member instanceof Number number) {
            return number.doubleValue();
        }
        try {
            if (member instanceof String text) {
                return GeoPoint.number(text);
            }
        } catch (IllegalArgumentException e) {
            throw new UndecodableValueException("is not a point as " + JSON + " with numbers");
        }
        throw new UndecodableValueException("is not a point as " + JSON);
    }

    private static String point(double lat, double lon) throws UndecodableValueException {
        try {
            return new GeoPoint(lat, lon).text();
        } catch (IllegalArgumentException e) {
            throw new UndecodableValueException(e.getMessage());
        }
    }
}
