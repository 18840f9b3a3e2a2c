/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.query.FormerNumbers;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryCost;
import io.hbasesearch.core.spi.FacetRequest;
import io.hbasesearch.core.spi.SortKey;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.request.QueryInput;
import io.hbasesearch.gateway.request.SearchParameters;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Parsed query of a request.
 *
 * @param sort with the row key at the end
 * @param facets counted over all matches
 * @param fingerprint identifies requests that can share cursors
 */
public record SearchQuery(
        Query query, List<Query> filters, List<SortKey> sort, List<FacetRequest> facets, long fingerprint) {
    public SearchQuery {
        filters = List.copyOf(filters);
        sort = List.copyOf(sort);
        facets = List.copyOf(facets);
    }

    /** The query and the filters, all of which a hit matches. */
    List<Query> all() {
        return Stream.concat(Stream.of(query), filters.stream()).toList();
    }

    /** @throws io.hbasesearch.gateway.http.ProblemException 400 for a query that cannot be parsed */
    static SearchQuery of(SearchParameters parameters, SearchableIndex index) {
        IndexDefinition definition = index.definition();
        QueryCost cost = new QueryCost();
        return new SearchQuery(
                parameters.query().map(query -> read(query, index, cost)).orElseGet(Query.MatchAll::new),
                parameters.filters().stream()
                        .map(filter -> read(filter, index, cost))
                        .toList(),
                parameters.sort().read(definition),
                parameters.facets().read(definition),
                fingerprint(parameters, definition));
    }

    private static Query read(QueryInput input, SearchableIndex index, QueryCost cost) {
        Query query = input.read(index.definition(), cost);
        return index.metadata().isMadeBy(index.definition()) ? query : FormerNumbers.added(query, index.definition());
    }

    private static long fingerprint(SearchParameters parameters, IndexDefinition definition) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            update(digest, definition.name());
            update(digest, parameters.query().map(QueryInput::canonical).orElse("*"));
            update(digest, String.join("\n", parameters.sort().keys()));
            parameters.filters().forEach(filter -> update(digest, filter.canonical()));
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
