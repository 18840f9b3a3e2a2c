/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.model.KeyRange;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Selects the rows of a run. A selected row is read and indexed whole.
 *
 * @param since rows that have a cell of this timestamp or later, as HBase stored it (milliseconds since the epoch as a rule)
 * @param until rows that have a cell with a timestamp before this one
 * @param where rows that have a cell in one of these, each {@code family} or {@code family:qualifier}; empty for all rows
 */
public record Selection(KeyRange range, OptionalLong since, OptionalLong until, List<String> where) {
    public Selection {
        Objects.requireNonNull(range, "range");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(until, "until");
        where = List.copyOf(new TreeSet<>(where));
    }

    /** Selects every row. */
    public static Selection all() {
        return of(KeyRange.all());
    }

    /** Selects every row of a range of keys. */
    public static Selection of(KeyRange range) {
        return new Selection(range, OptionalLong.empty(), OptionalLong.empty(), List.of());
    }

    /**
     * Returns whether rows are selected by their keys alone. Only then does a document whose row the scan has not returned belong
     * to a row that is gone.
     */
    public boolean isByKey() {
        return since.isEmpty() && until.isEmpty() && where.isEmpty();
    }

    public boolean isAll() {
        return isByKey() && range.equals(KeyRange.all());
    }
}
