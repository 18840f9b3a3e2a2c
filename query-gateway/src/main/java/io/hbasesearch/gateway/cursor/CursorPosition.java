/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SortValues;
import java.util.Objects;

/** Row after which, or before which, pages continue; the row itself is not part of the page. */
public sealed interface CursorPosition {
    /** Returns how many rows preceded it when it was found: a hint, never the position itself. */
    int offset();

    /** @param values by which the index sorted the row */
    record OfSearch(int offset, SortValues values) implements CursorPosition {
        public OfSearch {
            Objects.requireNonNull(values, "values");
        }
    }

    record OfTable(int offset, RowKey row) implements CursorPosition {
        public OfTable {
            Objects.requireNonNull(row, "row");
        }
    }
}
