/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** How much of an edit its event carries, from most to least; the order of the constants is part of the meaning. */
public enum PayloadLevel {
    /** Every cell with its value. */
    EDITS,
    /** Every cell without its value. */
    COLUMNS,
    /** The row key alone. */
    KEYS;

    /** The smaller of two. */
    PayloadLevel orLess(PayloadLevel other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
