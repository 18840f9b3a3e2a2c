/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.List;

/** What a field is in the index. */
public enum FieldType {
    /** Analysed text: found by its words. */
    TEXT,
    /** A string found only as a whole. */
    KEYWORD,
    BOOLEAN,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    /** An instant with millisecond precision. */
    DATE,
    /** A JSON object; its leaves are found as whole strings under {@code field.path}, and all of them under {@code field}. */
    JSON;

    public boolean isNumber() {
        return switch (this) {
            case INT, LONG, FLOAT, DOUBLE -> true;
            case TEXT, KEYWORD, BOOLEAN, DATE, JSON -> false;
        };
    }

    /** How cells of this type may be written; the first is meant when a definition names none. */
    public List<ValueEncoding> encodings() {
        return TypeEncodings.of(this);
    }

    public ValueEncoding defaultEncoding() {
        return encodings().get(0);
    }

    /** Whether a query word without a field looks into such fields, unless their definition says otherwise. */
    public boolean searchedByDefault() {
        return this == TEXT || this == KEYWORD;
    }
}
