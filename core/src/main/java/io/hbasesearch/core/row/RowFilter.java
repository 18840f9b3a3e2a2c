/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.ColumnSelection;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Rows that have a visible cell like this.
 *
 * @param columns in which it is
 * @param since its timestamp or a later one, as HBase stored it
 * @param until its timestamp is before this
 */
public record RowFilter(ColumnSelection columns, OptionalLong since, OptionalLong until) {
    public RowFilter {
        Objects.requireNonNull(columns, "columns");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(until, "until");
    }
}
