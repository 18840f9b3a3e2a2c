/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.gateway.cursor.Cursor;
import io.hbasesearch.gateway.cursor.Cursors;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Between pages and the cursors that callers keep. Safe for use by several threads. */
final class PageCursors {
    private static final String PARAMETER = "cursor";

    private final Cursors cursors;

    PageCursors(Cursors cursors) {
        this.cursors = cursors;
    }

    /** @throws ProblemException 400 if it is none of ours, or one of another request */
    Optional<Cursor> read(SearchParameters parameters, SearchQuery query) {
        if (parameters.paging().cursor().isEmpty()) {
            return Optional.empty();
        }
        Cursor cursor = cursors.read(parameters.paging().cursor().get())
                .orElseThrow(() -> refused(
                        "this is no cursor that this gateway has signed",
                        cursors.areShared()
                                ? "Give 'next' or 'previous' of an answer as it is, or start again without a cursor."
                                : "Start again without a cursor. For cursors that outlive a gateway and fit others, set"
                                        + " gateway.cursorKey."));
        if (cursor.request() != query.fingerprint()) {
            throw refused(
                    "this cursor belongs to another index, query, filter or order",
                    "Ask the same as for the page before; size, columns and timeout may change.");
        }
        return Optional.of(cursor);
    }

    static ProblemException refused(String detail, String hint) {
        return new ProblemException(
                ProblemDocument.badRequest(ErrorCode.USAGE, List.of(Fault.inParameter(PARAMETER, detail, hint))));
    }

    /**
     * Null if nothing follows.
     *
     * @param substitute whether the other backend would have answered
     * @param seen how fresh the index was when what the page shows was opened
     */
    @Nullable
    String next(
            SearchableIndex index,
            SearchQuery query,
            FoundPage page,
            boolean backward,
            boolean substitute,
            Optional<Freshness> seen) {
        boolean there = backward || page.more();
        return there
                ? page.last()
                        .map(place -> write(index, query, page, place, false, substitute, seen))
                        .orElse(null)
                : null;
    }

    /** Null if nothing comes before. */
    @Nullable
    String previous(
            SearchableIndex index,
            SearchQuery query,
            FoundPage page,
            Optional<Cursor> asked,
            boolean substitute,
            Optional<Freshness> seen) {
        boolean there = asked.isPresent() && (!asked.get().backward() || page.more());
        return there
                ? page.first()
                        .map(place -> write(index, query, page, place, true, substitute, seen))
                        .orElse(null)
                : null;
    }

    private String write(
            SearchableIndex index,
            SearchQuery query,
            FoundPage page,
            CursorPosition place,
            boolean backward,
            boolean substitute,
            Optional<Freshness> seen) {
        return cursors.write(new Cursor(
                place,
                index.metadata().uuid(),
                query.fingerprint(),
                backward,
                substitute,
                page.view(),
                page.view().flatMap(view -> seen)));
    }
}
