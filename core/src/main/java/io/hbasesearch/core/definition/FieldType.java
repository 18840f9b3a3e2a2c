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
        return switch (this) {
            case TEXT, JSON -> List.of(ValueEncoding.UTF8);
            case KEYWORD -> List.of(ValueEncoding.UTF8, ValueEncoding.BYTES_BIG_DECIMAL);
            case BOOLEAN -> List.of(ValueEncoding.BYTES_BOOLEAN, ValueEncoding.UTF8);
            case INT -> List.of(ValueEncoding.BYTES_INT, ValueEncoding.BYTES_SHORT, ValueEncoding.UTF8);
            case LONG ->
                List.of(
                        ValueEncoding.BYTES_LONG,
                        ValueEncoding.BYTES_INT,
                        ValueEncoding.BYTES_SHORT,
                        ValueEncoding.UTF8);
            case FLOAT -> List.of(ValueEncoding.BYTES_FLOAT, ValueEncoding.UTF8);
            case DOUBLE ->
                List.of(
                        ValueEncoding.BYTES_DOUBLE,
                        ValueEncoding.BYTES_FLOAT,
                        ValueEncoding.BYTES_BIG_DECIMAL,
                        ValueEncoding.UTF8);
            case DATE -> List.of(ValueEncoding.BYTES_LONG, ValueEncoding.UTF8);
        };
    }

    public ValueEncoding defaultEncoding() {
        return encodings().get(0);
    }

    /** Whether a query word without a field looks into such fields, unless their definition says otherwise. */
    public boolean searchedByDefault() {
        return this == TEXT || this == KEYWORD;
    }
}
