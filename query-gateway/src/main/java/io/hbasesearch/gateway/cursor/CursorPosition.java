/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.SortValues;
import java.util.Objects;

/** A row that is part of no page itself, behind which, or before which, pages go on. */
public sealed interface CursorPosition {
    /** How many rows were before it when it was found: a hint, never the place itself. */
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
