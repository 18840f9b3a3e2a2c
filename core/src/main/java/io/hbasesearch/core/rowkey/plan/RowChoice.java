/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.Map;
import java.util.Optional;

/** Selects rows of an {@link AccessPath}. Called by several threads at once. */
@FunctionalInterface
public interface RowChoice {
    /** Returns the known fields of a selected row, for sorting by one of them; empty if the row is not selected. */
    Optional<Map<String, KeyValue>> fields(Row row);

    /** Whether choosing has taken as long as it may: no further row is read, as if the time for reading were over. */
    default boolean isOver() {
        return false;
    }
}
