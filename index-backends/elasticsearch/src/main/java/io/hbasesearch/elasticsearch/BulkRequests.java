/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._types.VersionType;
import co.elastic.clients.elasticsearch.core.BulkRequest;
import co.elastic.clients.elasticsearch.core.BulkResponse;
import co.elastic.clients.elasticsearch.core.bulk.BulkOperation;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import co.elastic.clients.util.BinaryData;
import co.elastic.clients.util.ContentType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sends bulk requests to one physical index. Safe for use by several threads. */
final class BulkRequests {
    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final String physicalName;
    private final Duration timeout;
    private final BulkMetrics metrics;

    /** No operation of the request was looked at: it was too large as a whole. */
    static final class TooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        TooLargeException(Throwable cause) {
            super(cause);
        }
    }

    BulkRequests(
            ElasticsearchConnection connection, String physicalName, Duration requestTimeout, BulkMetrics metrics) {
        this.connection = connection;
        this.failures = new ElasticsearchFailures(connection.urls());
        this.physicalName = physicalName;
        // Elasticsearch gives up waiting for a shard before the client stops listening, and its answer says which.
        this.timeout = requestTimeout.dividedBy(2);
        this.metrics = metrics;
    }

    /**
     * @return what became of each operation, in order
     * @throws TooLargeException if Elasticsearch, or something before it, refuses a request of this size
     * @throws HBaseSearchException of any class, if the request failed as a whole
     */
    List<ItemOutcome> send(List<PendingWrite> writes) throws TooLargeException {
        long started = System.nanoTime();
        try {
            BulkResponse response = client().bulk(request(writes));
            List<ItemOutcome> outcomes = outcomes(writes, response.items());
            metrics.answered(outcomes, Duration.ofNanos(System.nanoTime() - started));
            return outcomes;
        } catch (IOException | RuntimeException e) {
            metrics.requestFailed();
            if (ElasticsearchFailures.isTooLarge(e)) {
                throw new TooLargeException(e);
            }
            throw failures.of("write to the index " + physicalName, e);
        }
    }

    private ElasticsearchClient client() {
        // Nothing else of the answer is looked at, and on small documents reading it costs as much as writing the
        // request.
        return connection
                .client()
                .withTransportOptions(
                        options -> options.setParameter(
                                "filter_path",
                                "took,errors,items.*._index,items.*._id,items.*.status,items.*.error.type,items.*.error.reason,items.*.error.caused_by"));
    }

    private BulkRequest request(List<PendingWrite> writes) {
        List<BulkOperation> operations = new ArrayList<>(writes.size());
        for (PendingWrite write : writes) {
            BinaryData source = BinaryData.of(write.source(), ContentType.APPLICATION_JSON);
            operations.add(BulkOperation.of(operation -> operation.index(index -> index.id(write.id())
                    .version(write.version())
                    .versionType(VersionType.External)
                    .document(source))));
        }
        return BulkRequest.of(request -> request.index(physicalName)
                .timeout(t -> t.time(timeout.toMillis() + "ms"))
                .operations(operations));
    }

    private List<ItemOutcome> outcomes(List<PendingWrite> writes, List<BulkResponseItem> items) {
        if (items.size() != writes.size()) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "Elasticsearch at " + connection.urls() + " answered " + items.size() + " of " + writes.size()
                            + " operations");
        }
        List<ItemOutcome> outcomes = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            outcomes.add(ItemOutcome.of(items.get(i), writes.get(i), connection.urls()));
        }
        return outcomes;
    }
}
