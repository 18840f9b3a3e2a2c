/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.List;

/** The type of a field in the index. */
public enum FieldType {
    /** Analysed text: matched by its words. */
    TEXT,
    /** A string that matches only as a whole. */
    KEYWORD,
    BOOLEAN,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    /** An instant with millisecond precision. */
    DATE,
    /** A JSON object. Its leaves match as whole strings under {@code field.path}, and all of them under {@code field}. */
    JSON,
    /** A point on the earth. */
    GEO_POINT;

    public boolean isNumber() {
        return switch (this) {
            case INT, LONG, FLOAT, DOUBLE -> true;
            case TEXT, KEYWORD, BOOLEAN, DATE, JSON, GEO_POINT -> false;
        };
    }

    /** Returns the encodings of cells of this type; the first one is the default. */
    public List<ValueEncoding> encodings() {
        return TypeEncodings.of(this);
    }

    public ValueEncoding defaultEncoding() {
        return encodings().get(0);
    }

    /** Tells if a query word without a field searches fields of this type by default. */
    public boolean searchedByDefault() {
        return this == TEXT || this == KEYWORD;
    }
}
