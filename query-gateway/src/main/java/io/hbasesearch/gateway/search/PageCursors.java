/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.cursor.Cursor;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.cursor.Cursors;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.SearchParameters;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts between pages and the cursors that callers keep. Safe for use by several threads. */
public final class PageCursors {
    private static final String PARAMETER = "cursor";

    private final Cursors cursors;

    public PageCursors(Cursors cursors) {
        this.cursors = cursors;
    }

    /** Returns what {@code now} means on the pages before this one; empty on the first page, or if the request does not depend on it. */
    Optional<Instant> now(SearchParameters parameters) {
        return unchecked(parameters).flatMap(Cursor::now);
    }

    /** Returns the request's cursor, which may belong to another request; empty if there is none that this gateway signed. */
    Optional<Cursor> unchecked(SearchParameters parameters) {
        return parameters.paging().cursor().flatMap(cursors::read);
    }

    /** @throws ProblemException 400 if this gateway did not sign it, or it belongs to another request */
    Optional<Cursor> read(SearchParameters parameters, SearchQuery query) {
        if (parameters.paging().cursor().isEmpty()) {
            return Optional.empty();
        }
        Cursor cursor = cursors.read(parameters.paging().cursor().get())
                .orElseThrow(() -> refused(
                        "not a valid cursor",
                        cursors.areShared()
                                ? "Pass 'next' or 'previous' of an answer unchanged, or start again without a cursor."
                                : "Start again without a cursor. For cursors that survive restarts and work on other gateways, set"
                                        + " gateway.cursorKey."));
        if (cursor.request() != query.fingerprint()) {
            throw refused(
                    "this cursor belongs to another index, query, filter, order or ranking",
                    "Repeat the request of the previous page; only size, columns and timeout may change. If it is the same, the index's"
                            + " ranking, weights or synonyms have changed: start again without a cursor.");
        }
        return Optional.of(cursor);
    }

    /** Refuses a cursor. */
    public static ProblemException refused(String detail, String hint) {
        return new ProblemException(
                ProblemDocument.badRequest(ErrorCode.USAGE, List.of(Fault.inParameter(PARAMETER, detail, hint))));
    }

    /**
     * Returns the cursor of the next page; null if nothing follows.
     *
     * @param substitute whether this page was read from the other backend because the chosen one was down
     * @param seen how fresh the index was when the page's snapshot was opened
     */
    @Nullable
    String next(
            SearchableIndex index,
            SearchQuery query,
            FoundPage page,
            boolean backward,
            boolean substitute,
            Optional<Freshness> seen) {
        boolean there = backward || page.ends().more();
        return there
                ? page.ends()
                        .last()
                        .map(place -> write(index, query, page, place, false, substitute, seen))
                        .orElse(null)
                : null;
    }

    /** Returns the cursor of what follows a place within a page. */
    String behind(
            SearchableIndex index,
            SearchQuery query,
            FoundPage page,
            CursorPosition place,
            boolean substitute,
            Optional<Freshness> seen) {
        return write(index, query, page, place, false, substitute, seen);
    }

    /** Returns the cursor of the previous page; null if nothing comes before. */
    @Nullable
    String previous(
            SearchableIndex index,
            SearchQuery query,
            FoundPage page,
            Optional<Cursor> asked,
            boolean substitute,
            Optional<Freshness> seen) {
        boolean there =
                asked.isPresent() && (!asked.get().backward() || page.ends().more());
        return there
                ? page.ends()
                        .first()
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
                page.view().token(),
                page.view().token().flatMap(view -> seen),
                query.now()));
    }
}
