/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.ViewToken;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Where pages go on: behind one row, or before it. What the rows come from, table or index, the kind of the place tells: a cursor of
 * the one is none of the other.
 *
 * @param generation of the index that the page was made from
 * @param request fingerprint of what was asked: a cursor fits no other request
 * @param backward whether the rows before are wanted, not those behind
 * @param substitute whether the page was made by the other backend than that which would have answered, and could not
 * @param view the snapshot that is paged through, if there is one
 * @param opened how fresh the index was when the snapshot was opened; empty if nothing was known, or there is none
 */
public record Cursor(
        CursorPosition place,
        UUID generation,
        long request,
        boolean backward,
        boolean substitute,
        Optional<ViewToken> view,
        Optional<Freshness> opened) {
    public Cursor {
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(generation, "generation");
        Objects.requireNonNull(view, "view");
        Objects.requireNonNull(opened, "opened");
    }

    /** Without the row's key or values: they never reach a log. */
    @Override
    public String toString() {
        return "cursor of " + place.getClass().getSimpleName() + (backward ? ", backward" : "");
    }
}
