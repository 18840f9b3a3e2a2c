/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The way of a query: the index finds documents, one batch of gets fetches their rows, and the answer is made of the rows.
 * A hit whose row is gone is dropped, counted and announced for repair. Safe for use by several threads.
 */
final class SearchService {
    /** Of the time left; the rest is for HBase. The index may answer with what it has when its share is over. */
    private static final double SHARE_OF_INDEX = 0.55;

    /** The index is waited for a little longer than it was told, so that its partial answer is not lost. */
    private static final double SHARE_OF_SEARCH = 0.7;

    private final BackendGuard backend;
    private final RowFetcher fetcher;
    private final HitWriter hits;
    private final RowAnnouncer announcer;
    private final GatewayMetrics metrics;

    SearchService(
            BackendGuard backend, RowFetcher fetcher, HitWriter hits, RowAnnouncer announcer, GatewayMetrics metrics) {
        this.backend = backend;
        this.fetcher = fetcher;
        this.hits = hits;
        this.announcer = announcer;
        this.metrics = metrics;
    }

    /**
     * @throws io.hbasesearch.core.error.HBaseSearchException QUERY_INVALID, or what index and HBase throw
     * @throws io.hbasesearch.gateway.http.ProblemException 503 if one of them is left alone for now
     */
    SearchAnswer search(SearchableIndex index, SearchParameters parameters) {
        long start = System.nanoTime();
        Deadline deadline = Deadline.after(parameters.timeout());
        IndexDefinition definition = index.definition();
        ParsedQuery query = ParsedQuery.of(parameters, definition);
        SearchResult found = find(index, query, parameters.size(), deadline);
        List<RowKey> keys = found.hits().stream().map(SearchResult.Hit::row).toList();
        List<Row> rows = definition.cells().isPresent()
                ? new CellFetch(fetcher, definition, parameters.columns()).fetch(found.hits(), deadline)
                : fetcher.fetch(definition, parameters.columns().orElse(definition.columns()), keys, deadline);
        List<RowKey> gone = gone(definition, rows);
        if (!gone.isEmpty()) {
            announcer.touch(index.metadata(), gone);
        }
        HitWriter.Page page = hits.write(index, parameters, query.query(), found, rows, deadline);
        return answer(index, found, page, gone.size(), Duration.ofNanos(System.nanoTime() - start));
    }

    private SearchResult find(SearchableIndex index, ParsedQuery query, int size, Deadline deadline) {
        SearchRequest request = new SearchRequest(query.query(), query.filters(), size, deadline.left(SHARE_OF_INDEX));
        String name = index.definition().name();
        long start = System.nanoTime();
        SearchResult result = backend.call(
                name, deadline.left(SHARE_OF_SEARCH), () -> index.searcher().search(request));
        metrics.search(name).record(Duration.ofNanos(System.nanoTime() - start));
        return result;
    }

    private static List<RowKey> gone(IndexDefinition definition, List<Row> rows) {
        return rows.stream().filter(RowFetcher.gone(definition)).map(Row::key).toList();
    }

    private SearchAnswer answer(
            SearchableIndex index, SearchResult found, HitWriter.Page page, int stale, Duration took) {
        String name = index.definition().name();
        List<SearchAnswer.Cut> cut = new ArrayList<>(page.cut());
        if (found.timedOut()) {
            cut.add(0, new SearchAnswer.Cut("search", "the index did not look at every document in time"));
        }
        cut.forEach(each -> metrics.cut(name, each.stage()));
        metrics.hits(name, page.hits().size(), stale, page.unmappable());
        metrics.unreadable(name, found.unreadable());
        return new SearchAnswer(
                name,
                took.toMillis(),
                SearchAnswer.Total.of(found),
                page.hits(),
                stale,
                !cut.isEmpty(),
                found.timedOut(),
                cut,
                index.metadata().complete(),
                notes(index, stale, found.unreadable(), page));
    }

    private static List<String> notes(SearchableIndex index, int stale, int unreadable, HitWriter.Page page) {
        List<String> notes = new ArrayList<>(page.notes());
        if (stale > 0) {
            notes.add((stale == 1 ? "1 hit was" : stale + " hits were")
                    + " left out, as the row is gone from HBase or no longer one to index; the index is being told");
        }
        if (unreadable > 0) {
            notes.add(
                    (unreadable == 1 ? "1 match was" : unreadable + " matches were")
                            + " left out: no rows' documents, somebody else wrote them to the index; hbase-search verify lists them");
        }
        if (!index.metadata().complete()) {
            notes.add(IndexAnswer.INCOMPLETE);
        }
        return notes;
    }

    /** A request's query and filters as the index understands them. */
    record ParsedQuery(Query query, List<Query> filters) {
        static ParsedQuery of(SearchParameters parameters, IndexDefinition definition) {
            return new ParsedQuery(
                    parameters
                            .query()
                            .map(text -> QueryStringParser.parse(text, definition))
                            .orElseGet(Query.MatchAll::new),
                    parameters.filters().stream()
                            .map(text -> QueryStringParser.parseFilter(text, definition))
                            .toList());
        }
    }
}
