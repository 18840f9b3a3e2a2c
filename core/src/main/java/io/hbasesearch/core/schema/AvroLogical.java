/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Converts values of Avro's logical types decimal, date and timestamp. All others stay unchanged. Stateless. */
final class AvroLogical {
    /** The longest decimal, far beyond practical use; a longer one would take long to write in decimal digits. */
    private static final int MOST_DECIMAL_BYTES = 4_096;

    private AvroLogical() {}

    static Object ofBytes(Schema schema, ByteBuffer bytes) throws UnreadableCellException {
        if (!(schema.getLogicalType() instanceof LogicalTypes.Decimal decimal)) {
            return AvroCell.copy(bytes);
        }
        if (!bytes.hasRemaining() || bytes.remaining() > MOST_DECIMAL_BYTES) {
            throw new UnreadableCellException("has a decimal in it with " + bytes.remaining() + " bytes");
        }
        return new BigDecimal(new BigInteger(AvroCell.copy(bytes).unsafeBytes()), decimal.getScale());
    }

    /** Converts a number; times of day and unknown types stay numbers. */
    static Object ofNumber(Schema schema, long number) throws UnreadableCellException {
        LogicalType logical = schema.getLogicalType();
        if (logical == null) {
            return number;
        }
        try {
            return switch (logical.getName()) {
                case "date" -> LocalDate.ofEpochDay(number).toString();
                case "timestamp-millis" -> Instant.ofEpochMilli(number);
                case "timestamp-micros" -> Instant.EPOCH.plus(number, ChronoUnit.MICROS);
                case "local-timestamp-millis" -> local(Instant.ofEpochMilli(number));
                case "local-timestamp-micros" -> local(Instant.EPOCH.plus(number, ChronoUnit.MICROS));
                default -> number;
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new UnreadableCellException("has a date that is out of range");
        }
    }

    /** Formats a local time without a zone; the field defines the zone. */
    private static String local(Instant moment) {
        return LocalDateTime.ofInstant(moment, ZoneOffset.UTC).toString();
    }
}
