/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.value.CellForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.UuidCodec;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chooses the decoder of a field's cells. */
final class ValueDecoders {
    private static final UuidCodec BINARY_UUID = new UuidCodec(false);
    private static final UuidCodec TEXT_UUID = new UuidCodec(true);

    private ValueDecoders() {}

    /**
     * Returns a decoder of raw values for {@link ValueConverter}. For a field with a path, it returns the value that the path reads:
     * a text with JSON, or the result of a schema or codec.
     *
     * @throws IllegalArgumentException if the type does not support the encoding, which {@code IndexDefinitionReader} refuses
     */
    static ValueDecoder raw(FieldMapping field) {
        CellForm cells = field.form().cells();
        Optional<ValueDecoder> structured = Structures.decoder(cells);
        if (structured.isPresent()) {
            return structured.get();
        }
        boolean isTyped =
                !(field.source() instanceof FieldSource.Columns) && cells.path().isEmpty();
        if (isTyped && !field.type().encodings().contains(field.encoding())) {
            throw new IllegalArgumentException(
                    "field " + field.name() + ": " + field.type() + " does not take " + field.encoding());
        }
        return raw(field.type(), cells);
    }

    private static ValueDecoder raw(FieldType type, CellForm cells) {
        if (type == FieldType.GEO_POINT && cells.encoding() == ValueEncoding.BYTES_DOUBLE) {
            return GeoValues.doubles(cells.littleEndian());
        }
        ValueDecoder decoder = bigEndian(type, cells);
        boolean swapped = cells.littleEndian() && !cells.encoding().isText();
        return swapped ? bytes -> decoder.decode(reversed(bytes)) : decoder;
    }

    private static ValueDecoder bigEndian(FieldType type, CellForm cells) {
        return switch (cells.encoding()) {
            case UTF8 -> StrictUtf8::decode;
            case GBK -> Texts.decoder("GBK");
            case GB18030 -> Texts.decoder("GB18030");
            case LATIN1 -> Texts.decoder("ISO-8859-1");
            case UTF16 -> Texts.utf16(cells.littleEndian());
            case BYTES_BYTE -> bytes -> Numbers.bigEndian(bytes, 1);
            case BYTES_SHORT -> bytes -> Numbers.bigEndian(bytes, Short.BYTES);
            case BYTES_INT -> bytes -> Numbers.bigEndian(bytes, Integer.BYTES);
            case BYTES_LONG -> bytes -> Numbers.bigEndian(bytes, Long.BYTES);
            case UNSIGNED_BYTE -> bytes -> Numbers.unsigned(bytes, 1);
            case UNSIGNED_SHORT -> bytes -> Numbers.unsigned(bytes, Short.BYTES);
            case UNSIGNED_INT -> bytes -> Numbers.unsigned(bytes, Integer.BYTES);
            case UNSIGNED_LONG -> bytes -> Numbers.unsigned(bytes, Long.BYTES);
            case VINT -> Numbers::vint;
            case BYTES_FLOAT ->
                bytes -> Numbers.widen(Float.intBitsToFloat((int) Numbers.bigEndian(bytes, Float.BYTES)));
            case BYTES_DOUBLE -> bytes -> Double.longBitsToDouble(Numbers.bigEndian(bytes, Double.BYTES));
            case BYTES_BOOLEAN -> Numbers::bytesBoolean;
            case BYTES_BIG_DECIMAL -> Numbers::bigDecimal;
            case ORDERED_BYTES -> OrderedCell::decode;
            case PHOENIX -> PhoenixCell.decoder(type, true);
            case PHOENIX_UNSIGNED -> PhoenixCell.decoder(type, false);
            case PHOENIX_DECIMAL -> PhoenixCell::decimal;
            case PHOENIX_ARRAY -> PhoenixArrays.decoder(type);
            case UUID -> ValueDecoders::uuid;
            case BASE64 -> bytes -> ByteArray.wrap(bytes);
            case HEX -> HexFormat.of()::formatHex;
        };
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    private static @Nullable Object uuid(byte[] bytes) throws UndecodableValueException {
        try {
            return bytes.length == BINARY_UUID.width().orElseThrow()
                    ? BINARY_UUID.decode(bytes).text()
                    : TEXT_UUID
                            .parse(StrictUtf8.decode(bytes).toLowerCase(Locale.ROOT))
                            .text();
        } catch (UnfitValueException e) {
            throw new UndecodableValueException("is not a UUID in 16 bytes or 36 characters");
        }
    }
}
