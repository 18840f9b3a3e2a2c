/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

/** How the bytes of values are ordered in comparison with the values. */
public enum KeyOrder {
    /** As the values are. */
    ASCENDING,
    /** The other way round: the largest value comes first. */
    DESCENDING,
    /** Not at all, so that no range of values is a range of keys. */
    NONE;

    public KeyOrder reversed() {
        return switch (this) {
            case ASCENDING -> DESCENDING;
            case DESCENDING -> ASCENDING;
            case NONE -> NONE;
        };
    }
}
