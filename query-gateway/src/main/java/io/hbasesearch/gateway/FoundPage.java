/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.spi.FacetResult;
import io.hbasesearch.core.spi.ViewToken;
import io.hbasesearch.gateway.cursor.CursorPosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a plan brought, whichever it was.
 *
 * @param total rows or documents that match
 * @param totalOf {@code index}: documents that match, not rows that were checked; {@code table}: rows that were
 * @param checks what checking the hits brought
 * @param facets by their names
 * @param first where the first hit that was looked at is; empty if none was
 * @param last where the last one is
 * @param more whether there is more to look at in the direction of the request
 * @param view the index's snapshot, if it keeps one
 * @param cut what was cut short
 * @param degraded the backends that were left out, as they cannot be reached
 * @param notes what a reader of the hits should know
 */
record FoundPage(
        long total,
        boolean totalIsExact,
        String totalOf,
        List<Found> hits,
        Checks checks,
        int unreadable,
        Map<String, FacetResult> facets,
        Optional<CursorPosition> first,
        Optional<CursorPosition> last,
        boolean more,
        Optional<ViewToken> view,
        boolean viewLost,
        List<SearchAnswer.Cut> cut,
        List<String> degraded,
        List<String> notes) {
    FoundPage {
        hits = List.copyOf(hits);
        facets = Map.copyOf(facets);
        cut = List.copyOf(cut);
        degraded = List.copyOf(degraded);
        notes = List.copyOf(notes);
    }

    /**
     * What checking the hits of a page brought.
     *
     * @param mode what was done; {@code NONE} also where it could not be done
     * @param checked hits that were looked at
     * @param stale hits that were hidden, and announced for repair
     * @param behind hits whose documents were behind their rows
     * @param refilled hits that took the places of hidden ones
     */
    record Checks(VerifyMode mode, int checked, int stale, int behind, int refilled) {}
}
