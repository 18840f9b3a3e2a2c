/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.Objects;

/**
 * One visible cell of a row that was read.
 *
 * @param timestamp as HBase stored it: milliseconds since the epoch unless the client chose otherwise
 */
public record Cell(ColumnName column, long timestamp, ByteArray value) {
    public Cell {
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(value, "value");
    }

    /** Omits the value: a row's values never reach a log. */
    @Override
    public String toString() {
        return column + "@" + timestamp + " (" + value.length() + " bytes)";
    }
}
