/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.search.ViewToken;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Position where pages continue: after a row, or before it. The type of the position says whether the rows come from the table or the
 * index; a cursor of one is not valid for the other.
 *
 * @param generation of the index that the page was made from
 * @param request fingerprint of the request: a cursor fits no other one
 * @param backward whether the previous rows are wanted, not the next
 * @param substitute whether the page came from the other backend, because the chosen one was down
 * @param view the snapshot of the pages, if there is one
 * @param opened how fresh the index was when the snapshot was opened; empty if unknown, or without a snapshot
 * @param now what {@code now} means on all pages; empty if the request does not depend on it
 */
public record Cursor(
        CursorPosition place,
        UUID generation,
        long request,
        boolean backward,
        boolean substitute,
        Optional<ViewToken> view,
        Optional<Freshness> opened,
        Optional<Instant> now) {
    public Cursor {
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(generation, "generation");
        Objects.requireNonNull(view, "view");
        Objects.requireNonNull(opened, "opened");
        Objects.requireNonNull(now, "now");
    }

    /** Omits the row's key and values: they must never reach a log. */
    @Override
    public String toString() {
        return "cursor of " + place.getClass().getSimpleName() + (backward ? ", backward" : "");
    }
}
