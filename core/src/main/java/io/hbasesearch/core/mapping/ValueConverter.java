/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.DateForm;
import io.hbasesearch.core.definition.FieldType;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a document's value of a raw one, as the field's type has it. Raw values are String, Boolean, Long, BigInteger, Double,
 * BigDecimal, Instant and Map. Immutable.
 */
final class ValueConverter {
    /** The longest term that Lucene takes, and so Elasticsearch, in bytes of UTF-8. */
    static final int MAX_KEYWORD_BYTES = 32_766;

    private final FieldType type;
    private final DateConverter dates;

    ValueConverter(FieldType type, DateForm dates) {
        this.type = type;
        this.dates = new DateConverter(type == FieldType.DATE ? dates : DateForm.DEFAULT);
    }

    /** @return null if the raw value says that there is none */
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
        };
    }

    private static String text(Object raw) throws UndecodableValueException {
        if (raw instanceof Map) {
            throw new UndecodableValueException("is an object and no single value");
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
