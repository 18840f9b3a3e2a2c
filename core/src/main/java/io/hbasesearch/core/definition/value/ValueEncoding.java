/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

/** The conversion of a cell's bytes to a value. */
public enum ValueEncoding {
    /** UTF-8 text; for numbers in decimal digits, for booleans {@code true} or {@code false}, for dates by a pattern. */
    UTF8,
    /** HBase's {@code Bytes.toBytes(short)}: 2 bytes, big endian. */
    BYTES_SHORT,
    /** HBase's {@code Bytes.toBytes(int)}: 4 bytes, big endian. */
    BYTES_INT,
    /** {@code Bytes.toBytes(long)}: 8 bytes, big endian. For dates, milliseconds since the epoch. */
    BYTES_LONG,
    /** {@code Bytes.toBytes(float)}: IEEE 754 bits as an int. */
    BYTES_FLOAT,
    /** {@code Bytes.toBytes(double)}: IEEE 754 bits as a long. */
    BYTES_DOUBLE,
    /** {@code Bytes.toBytes(boolean)}: one byte, -1 (0xff) or 0. */
    BYTES_BOOLEAN,
    /** {@code Bytes.toBytes(BigDecimal)}: 4 bytes of scale, then the unscaled value. */
    BYTES_BIG_DECIMAL,
    /** One byte with a sign. */
    BYTES_BYTE,
    /** One byte without a sign. */
    UNSIGNED_BYTE,
    /** 2 bytes without a sign. */
    UNSIGNED_SHORT,
    /** 4 bytes without a sign. */
    UNSIGNED_INT,
    /** 8 bytes without a sign. */
    UNSIGNED_LONG,
    /** {@code Bytes.vintToBytes(long)}: 1 to 9 bytes. */
    VINT,
    /** Text in GBK. */
    GBK,
    /** Text in GB 18030, of which GBK is a part. */
    GB18030,
    /** Text in ISO 8859-1. */
    LATIN1,
    /** Text in UTF-16. */
    UTF16,
    /** HBase's {@code OrderedBytes}, in either order. The first byte determines the type. */
    ORDERED_BYTES,
    /** Apache Phoenix; the field's type and the number of bytes determine Phoenix's type. */
    PHOENIX,
    /** Apache Phoenix's types with the prefix UNSIGNED_. */
    PHOENIX_UNSIGNED,
    /** Apache Phoenix's DECIMAL. */
    PHOENIX_DECIMAL,
    /** Apache Phoenix's arrays; the field's type determines that of the elements. */
    PHOENIX_ARRAY,
    /** 16 bytes, or the usual 36 characters in any case. */
    UUID,
    /** Any bytes; in the document as Base64. */
    BASE64,
    /** Any bytes; in the document in hexadecimal digits. */
    HEX;

    /** Tells if cells are text, so that they may have JSON or several values. */
    public boolean isText() {
        return switch (this) {
            case UTF8, GBK, GB18030, LATIN1, UTF16 -> true;
            case BYTES_SHORT,
                    BYTES_INT,
                    BYTES_LONG,
                    BYTES_FLOAT,
                    BYTES_DOUBLE,
                    BYTES_BOOLEAN,
                    BYTES_BIG_DECIMAL,
                    BYTES_BYTE,
                    UNSIGNED_BYTE,
                    UNSIGNED_SHORT,
                    UNSIGNED_INT,
                    UNSIGNED_LONG,
                    VINT,
                    ORDERED_BYTES,
                    PHOENIX,
                    PHOENIX_UNSIGNED,
                    PHOENIX_DECIMAL,
                    PHOENIX_ARRAY,
                    UUID,
                    BASE64,
                    HEX -> false;
        };
    }

    /** Tells if another byte order is possible. */
    public boolean hasByteOrder() {
        return switch (this) {
            case BYTES_SHORT,
                    BYTES_INT,
                    BYTES_LONG,
                    BYTES_FLOAT,
                    BYTES_DOUBLE,
                    UNSIGNED_SHORT,
                    UNSIGNED_INT,
                    UNSIGNED_LONG,
                    UTF16 -> true;
            case UTF8,
                    GBK,
                    GB18030,
                    LATIN1,
                    BYTES_BOOLEAN,
                    BYTES_BIG_DECIMAL,
                    BYTES_BYTE,
                    UNSIGNED_BYTE,
                    VINT,
                    ORDERED_BYTES,
                    PHOENIX,
                    PHOENIX_UNSIGNED,
                    PHOENIX_DECIMAL,
                    PHOENIX_ARRAY,
                    UUID,
                    BASE64,
                    HEX -> false;
        };
    }
}
