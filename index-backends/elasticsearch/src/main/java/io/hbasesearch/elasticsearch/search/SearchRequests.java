/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.FieldValue;
import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.Hit;
import co.elastic.clients.elasticsearch.core.search.InnerHitsResult;
import co.elastic.clients.elasticsearch.core.search.TotalHitsRelation;
import co.elastic.clients.json.JsonData;
import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowRouting;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.core.spi.search.ViewUse;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.elasticsearch.client.SourceJson.Source;
import io.hbasesearch.elasticsearch.client.StoredFields;
import io.hbasesearch.elasticsearch.index.IndexMapping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Translates our searches into Elasticsearch's, and reads its answers. Immutable. */
final class SearchRequests {
    // Elasticsearch stops a little before the caller's deadline, so that its partial result still arrives.
    private static final double SHARE_OF_TIMEOUT = 0.9;
    // After the first page, an exact total need not be counted again.
    private static final int TOTAL_OF_LATER_PAGES = 10_000;

    private final IndexDefinition definition;
    private final QueryTranslator queries;
    private final Facets facets;
    private final RowRouting routing;
    private final SearchTarget target;

    SearchRequests(IndexDefinition definition, SearchTarget target) {
        this.definition = definition;
        this.queries = new QueryTranslator(definition);
        this.facets = new Facets(definition, queries);
        this.routing = new RowRouting(definition);
        this.target = target;
    }

    /**
     * Builds a search of the newest view.
     *
     * @param keys whether to request the documents' row keys in addition to their ids
     */
    co.elastic.clients.elasticsearch.core.SearchRequest newest(SearchRequest request, long millis, boolean keys) {
        return common(request, millis, keys)
                .index(target.name())
                .routing(routing(request))
                .query(target.withoutStubs(queries.translate(request)))
                .build();
    }

    /**
     * Builds a search of a point in time, which determines its index.
     *
     * @param keys as in {@link #newest}
     * @param pointInTime its id
     */
    co.elastic.clients.elasticsearch.core.SearchRequest kept(
            SearchRequest request, long millis, boolean keys, String pointInTime, Duration keepFor) {
        return common(request, millis, keys)
                .pit(p -> p.id(pointInTime).keepAlive(time(keepFor)))
                .query(q -> q.bool(b -> b.must(queries.translate(request)).filter(IndexMapping.withoutStubs())))
                .build();
    }

    /** Returns null for all shards. A comma would separate several values. */
    private @Nullable String routing(SearchRequest request) {
        List<Query> required = new ArrayList<>(request.filters());
        required.add(request.query());
        return routing.of(required)
                .filter(value -> !value.contains(",") && RowRouting.fitsInUrl(value))
                .orElse(null);
    }

    static Time time(Duration duration) {
        return Time.of(t -> t.time(duration.toMillis() + "ms"));
    }

    private co.elastic.clients.elasticsearch.core.SearchRequest.Builder common(
            SearchRequest request, long millis, boolean keys) {
        SortFields sort = sort(request);
        co.elastic.clients.elasticsearch.core.SearchRequest.Builder builder =
                new co.elastic.clients.elasticsearch.core.SearchRequest.Builder()
                        .size(request.size())
                        .trackTotalHits(
                                t -> request.place().isPresent() ? t.count(TOTAL_OF_LATER_PAGES) : t.enabled(true))
                        .version(true)
                        .timeout(Math.max(1, (long) (millis * SHARE_OF_TIMEOUT)) + "ms")
                        // Otherwise Elasticsearch would read and parse every document for a field that few have.
                        .source(source -> keys ? source.filter(f -> f.includes(StoredFields.KEY)) : source.fetch(false))
                        .aggregations(facets.aggregations(request.facets()));
        if (request.size() > 0) {
            builder.sort(sort.options());
            request.place().ifPresent(place -> builder.searchAfter(after(request, sort, place)));
        }
        return builder;
    }

    private static List<FieldValue> after(SearchRequest request, SortFields sort, PagePlace place) {
        List<FieldValue> after = new ArrayList<>(sort.place(place.values()));
        if (!(request.view() instanceof ViewUse.Newest)) {
            // A point in time sorts by document after our own keys; no document comes after this value.
            after.add(FieldValue.of(Long.MAX_VALUE));
        }
        return after;
    }

    private SortFields sort(SearchRequest request) {
        return new SortFields(request.sort(), definition, isBackwards(request));
    }

    private static boolean isBackwards(SearchRequest request) {
        return request.place().map(PagePlace::before).orElse(false);
    }

    /** Returns whether there are hits whose ids do not contain their row keys. */
    static boolean hasLongKeys(SearchResponse<Source> response) {
        return response.hits().hits().stream().anyMatch(hit -> !new DocumentId(hit.id()).isWhole());
    }

    SearchResult result(SearchRequest request, SearchResponse<Source> response) {
        // A failed shard is missing from hits and total in the same way as one that ran out of time.
        boolean cutShort = response.timedOut() || response.shards().failed().intValue() > 0;
        SortFields sort = sort(request);
        List<SearchResult.Hit> hits = new ArrayList<>();
        Optional<SortValues> last = Optional.empty();
        int unreadable = 0;
        for (Hit<Source> hit : response.hits().hits()) {
            SortValues values = sort.values(hit.sort());
            last = Optional.of(values);
            try {
                hits.add(hit(hit, values));
            } catch (UnreadableDocumentException e) {
                // Any user with write access to the index can store such a document; it must not break the page of
                // others.
                unreadable++;
            }
        }
        if (isBackwards(request)) {
            Collections.reverse(hits);
        }
        boolean counted = response.hits().total().relation() == TotalHitsRelation.Eq;
        return new SearchResult(
                new SearchResult.Count(response.hits().total().value(), counted && !cutShort),
                cutShort,
                unreadable,
                hits,
                SearchResult.State.NEWEST,
                facets.results(request.facets(), response.aggregations(), !cutShort),
                last);
    }

    private SearchResult.Hit hit(Hit<Source> hit, SortValues values) {
        if (!definition.isOwn(new DocumentId(hit.id()))) {
            throw UnreadableDocumentException.ofOtherBuckets(new DocumentId(hit.id()));
        }
        float score = hit.score() == null ? 0 : hit.score().floatValue();
        SearchResult.Hit found = new SearchResult.Hit(
                SourceJson.rowKey(new DocumentId(hit.id()), hit.source()), hit.version(), score, values);
        InnerHitsResult inner = hit.innerHits().get(CellUnit.FIELD);
        if (inner == null) {
            return found;
        }
        List<ColumnName> cells =
                inner.hits().hits().stream().map(SearchRequests::column).toList();
        long matching = inner.hits().total() == null
                ? cells.size()
                : inner.hits().total().value();
        return found.naming(cells, matching);
    }

    private static ColumnName column(Hit<JsonData> cell) {
        return CellUnit.column(one(cell, CellUnit.FAMILY), one(cell, CellUnit.QUALIFIER));
    }

    /** Returns the value of a field with one value. */
    private static String one(Hit<JsonData> cell, String name) {
        return String.valueOf(
                cell.fields().get(CellUnit.PREFIX + name).to(List.class).get(0));
    }
}
