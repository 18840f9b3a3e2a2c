/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.ColumnSelection;
import java.util.Objects;
import java.util.OptionalLong;

/** Selects rows with a visible cell in some columns and a time range.
 *
 * @param columns of the cell
 * @param since the least timestamp, as HBase stored it
 * @param until the timestamp is before this
 */
public record RowFilter(ColumnSelection columns, OptionalLong since, OptionalLong until) {
    public RowFilter {
        Objects.requireNonNull(columns, "columns");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(until, "until");
    }
}
