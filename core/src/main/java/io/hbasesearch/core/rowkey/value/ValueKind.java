/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

/** The kind of the values that a codec decodes. */
public enum ValueKind {
    /** {@link KeyValue.Text}. */
    TEXT,
    /** {@link KeyValue.Whole} of at most 32 bits with its sign. */
    INT,
    /** {@link KeyValue.Whole} of any size. */
    WHOLE,
    /** {@link KeyValue.Real}. */
    REAL,
    /** {@link KeyValue.Moment}. */
    MOMENT,
    /** {@link KeyValue.Binary}. */
    BINARY;

    /** Returns the kind that includes the values of both. */
    public ValueKind or(ValueKind other) {
        if (this == other) {
            return this;
        }
        boolean whole = (this == INT || this == WHOLE) && (other == INT || other == WHOLE);
        return whole ? WHOLE : TEXT;
    }
}
