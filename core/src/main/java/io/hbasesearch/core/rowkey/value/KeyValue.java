/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Objects;

/** A decoded value of a part of a row key. Immutable. */
public sealed interface KeyValue {
    /** The text form of the value, which a {@link KeyValueCodec} of its type parses. */
    String text();

    /** Characters, ordered as their UTF-8 bytes are. */
    record Text(String text) implements KeyValue {
        public Text {
            Objects.requireNonNull(text, "text");
        }
    }

    /** A whole number of any size. */
    record Whole(BigInteger number) implements KeyValue {
        public Whole {
            Objects.requireNonNull(number, "number");
        }

        @Override
        public String text() {
            return number.toString();
        }
    }

    /** A floating-point number. 0.0 and -0.0 are the same number, which keys may have in two forms. */
    record Real(double number) implements KeyValue {
        public boolean isZero() {
            return number == 0;
        }

        @Override
        public String text() {
            return Double.toString(number);
        }
    }

    /** A point in time; of a date without a time, its first moment. */
    record Moment(Instant instant) implements KeyValue {
        public Moment {
            Objects.requireNonNull(instant, "instant");
        }

        @Override
        public String text() {
            return instant.toString();
        }
    }

    /** Bytes; as text in hexadecimal digits. */
    record Binary(ByteArray bytes) implements KeyValue {
        public Binary {
            Objects.requireNonNull(bytes, "bytes");
        }

        @Override
        public String text() {
            return bytes.hex();
        }
    }

    /**
     * The bounding box of a geometry in degrees (x is the longitude); a point if both corners are equal. It has no order.
     */
    record Box(double xMin, double yMin, double xMax, double yMax) implements KeyValue {
        public Box {
            if (!(xMin <= xMax && yMin <= yMax)) {
                throw new IllegalArgumentException("a box has xMin <= xMax and yMin <= yMax");
            }
        }

        public static Box point(double x, double y) {
            return new Box(x, y, x, y);
        }

        public boolean isPoint() {
            return xMin == xMax && yMin == yMax;
        }

        public boolean intersects(Box other) {
            return xMin <= other.xMax && other.xMin <= xMax && yMin <= other.yMax && other.yMin <= yMax;
        }

        @Override
        public String text() {
            return isPoint() ? xMin + "," + yMin : xMin + "," + yMin + "," + xMax + "," + yMax;
        }
    }

    static Text of(String text) {
        return new Text(text);
    }

    static Whole of(long number) {
        return new Whole(BigInteger.valueOf(number));
    }

    static Binary of(byte[] bytes) {
        return new Binary(ByteArray.copyOf(bytes));
    }

    /** Tells if two values are the same in any form. */
    static boolean isSame(KeyValue left, KeyValue right) {
        return left.equals(right) || (left instanceof Real a && right instanceof Real b && a.isZero() && b.isZero());
    }

    /** Compares two values of one kind.
     *
     * @throws IllegalArgumentException if their kinds differ or have no order
     */
    static int compare(KeyValue left, KeyValue right) {
        if (left instanceof Text a && right instanceof Text b) {
            return ByteArray.utf8(a.text).compareTo(ByteArray.utf8(b.text));
        }
        if (left instanceof Whole a && right instanceof Whole b) {
            return a.number.compareTo(b.number);
        }
        if (left instanceof Real a && right instanceof Real b) {
            return a.number == b.number ? 0 : Double.compare(a.number, b.number);
        }
        if (left instanceof Moment a && right instanceof Moment b) {
            return a.instant.compareTo(b.instant);
        }
        if (left instanceof Binary a && right instanceof Binary b) {
            return a.bytes.compareTo(b.bytes);
        }
        throw new IllegalArgumentException("values of these kinds have no order: "
                + left.getClass().getSimpleName() + " and " + right.getClass().getSimpleName());
    }
}
