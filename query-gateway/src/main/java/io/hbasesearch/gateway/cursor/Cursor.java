/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Where pages go on: behind one row, or before it.
 *
 * @param path what the rows come from; a cursor of the one is none of the other
 * @param generation of the index that the page was made from
 * @param request fingerprint of what was asked: a cursor fits no other request
 * @param backward whether the rows before are wanted, not those behind
 * @param offset how many rows were before this place when the cursor was made: a hint, never the place itself
 * @param row at which the page ended
 * @param sortValues by which that row was sorted, as the index wrote them; the score alone where it sorts by relevance
 * @param view the index's own name for the snapshot that is paged through, if it keeps one
 */
public record Cursor(
        Path path,
        UUID generation,
        long request,
        boolean backward,
        int offset,
        RowKey row,
        List<String> sortValues,
        Optional<String> view) {
    /** The kinds of pages. */
    public enum Path {
        SEARCH,
        TABLE
    }

    public Cursor {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(generation, "generation");
        Objects.requireNonNull(row, "row");
        sortValues = List.copyOf(sortValues);
        Objects.requireNonNull(view, "view");
    }

    /** Without the row's key or values: they never reach a log. */
    @Override
    public String toString() {
        return "cursor of " + path + (backward ? ", backward" : "");
    }
}
