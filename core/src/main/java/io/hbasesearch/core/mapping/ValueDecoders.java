/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.ValueEncoding;

/** Chooses how a field's cells are decoded. */
final class ValueDecoders {
    private ValueDecoders() {}

    /**
     * Makes raw values, for {@link ValueConverter}.
     *
     * @throws IllegalArgumentException if the type does not take the encoding, which {@code IndexDefinitionReader} refuses
     */
    static ValueDecoder raw(FieldMapping field) {
        if (!field.type().encodings().contains(field.encoding())) {
            throw new IllegalArgumentException(
                    "field " + field.name() + ": " + field.type() + " does not take " + field.encoding());
        }
        return raw(field.encoding());
    }

    private static ValueDecoder raw(ValueEncoding encoding) {
        return switch (encoding) {
            case UTF8 -> StrictUtf8::decode;
            case BYTES_SHORT -> bytes -> Numbers.bigEndian(bytes, Short.BYTES);
            case BYTES_INT -> bytes -> Numbers.bigEndian(bytes, Integer.BYTES);
            case BYTES_LONG -> bytes -> Numbers.bigEndian(bytes, Long.BYTES);
            case BYTES_FLOAT ->
                bytes -> Numbers.widen(Float.intBitsToFloat((int) Numbers.bigEndian(bytes, Float.BYTES)));
            case BYTES_DOUBLE -> bytes -> Double.longBitsToDouble(Numbers.bigEndian(bytes, Double.BYTES));
            case BYTES_BOOLEAN -> Numbers::bytesBoolean;
            case BYTES_BIG_DECIMAL -> Numbers::bigDecimal;
        };
    }
}
