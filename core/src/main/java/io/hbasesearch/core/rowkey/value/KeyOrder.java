/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

/** The order of the bytes of values, compared with the values. */
public enum KeyOrder {
    /** The order of the values. */
    ASCENDING,
    /** The reverse order: the largest value comes first. */
    DESCENDING,
    /** No order, so that no range of values is a range of keys. */
    NONE;

    public KeyOrder reversed() {
        return switch (this) {
            case ASCENDING -> DESCENDING;
            case DESCENDING -> ASCENDING;
            case NONE -> NONE;
        };
    }
}
