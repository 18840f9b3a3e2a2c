/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.request.VerifyMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Result of a plan, whichever plan ran.
 *
 * @param checks results of checking the hits
 * @param facets by their names
 */
public record FoundPage(
        SearchAnswer.Total total,
        List<Found> hits,
        Checks checks,
        Map<String, FacetResult> facets,
        Ends ends,
        View view,
        Gaps gaps) {
    public FoundPage {
        hits = List.copyOf(hits);
        facets = Map.copyOf(facets);
    }

    /**
     * The ends of the page, from which others continue.
     *
     * @param first position of the first hit that was examined; empty if none was
     * @param last position of the last one
     * @param more whether the request's direction has more hits to examine
     */
    public record Ends(Optional<CursorPosition> first, Optional<CursorPosition> last, boolean more) {
        public static Ends of(
                Optional<? extends CursorPosition> first, Optional<? extends CursorPosition> last, boolean more) {
            return new Ends(first.map(CursorPosition.class::cast), last.map(CursorPosition.class::cast), more);
        }
    }

    /**
     * The state of the index that was searched.
     *
     * @param token the snapshot, if the index keeps one
     * @param lost whether the requested snapshot no longer existed
     */
    public record View(Optional<ViewToken> token, boolean lost) {
        /** Returns the view of a plan that did not ask the index. */
        public static View none() {
            return new View(Optional.empty(), false);
        }
    }

    /**
     * Lists what the page may lack.
     *
     * @param unreadable matches whose documents could not be read
     * @param cut the stages that were cut short
     * @param degraded the backends that were skipped because they cannot be reached
     * @param notes remarks for a reader of the hits
     */
    public record Gaps(int unreadable, List<SearchAnswer.Cut> cut, List<String> degraded, List<String> notes) {
        public Gaps {
            cut = List.copyOf(cut);
            degraded = List.copyOf(degraded);
            notes = List.copyOf(notes);
        }
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
