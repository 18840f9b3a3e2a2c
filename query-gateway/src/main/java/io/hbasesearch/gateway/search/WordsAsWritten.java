/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.cursor.Cursor;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.ProcessorTime;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.plan.PlanMode;
import io.hbasesearch.gateway.request.SearchParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a request with inexact words needs them: not if rows have the words as they are written, because then most of the others
 * are about something else. All pages of a cursor follow the decision for the first one. Safe for use by several threads.
 */
public final class WordsAsWritten {
    private static final Logger LOG = LoggerFactory.getLogger(WordsAsWritten.class);

    private static final double SHARE_OF_TIME = 0.5;

    private final BackendGuard backend;

    public WordsAsWritten(BackendGuard backend) {
        this.backend = backend;
    }

    /**
     * Returns the parameters without inexact words if a row has the words as they are written, or if no word may be inexact; else the same
     * parameters.
     *
     * @param cursor of the request
     * @param now what {@code now} means
     */
    SearchParameters of(
            SearchableIndex index,
            SearchParameters parameters,
            Optional<Cursor> cursor,
            Instant now,
            RequestDeadline deadline) {
        if (!mayBeInexact(parameters)) {
            return parameters;
        }
        Both both = new Both(index, parameters, now);
        if (both.inexact.isTooMuch()) {
            return parameters;
        }
        boolean isEnough =
                both.areAlike() || cursor.map(both::isOfExact).orElseGet(() -> isFound(index, both.exact, deadline));
        return isEnough ? exact(parameters) : parameters;
    }

    /**
     * Tells if an index has a row with the words as they are written, on the first page of a cursor: then none of the indexes that answer
     * together searches for inexact words.
     */
    boolean areFound(
            SearchableIndex index,
            SearchParameters parameters,
            Optional<Cursor> cursor,
            Instant now,
            RequestDeadline deadline) {
        Both both = new Both(index, parameters, now);
        return cursor.filter(each -> !both.areAlike())
                .map(both::isOfExact)
                .orElseGet(() -> isFound(index, both.exact, deadline));
    }

    static boolean mayBeInexact(SearchParameters parameters) {
        return parameters.criteria().words().inexact() && parameters.plan() != PlanMode.TABLE;
    }

    static SearchParameters exact(SearchParameters parameters) {
        return parameters.with(new WordOptions(parameters.criteria().words().typing(), false));
    }

    /** A request with inexact words and without. */
    private static final class Both {
        private final SearchQuery inexact;
        private final SearchQuery exact;

        Both(SearchableIndex index, SearchParameters parameters, Instant now) {
            inexact = SearchQuery.of(parameters, index, now);
            exact = SearchQuery.of(exact(parameters), index, now);
        }

        boolean areAlike() {
            return exact.query().equals(inexact.query());
        }

        boolean isOfExact(Cursor cursor) {
            return cursor.request() == exact.fingerprint();
        }
    }

    /** Tells if the query finds a row; true if this is not known, because inexact words would cost more. */
    private boolean isFound(SearchableIndex index, SearchQuery query, RequestDeadline deadline) {
        RequestDeadline part = deadline.part(SHARE_OF_TIME);
        try {
            ProcessorTime.Stage stage = part.work().stage();
            Duration left = part.left();
            SearchRequest request = new SearchRequest(query.query(), query.filters(), 0, left);
            SearchResult found = backend.call(
                    index.definition().name(),
                    left,
                    () -> stage.work(() -> index.searcher().search(request)));
            return found.total() > 0 || found.timedOut();
        } catch (HBaseSearchException | ProblemException e) {
            LOG.debug(
                    "Cannot count the rows of a query of {}", index.definition().name(), e);
            return true;
        }
    }
}
