/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import co.elastic.clients.elasticsearch.core.BulkResponse;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import co.elastic.clients.transport.TransportOptions;
import co.elastic.clients.transport.endpoints.SimpleEndpoint;
import co.elastic.clients.util.BinaryData;
import co.elastic.clients.util.ContentType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends bulk requests to one physical index. Safe for use by several threads.
 *
 * <p>It equals the client's {@code bulk()} except for the request's body: the client creates four small buffers for each
 * operation and writes each to the socket separately, which for small documents costs more than all the rest.
 */
public final class BulkRequests implements BulkTransport {
    // The rest of an answer is not used, and reading it costs as much as writing the request.
    private static final String ANSWER = "took,errors,items.*._index,items.*._id,items.*.status,"
            + "items.*.error.type,items.*.error.reason,items.*.error.caused_by";

    /**
     * Time that Elasticsearch waits for an unavailable shard. No operation is answered meanwhile, so it is short; after it, the
     * answer says which operations have to be retried.
     */
    private static final Duration SHARD_WAIT = Duration.ofSeconds(1);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INTERNAL_SERVER_ERROR = 500;

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final String physicalName;
    private final BulkMetrics metrics;
    private final SimpleEndpoint<BinaryData, BulkResponse> endpoint;

    public BulkRequests(
            ElasticsearchConnection connection, String physicalName, Duration requestTimeout, BulkMetrics metrics) {
        this.connection = connection;
        this.failures = ElasticsearchFailures.of(connection);
        this.physicalName = physicalName;
        this.metrics = metrics;
        this.endpoint = endpoint(physicalName, requestTimeout);
    }

    private static SimpleEndpoint<BinaryData, BulkResponse> endpoint(String physicalName, Duration requestTimeout) {
        Duration half = requestTimeout.dividedBy(2);
        String timeout = Math.min(SHARD_WAIT.toMillis(), half.toMillis()) + "ms";
        return new SimpleEndpoint<>(
                "es/bulk",
                body -> "POST",
                body -> "/" + physicalName + "/_bulk",
                body -> Map.of("index", physicalName),
                body -> Map.of("timeout", timeout, "filter_path", ANSWER),
                body -> Map.of(),
                body -> body,
                BulkResponse._DESERIALIZER);
    }

    @Override
    public List<ItemOutcome> send(List<PendingWrite> writes, boolean askFirst)
            throws TooLargeException, NoAnswerException {
        long started = System.nanoTime();
        try {
            BulkResponse response = perform(body(writes), askFirst ? connection.askingFirst() : null);
            List<ItemOutcome> outcomes = outcomes(writes, response.items());
            metrics.answered(outcomes, Duration.ofNanos(System.nanoTime() - started));
            return outcomes;
        } catch (IOException | RuntimeException e) {
            metrics.requestFailed();
            if (ElasticsearchFailures.isTooLarge(e)) {
                throw new TooLargeException(e);
            }
            HBaseSearchException failure = failures.ofWrite("write to the index " + physicalName, e);
            if (ElasticsearchFailures.isUnanswered(e)) {
                throw new NoAnswerException(failure);
            }
            throw failure;
        }
    }

    /** By an update of nothing: of a document that is there it is no operation, and of one that is not it finds none. */
    @Override
    public boolean answersFor(PendingWrite write) {
        try {
            byte[] body = SourceJson.updateOfNothing(write.lines());
            List<BulkResponseItem> items = perform(BinaryData.of(body, ContentType.APPLICATION_JSON), null)
                    .items();
            return items.size() == 1 && isAnswer(items.get(0).status());
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private static boolean isAnswer(int status) {
        return status < INTERNAL_SERVER_ERROR && status != TOO_MANY_REQUESTS;
    }

    /** Sends to the next node what had no connection to the last, but nothing that a node may have begun with. */
    private BulkResponse perform(BinaryData body, @Nullable TransportOptions options) throws IOException {
        int left = connection.nodes();
        while (true) {
            try {
                return connection.oneNodeTransport().performRequest(body, endpoint, options);
            } catch (IOException e) {
                left--;
                if (left == 0 || !ElasticsearchFailures.isNeverSent(e)) {
                    throw e;
                }
            }
        }
    }

    private static BinaryData body(List<PendingWrite> writes) {
        int size = writes.stream().mapToInt(write -> write.lines().length).reduce(0, Math::addExact);
        ByteBuffer body = ByteBuffer.allocate(size);
        writes.forEach(write -> body.put(write.lines()));
        return BinaryData.of(body.array(), ContentType.APPLICATION_JSON);
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
