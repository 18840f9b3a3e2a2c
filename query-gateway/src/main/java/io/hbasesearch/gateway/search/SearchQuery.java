/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.query.FormerNumbers;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.spi.FacetRequest;
import io.hbasesearch.core.spi.SortKey;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.request.QueryInput;
import io.hbasesearch.gateway.request.SearchParameters;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Parsed query of a request.
 *
 * @param query decides which rows match
 * @param ranked the query with clauses that only score, for the index
 * @param sort with the row key at the end
 * @param facets counted over all matches
 * @param fingerprint identifies requests that can share cursors
 * @param now what {@code now} means in the query and the filters; empty if they do not depend on it
 * @param notes about what was read otherwise than it may have been meant
 */
public record SearchQuery(
        Query query,
        Query ranked,
        List<Query> filters,
        List<SortKey> sort,
        List<FacetRequest> facets,
        long fingerprint,
        Optional<Instant> now,
        List<String> notes) {
    public SearchQuery {
        filters = List.copyOf(filters);
        sort = List.copyOf(sort);
        facets = List.copyOf(facets);
        notes = List.copyOf(notes);
    }

    /** The query and the filters, all of which a hit matches. */
    List<Query> all() {
        return Stream.concat(Stream.of(query), filters.stream()).toList();
    }

    /**
     * @param now what {@code now} means
     * @throws io.hbasesearch.gateway.http.ProblemException 400 for a query that cannot be parsed
     */
    static SearchQuery of(SearchParameters parameters, SearchableIndex index, Instant now) {
        IndexDefinition definition = index.definition();
        SearchParameters.Criteria criteria = parameters.criteria();
        QueryContext context = new QueryContext(criteria.zone(), now);
        Query query = criteria.query().map(input -> read(input, index, context)).orElseGet(Query.MatchAll::new);
        List<Query> filters = criteria.filters().stream()
                .map(filter -> read(filter, index, context))
                .toList();
        List<SortKey> sort = criteria.sort().read(definition);
        List<FacetRequest> facets = criteria.facets().read(definition, context);
        boolean isByScore = sort.stream().anyMatch(SortKey.Score.class::isInstance);
        return new SearchQuery(
                query,
                isByScore ? Ranking.added(query, definition, context) : query,
                filters,
                sort,
                facets,
                fingerprint(criteria, definition),
                context.usedNow(),
                context.notes());
    }

    private static Query read(QueryInput input, SearchableIndex index, QueryContext context) {
        Query query = input.read(index.definition(), context);
        return index.metadata().isMadeBy(index.definition()) ? query : FormerNumbers.added(query, index.definition());
    }

    private static long fingerprint(SearchParameters.Criteria criteria, IndexDefinition definition) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            update(digest, definition.name());
            update(digest, criteria.query().map(QueryInput::canonical).orElse("*"));
            update(digest, String.join("\n", criteria.sort().keys()));
            criteria.filters().forEach(filter -> update(digest, filter.canonical()));
            criteria.zone().ifPresent(zone -> update(digest, zone.getId()));
            return ByteBuffer.wrap(digest.digest()).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no SHA-256", e);
        }
    }

    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
    }
}
