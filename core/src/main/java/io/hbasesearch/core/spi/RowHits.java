/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Merges all matching documents of a row into one hit, for indexes whose rows have several documents. The hit has the rank of the
 * first of them and names the cells of all. A separate search by ids finds the others, so that no state is kept between pages. For
 * one search and one thread.
 */
public final class RowHits {
    /** Maximum number of documents in a search by ids; by default, an index returns no more at once. */
    private static final int MOST_TOGETHER = 5_000;

    /** Number of documents in a page, so that a row with many matching documents does not need a search for each. */
    private static final int DOCUMENTS_AT_A_TIME = 500;

    private final SearchRequest request;
    private final int buckets;
    private final IndexDefinition definition;
    private final Documents documents;
    private final Deadline deadline;
    private final boolean backwards;
    private final List<SearchResult.Hit> rows = new ArrayList<>();
    private final Set<RowKey> seen = new HashSet<>();
    private int unreadable;
    private boolean isCut;
    private boolean timedOut;
    private Optional<SortValues> last = Optional.empty();

    /** Searches documents, each of which is a hit. */
    @FunctionalInterface
    public interface Documents {
        SearchResult search(SearchRequest request);
    }

    /**
     * Searches rows. Totals count rows and are lower bounds, unless all rows are on the page. Facets count documents, and metrics are
     * refused.
     *
     * @param documents receives the request unchanged if rows have one document
     * @param close releases a view and must not fail; it is called for a view of a search that failed later, because the caller never
     *     learns of that view
     */
    public static SearchResult search(
            IndexDefinition definition, SearchRequest request, Documents documents, Consumer<ViewToken> close) {
        requireNoMetrics(definition, request);
        return definition.buckets().size() == 1
                ? documents.search(request)
                : new RowHits(definition, request, documents).run(close);
    }

    private static void requireNoMetrics(IndexDefinition definition, SearchRequest request) {
        boolean measures = request.facets().stream()
                .anyMatch(facet -> facet instanceof FacetRequest.Metrics
                        || !facet.metrics().isEmpty());
        FacetRequest.objectionToMetrics(definition)
                .filter(objection -> measures)
                .ifPresent(objection -> {
                    throw new HBaseSearchException(ErrorCode.QUERY_INVALID, "No metrics: " + objection, null, null);
                });
    }

    private RowHits(IndexDefinition definition, SearchRequest request, Documents documents) {
        this.definition = definition;
        this.request = request;
        this.documents = documents;
        this.buckets = definition.buckets().size();
        this.deadline = Deadline.after(request.timeout());
        this.backwards = request.place().map(PagePlace::before).orElse(false);
    }

    private SearchResult run(Consumer<ViewToken> close) {
        SearchResult first =
                documents.search(request.size() == 0 ? request : request.sized(documentsOf(request.size())));
        try {
            return rest(first);
        } catch (RuntimeException | Error e) {
            first.view().filter(view -> isOwn(first)).ifPresent(close);
            throw e;
        }
    }

    /** Tells if this search opened the view, so that the caller does not know it. */
    private boolean isOwn(SearchResult first) {
        // An engine may continue a kept view under another name, which then belongs to the caller.
        return !(request.view() instanceof ViewUse.Kept) || first.viewLost();
    }

    private SearchResult rest(SearchResult first) {
        SearchRequest next = inItsView(request, first);
        SearchResult page = first;
        while (take(page, next)) {
            page = documents.search(next.sized(documentsOf(request.size() - rows.size()))
                    .withFacets(List.of())
                    .at(new PagePlace(last.orElseThrow(), backwards))
                    .within(deadline.left()));
        }
        boolean isAll = !isCut && !timedOut && request.place().isEmpty() && request.size() > 0;
        long least = Math.max(rows.size(), (first.total() + buckets - 1) / buckets);
        return new SearchResult(
                new SearchResult.Count(isAll ? rows.size() : least, isAll),
                timedOut,
                unreadable,
                rows,
                first.state(),
                first.facets(),
                last);
    }

    private int documentsOf(int wanted) {
        return (int) Math.min((long) wanted * buckets, Math.max(wanted, DOCUMENTS_AT_A_TIME));
    }

    /** Returns a request on the first page's view, because later searches must see the same documents. */
    private static SearchRequest inItsView(SearchRequest request, SearchResult first) {
        Optional<Duration> keepFor = Optional.empty();
        if (request.view() instanceof ViewUse.Keep keep) {
            keepFor = Optional.of(keep.keepFor());
        } else if (request.view() instanceof ViewUse.Kept kept) {
            keepFor = Optional.of(kept.keepFor());
        }
        return keepFor.isPresent() && first.view().isPresent()
                ? request.in(new ViewUse.Kept(first.view().get(), keepFor.get()))
                : request;
    }

    /** @return true if this page needs more documents */
    private boolean take(SearchResult page, SearchRequest inView) {
        unreadable += page.unreadable();
        timedOut |= page.timedOut();
        int asked = documentsOf(request.size() - rows.size());
        isCut = request.size() > 0 && page.hits().size() + page.unreadable() >= asked;
        boolean isBeginning = request.place().isEmpty() && seen.isEmpty();
        List<SearchResult.Hit> left = new ArrayList<>(page.hits());
        if (backwards) {
            Collections.reverse(left);
        }
        while (!left.isEmpty() && rows.size() < request.size()) {
            List<SearchResult.Hit> some = left.subList(0, together(left));
            take(some, isBeginning, ofTheirRows(some, inView));
            last = Optional.of(some.get(some.size() - 1).sortValues());
            left = left.subList(some.size(), left.size());
        }
        isCut |= !left.isEmpty();
        if (left.isEmpty() && page.last().isPresent()) {
            last = page.last();
        }
        boolean wantsMore = isCut && rows.size() < request.size();
        timedOut |= wantsMore && deadline.isOver();
        return wantsMore && !timedOut;
    }

    /** Counts the leading hits whose rows fit into the page. */
    private int together(List<SearchResult.Hit> hits) {
        Set<RowKey> found = new HashSet<>();
        int number = 0;
        for (SearchResult.Hit hit : hits) {
            found.add(hit.row());
            if (found.size() > request.size() - rows.size()) {
                break;
            }
            number++;
        }
        return number;
    }

    private void take(List<SearchResult.Hit> hits, boolean isBeginning, Map<RowKey, List<SearchResult.Hit>> all) {
        for (SearchResult.Hit hit : hits) {
            List<SearchResult.Hit> ofRow = all.getOrDefault(hit.row(), List.of(hit));
            // If not, the row's first document is on an earlier page, or on one still to come.
            boolean isFirst = isBeginning || id(ofRow.get(0)).equals(id(hit));
            if (isFirst && seen.add(hit.row())) {
                rows.add(backwards ? 0 : rows.size(), naming(hit, ofRow));
            }
        }
    }

    /** Returns all matching documents by row, in the order of the search. */
    private Map<RowKey, List<SearchResult.Hit>> ofTheirRows(List<SearchResult.Hit> hits, SearchRequest inView) {
        List<RowKey> keys = hits.stream()
                .map(SearchResult.Hit::row)
                .filter(row -> !seen.contains(row))
                .distinct()
                .toList();
        Map<RowKey, List<SearchResult.Hit>> all = new LinkedHashMap<>();
        int together = Math.max(1, MOST_TOGETHER / buckets);
        for (int from = 0; from < keys.size(); from += together) {
            List<RowKey> some = keys.subList(from, Math.min(from + together, keys.size()));
            Set<String> ids = new TreeSet<>();
            some.forEach(row -> definition.documents(row).forEach(id -> ids.add(id.value())));
            SearchResult found = documents.search(inView.anywhere()
                    .sized(ids.size())
                    .withFacets(List.of())
                    .among(ids)
                    .within(deadline.left()));
            timedOut |= found.timedOut();
            found.hits().forEach(hit -> all.computeIfAbsent(hit.row(), none -> new ArrayList<>())
                    .add(hit));
        }
        return all;
    }

    private static SearchResult.Hit naming(SearchResult.Hit hit, Collection<SearchResult.Hit> ofRow) {
        Map<String, SearchResult.Hit> documents = new LinkedHashMap<>();
        Stream.concat(Stream.of(hit), ofRow.stream()).forEach(each -> documents.putIfAbsent(id(each), each));
        List<ColumnName> cells = documents.values().stream()
                .flatMap(each -> each.cells().stream())
                .distinct()
                .sorted()
                .limit(SearchResult.MOST_CELLS)
                .toList();
        long matching = documents.values().stream()
                .mapToLong(SearchResult.Hit::matchingCells)
                .sum();
        return hit.naming(cells, matching);
    }

    /** Returns a document's id, which is the last sort key of hits. */
    private static String id(SearchResult.Hit hit) {
        List<?> values = hit.sortValues().values();
        return String.valueOf(values.get(values.size() - 1));
    }
}
