/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.core.spi.SearchRequest;
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

    private final BackendGuard backend;

    public WordsAsWritten(BackendGuard backend) {
        this.backend = backend;
    }

    /**
     * Returns the parameters without inexact words if a row has the words as they are written, or if no word may be inexact; else, or if
     * this cannot be found out, the same parameters.
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
        WordOptions words = parameters.criteria().words();
        if (!words.inexact() || parameters.plan() == PlanMode.TABLE) {
            return parameters;
        }
        SearchParameters exact = parameters.with(new WordOptions(words.typing(), false));
        SearchQuery query = SearchQuery.of(exact, index, now);
        SearchQuery inexact = SearchQuery.of(parameters, index, now);
        if (inexact.isTooMuch()) {
            return parameters;
        }
        boolean isEnough = query.query().equals(inexact.query())
                || cursor.map(each -> each.request() == query.fingerprint())
                        .orElseGet(() -> isFound(index, query, deadline));
        return isEnough ? exact : parameters;
    }

    private boolean isFound(SearchableIndex index, SearchQuery query, RequestDeadline deadline) {
        try {
            ProcessorTime.Stage stage = deadline.work().stage();
            Duration left = deadline.left();
            SearchRequest request = new SearchRequest(query.query(), query.filters(), 0, left);
            return backend.call(
                                    index.definition().name(),
                                    left,
                                    () -> stage.work(() -> index.searcher().search(request)))
                            .total()
                    > 0;
        } catch (HBaseSearchException | ProblemException e) {
            // The search itself fails in the same way, and reports it.
            LOG.debug(
                    "Cannot count the rows of a query of {}", index.definition().name(), e);
            return false;
        }
    }
}
