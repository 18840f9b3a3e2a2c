/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.Map;
import java.util.Optional;

/** Which of the rows that an {@link AccessPath} leads to are wanted. Asked by several threads at once. */
@FunctionalInterface
public interface RowChoice {
    /** What is known of the fields of a row that is wanted, for an order by one of them; empty if it is not wanted. */
    Optional<Map<String, KeyValue>> fields(Row row);

    /** Whether choosing has taken as long as it may: no further row is read, as if the time for reading were over. */
    default boolean isOver() {
        return false;
    }
}
