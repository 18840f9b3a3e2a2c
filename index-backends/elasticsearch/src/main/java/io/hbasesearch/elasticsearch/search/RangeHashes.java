/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._types.aggregations.Aggregate;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.elasticsearch.core.SearchRequest;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import io.hbasesearch.core.model.DocumentIdRange;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.elasticsearch.client.StoredFields;
import io.hbasesearch.elasticsearch.index.IndexMapping;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Makes Elasticsearch count the documents of a range and sum their hashes. Its sums are doubles, which are exact for integers
 * of up to 53 bits; hence the halves, of which two million can be summed. Safe for use by several threads. Borrows the client.
 */
public final class RangeHashes {
    static final int MOST = 1 << 21;

    private final ElasticsearchClient client;
    private final ElasticsearchFailures failures;
    private final String physicalName;

    RangeHashes(ElasticsearchClient client, ElasticsearchFailures failures, String physicalName) {
        this.client = client;
        this.failures = failures;
        this.physicalName = physicalName;
    }

    /**
     * Computes the digest of a range.
     *
     * @return empty if ids do not determine which documents belong to the range, if there are too many of them, or if the
     *     cluster forbids ranges of keywords as too expensive
     */
    Optional<RangeDigest> of(KeyRange keys) {
        DocumentIdRange range = DocumentIdRange.of(keys);
        if (!range.exact()) {
            return Optional.empty();
        }
        try {
            return digest(client.search(request(range), Void.class));
        } catch (IOException | RuntimeException e) {
            if (ElasticsearchFailures.isBadRequest(e)) {
                return Optional.empty();
            }
            throw failures.of("add up hashes of the index " + physicalName, e);
        }
    }

    private SearchRequest request(DocumentIdRange range) {
        return SearchRequest.of(s -> s.index(physicalName)
                .size(0)
                .trackTotalHits(t -> t.enabled(true))
                .allowPartialSearchResults(false)
                .query(within(range))
                .aggregations(StoredFields.HASH_HIGH, a -> a.sum(v -> v.field(StoredFields.HASH_HIGH)))
                .aggregations(StoredFields.HASH_LOW, a -> a.sum(v -> v.field(StoredFields.HASH_LOW))));
    }

    /** Counts documents without a place in the order of ids after the last of them, where {@link IndexCursor} finds them. */
    private static Query within(DocumentIdRange range) {
        Query deleted = IndexMapping.isTrue(StoredFields.DELETED);
        if (range.to().isPresent()) {
            return Query.of(
                    q -> q.bool(b -> b.filter(ScanRequests.within(range)).mustNot(deleted)));
        }
        Query before =
                Query.of(q -> q.range(r -> r.term(t -> t.field(StoredFields.ROW).lt(range.from()))));
        return Query.of(q -> q.bool(b -> range.from().isEmpty() ? b.mustNot(deleted) : b.mustNot(before, deleted)));
    }

    private static Optional<RangeDigest> digest(SearchResponse<Void> response) {
        double high = sum(response.aggregations(), StoredFields.HASH_HIGH);
        double low = sum(response.aggregations(), StoredFields.HASH_LOW);
        return digest(response.hits().total().value(), high, low);
    }

    /** @return empty if there are more documents than sums are exact for */
    static Optional<RangeDigest> digest(long documents, double sumOfHigh, double sumOfLow) {
        return documents > MOST
                ? Optional.empty()
                : Optional.of(new RangeDigest(documents, SourceJson.join((long) sumOfHigh, (long) sumOfLow)));
    }

    private static double sum(Map<String, Aggregate> aggregations, String name) {
        return aggregations.get(name).sum().value();
    }
}
