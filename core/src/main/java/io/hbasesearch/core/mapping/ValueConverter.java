/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.model.ByteArray;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts a raw value to a document's value of the field's type. Raw values are String, Boolean, Long, BigInteger, Double,
 * BigDecimal, Instant, ByteArray, Map and, for several values, List. Immutable.
 */
final class ValueConverter {
    /** The longest term that Lucene, and so Elasticsearch, accepts, in bytes of UTF-8. */
    static final int MAX_KEYWORD_BYTES = 32_766;

    private final FieldType type;
    private final DateConverter dates;

    ValueConverter(FieldType type, DateForm dates) {
        this.type = type;
        this.dates = new DateConverter(type == FieldType.DATE ? dates : DateForm.DEFAULT);
    }

    /** @return a list for a list; null if there is no value */
    @Nullable
    Object convertAll(Object raw) throws UndecodableValueException {
        if (type == FieldType.JSON || !(raw instanceof List<?> list)) {
            return convert(raw);
        }
        List<Object> values = new ArrayList<>(list.size());
        for (Object each : list) {
            Object value = convert(each);
            if (value != null) {
                values.add(value);
            }
        }
        return values.isEmpty() ? null : Collections.unmodifiableList(values);
    }

    /** @return null if there is no value */
    @Nullable
    Object convert(Object raw) throws UndecodableValueException {
        return switch (type) {
            case TEXT -> text(raw);
            case KEYWORD -> checkKeyword(text(raw));
            case BOOLEAN -> Numbers.truth(raw);
            case INT, LONG -> Numbers.whole(raw, type);
            case FLOAT, DOUBLE -> Numbers.fraction(raw, type);
            case DATE -> dates.convert(raw);
            case JSON -> json(raw);
            case GEO_POINT -> GeoValues.convert(raw);
        };
    }

    static String text(Object raw) throws UndecodableValueException {
        if (raw instanceof Map || raw instanceof List) {
            throw new UndecodableValueException("is JSON with other values in it, and no single value");
        }
        if (raw instanceof ByteArray bytes) {
            return Base64.getEncoder().encodeToString(bytes.unsafeBytes());
        }
        return raw instanceof BigDecimal decimal ? Numbers.exactText(decimal) : raw.toString();
    }

    private static @Nullable Object json(Object raw) throws UndecodableValueException {
        if (raw instanceof Map<?, ?> object) {
            return JsonCell.checked(object);
        }
        return JsonCell.parseObject(text(raw));
    }

    private static String checkKeyword(String text) throws UndecodableValueException {
        // A char has at most 3 bytes.
        if (text.length() > MAX_KEYWORD_BYTES / 3) {
            int bytes = text.getBytes(UTF_8).length;
            if (bytes > MAX_KEYWORD_BYTES) {
                throw new UndecodableValueException(
                        "has " + bytes + " bytes; a keyword has at most " + MAX_KEYWORD_BYTES + " (use type text)");
            }
        }
        return text;
    }
}
