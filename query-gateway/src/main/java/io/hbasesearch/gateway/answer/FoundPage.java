/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import io.hbasesearch.core.spi.FacetResult;
import io.hbasesearch.core.spi.ViewToken;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.request.VerifyMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Result of a plan, whichever plan ran.
 *
 * @param total rows or documents that match
 * @param totalOf {@code index}: documents that match, not rows that were checked; {@code table}: rows that were
 * @param checks results of checking the hits
 * @param facets by their names
 * @param first position of the first hit that was examined; empty if none was
 * @param last position of the last one
 * @param more whether the request's direction has more hits to examine
 * @param view the index's snapshot, if it keeps one
 * @param cut the stages that were cut short
 * @param degraded the backends that were skipped because they cannot be reached
 * @param notes remarks for a reader of the hits
 */
public record FoundPage(
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
    public FoundPage {
        hits = List.copyOf(hits);
        facets = Map.copyOf(facets);
        cut = List.copyOf(cut);
        degraded = List.copyOf(degraded);
        notes = List.copyOf(notes);
    }

    /**
     * Results of checking the hits of a page.
     *
     * @param mode what was done; {@code NONE} also if the check was not possible
     * @param checked hits that were examined
     * @param stale hits that were hidden, and announced for repair
     * @param behind hits whose documents lagged behind their rows
     * @param refilled hits that replaced hidden ones
     */
    public record Checks(VerifyMode mode, int checked, int stale, int behind, int refilled) {}
}
