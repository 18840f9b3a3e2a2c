/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

/** How the bytes of a cell become a value. */
public enum ValueEncoding {
    /** UTF-8 text; for numbers in decimal digits, for booleans {@code true} or {@code false}, for dates by a pattern. */
    UTF8,
    /** HBase's {@code Bytes.toBytes(short)}: 2 bytes, big endian. */
    BYTES_SHORT,
    /** {@code Bytes.toBytes(int)}: 4 bytes, big endian. */
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
    BYTES_BIG_DECIMAL
}
