/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

/** Payload of an edit's event, from largest to smallest; the order of the constants matters. */
public enum PayloadLevel {
    /** Every cell with its value. */
    EDITS,
    /** Every cell without its value. */
    COLUMNS,
    /** The row key alone. */
    KEYS;

    /** Returns the smaller of two. */
    public PayloadLevel orLess(PayloadLevel other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
