/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

/** The types of values in keys. */
enum PartType {
    UTF8(Family.TEXT, 0),
    ASCII(Family.TEXT, 0),
    HEX(Family.TEXT, 0),
    BYTES(Family.OTHER, 0),
    U8(Family.NUMBER, 1),
    U16(Family.NUMBER, 2),
    U32(Family.NUMBER, 4),
    U64(Family.NUMBER, 8),
    I8(Family.NUMBER, 1),
    I16(Family.NUMBER, 2),
    I32(Family.NUMBER, 4),
    I64(Family.NUMBER, 8),
    DECIMAL(Family.NUMBER, 0),
    DATE(Family.OTHER, 0),
    UUID(Family.OTHER, 0),
    FLOAT64(Family.OTHER, 0);

    /** The families of types to which transforms apply. */
    enum Family {
        TEXT,
        NUMBER,
        OTHER
    }

    private final Family family;
    private final int bytes;

    PartType(Family family, int bytes) {
        this.family = family;
        this.bytes = bytes;
    }

    Family family() {
        return family;
    }

    /** Returns the width of a binary whole number; 0 for other types. */
    int bytes() {
        return bytes;
    }

    boolean isInteger() {
        return bytes > 0;
    }

    boolean isSigned() {
        return isInteger() && name().startsWith("I");
    }
}
