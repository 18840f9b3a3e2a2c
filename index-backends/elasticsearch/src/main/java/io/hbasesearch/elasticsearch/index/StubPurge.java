/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch._types.Refresh;
import co.elastic.clients.elasticsearch._types.VersionType;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.elasticsearch.core.BulkRequest;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import co.elastic.clients.elasticsearch.core.search.Hit;
import co.elastic.clients.json.JsonData;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.RejectionReason;
import io.hbasesearch.elasticsearch.client.StoredFields;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/**
 * Deletes old stubs of one physical index, each at its own version: {@code external_gte} accepts such a delete if the stub is
 * still there, and rejects it if something newer has replaced it. No other method is allowed: a delete by {@code if_seq_no} or
 * by query takes the next version, which is that of the row's next event. Safe for use by several threads.
 */
public final class StubPurge {
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final String physicalName;

    public StubPurge(ElasticsearchConnection connection, String physicalName) {
        this.connection = connection;
        this.failures = ElasticsearchFailures.of(connection);
        this.physicalName = physicalName;
    }

    public PurgedStubs purge(long readBefore, int most) {
        try {
            List<Hit<Void>> stubs = find(readBefore, most);
            return stubs.isEmpty() ? PurgedStubs.none() : new PurgedStubs(stubs.size(), delete(stubs));
        } catch (IOException | RuntimeException e) {
            throw failures.of("purge stubs of the index " + physicalName, e);
        }
    }

    private List<Hit<Void>> find(long readBefore, int most) throws IOException {
        Query old = Query.of(
                q -> q.range(r -> r.untyped(u -> u.field(StoredFields.READ_AT).lt(JsonData.of(readBefore)))));
        return connection
                .client()
                .search(
                        s -> s.index(physicalName)
                                .size(most)
                                .version(true)
                                .source(source -> source.fetch(false))
                                .allowPartialSearchResults(false)
                                .trackTotalHits(t -> t.enabled(false))
                                .query(q -> q.bool(b -> b.filter(IndexMapping.isTrue(StoredFields.DELETED), old))),
                        Void.class)
                .hits()
                .hits();
    }

    /** Deletes stubs and refreshes, so that the next call does not find the same stubs again. */
    private int delete(List<Hit<Void>> stubs) throws IOException {
        BulkRequest.Builder request =
                new BulkRequest.Builder().index(physicalName).refresh(Refresh.True);
        stubs.forEach(stub -> request.operations(operation -> operation.delete(d -> d.id(stub.id())
                .routing(stub.routing())
                .version(Objects.requireNonNull(stub.version(), "version"))
                .versionType(VersionType.ExternalGte))));
        int removed = 0;
        for (BulkResponseItem item : connection.client().bulk(request.build()).items()) {
            removed += isRemoved(item) ? 1 : 0;
        }
        return removed;
    }

    private boolean isRemoved(BulkResponseItem item) {
        if (item.error() == null) {
            return item.status() != NOT_FOUND;
        }
        if (item.status() == CONFLICT) {
            return false;
        }
        ErrorCode code =
                ElasticsearchFailures.codeOf(item.status(), item.error().type());
        throw new HBaseSearchException(
                code,
                "the index " + physicalName + " at " + connection.urls() + " rejected the deletion of a stub: "
                        + item.status() + " " + RejectionReason.ofDelay(item.error()));
    }
}
