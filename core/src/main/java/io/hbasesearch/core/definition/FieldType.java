/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

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
    /** A JSON value; its leaves are found as whole strings under {@code field.path}, and all of them under {@code field}. */
    JSON;

    public boolean isNumber() {
        return switch (this) {
            case INT, LONG, FLOAT, DOUBLE -> true;
            case TEXT, KEYWORD, BOOLEAN, DATE, JSON -> false;
        };
    }
}
