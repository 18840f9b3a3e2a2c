/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.DateText;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.RowKeyFormat;
import io.hbasesearch.core.definition.ValueEncoding;
import java.time.DateTimeException;
import java.util.HexFormat;

/** Chooses how a field's cells are decoded. */
final class ValueDecoders {
    /** The longest term that Lucene takes, and so Elasticsearch, in bytes of UTF-8. */
    static final int MAX_KEYWORD_BYTES = 32_766;

    private ValueDecoders() {}

    /**
     * @throws IllegalArgumentException if the type does not take the encoding, which {@code IndexDefinitionReader} refuses
     */
    static ValueDecoder of(FieldMapping field) {
        if (!field.type().encodings().contains(field.encoding())) {
            throw new IllegalArgumentException(
                    "field " + field.name() + ": " + field.type() + " does not take " + field.encoding());
        }
        return switch (field.type()) {
            case TEXT -> StrictUtf8::decode;
            case KEYWORD -> keyword(field.encoding());
            case BOOLEAN -> field.encoding() == ValueEncoding.UTF8 ? Numbers::utf8Boolean : Numbers::bytesBoolean;
            case INT, LONG, FLOAT, DOUBLE -> Numbers.decoder(field.type(), field.encoding());
            case DATE -> date(field);
            case JSON -> JsonCell::decode;
        };
    }

    /** For the row key, whether or not it is a field. */
    static ValueDecoder rowKey(RowKeyFormat format) {
        return switch (format) {
            case TEXT -> StrictUtf8::decode;
            case BINARY -> HexFormat.of()::formatHex;
        };
    }

    static String checkKeyword(String text, int bytes) throws UndecodableValueException {
        if (bytes > MAX_KEYWORD_BYTES) {
            throw new UndecodableValueException(
                    "has " + bytes + " bytes; a keyword has at most " + MAX_KEYWORD_BYTES + " (use type text)");
        }
        return text;
    }

    private static ValueDecoder keyword(ValueEncoding encoding) {
        if (encoding == ValueEncoding.UTF8) {
            return bytes -> checkKeyword(StrictUtf8.decode(bytes), bytes.length);
        }
        return bytes -> {
            String digits = Numbers.exactText(Numbers.bigDecimal(bytes));
            return checkKeyword(digits, digits.length());
        };
    }

    private static ValueDecoder date(FieldMapping field) {
        if (field.encoding() == ValueEncoding.BYTES_LONG) {
            return bytes -> {
                try {
                    return DateText.format(Numbers.bigEndian(bytes, Long.BYTES));
                } catch (DateTimeException e) {
                    throw new UndecodableValueException("is not in milliseconds of the years 1 to 9999");
                }
            };
        }
        DateText format = DateText.of(field.datePattern(), field.dateZone());
        String expected = field.datePattern() == null ? "ISO 8601" : "the pattern " + field.datePattern();
        return bytes -> {
            try {
                return DateText.format(format.parseMillis(StrictUtf8.decode(bytes)));
            } catch (DateTimeException e) {
                throw new UndecodableValueException("is not a date as " + expected + " has it");
            }
        };
    }
}
