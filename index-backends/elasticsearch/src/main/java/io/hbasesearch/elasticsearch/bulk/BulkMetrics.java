/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.WriteResult;
import java.time.Duration;
import java.util.List;

/** The metrics of a writer. Safe for use by several threads. */
public final class BulkMetrics {
    private static final String OPERATIONS = "hbase_search_elasticsearch_operations_total";
    private static final String OPERATIONS_HELP = "Operations answered by Elasticsearch, by result";

    private final Metrics.Timer requests;
    private final Metrics.Counter failedRequests;
    private final Metrics.Counter applied;
    private final Metrics.Counter superseded;
    private final Metrics.Counter rejected;
    private final Metrics.Counter again;
    private final Metrics.Counter throttled;
    private final Metrics.Counter retried;

    public BulkMetrics(Metrics metrics, String index, BulkBuffer buffer, SendLimits limits) {
        requests = metrics.timer(
                "hbase_search_elasticsearch_bulk_seconds", "Time of answered bulk requests", "index", index);
        failedRequests = metrics.counter(
                "hbase_search_elasticsearch_bulk_failures_total",
                "Bulk requests that failed as a whole",
                "index",
                index);
        applied = metrics.counter(OPERATIONS, OPERATIONS_HELP, "index", index, "result", "applied");
        superseded = metrics.counter(OPERATIONS, OPERATIONS_HELP, "index", index, "result", "superseded");
        rejected = metrics.counter(OPERATIONS, OPERATIONS_HELP, "index", index, "result", "rejected");
        again = metrics.counter(OPERATIONS, OPERATIONS_HELP, "index", index, "result", "again");
        throttled = metrics.counter(
                "hbase_search_elasticsearch_throttled_operations_total",
                "Operations rejected with 429, alone or with their request",
                "index",
                index);
        retried = metrics.counter(
                "hbase_search_elasticsearch_retried_operations_total",
                "Retries of operations, for any reason",
                "index",
                index);
        registerLimits(metrics, index, limits);
        metrics.gauge(
                "hbase_search_elasticsearch_retrying_operations",
                "Operations that failed at least once and have no result yet",
                buffer,
                BulkBuffer::troubled,
                "index",
                index);
        metrics.gauge(
                "hbase_search_elasticsearch_buffered_operations",
                "Operations without a result yet",
                buffer,
                BulkBuffer::operations,
                "index",
                index);
        metrics.gauge(
                "hbase_search_elasticsearch_buffered_bytes",
                "Bytes of operations without a result yet",
                buffer,
                BulkBuffer::bytes,
                "index",
                index);
    }

    private static void registerLimits(Metrics metrics, String index, SendLimits limits) {
        metrics.gauge(
                "hbase_search_elasticsearch_request_limit",
                "Current limit of concurrent bulk requests",
                limits,
                SendLimits::requests,
                "index",
                index);
        metrics.gauge(
                "hbase_search_elasticsearch_batch_limit_operations",
                "Current limit of operations in a bulk request",
                limits,
                SendLimits::operations,
                "index",
                index);
        metrics.gauge(
                "hbase_search_elasticsearch_batch_limit_bytes",
                "Current limit of bytes in a bulk request",
                limits,
                SendLimits::bytes,
                "index",
                index);
    }

    void throttled(int operations) {
        throttled.add(operations);
    }

    void retried(int operations) {
        retried.add(operations);
    }

    void requestFailed() {
        failedRequests.increment();
    }

    void answered(List<ItemOutcome> outcomes, Duration time) {
        requests.record(time);
        outcomes.forEach(this::count);
    }

    private void count(ItemOutcome outcome) {
        if (outcome instanceof ItemOutcome.Retry) {
            again.increment();
        } else if (outcome instanceof ItemOutcome.Done done) {
            if (done.result() instanceof WriteResult.Applied) {
                applied.increment();
            } else if (done.result() instanceof WriteResult.Superseded) {
                superseded.increment();
            } else {
                rejected.increment();
            }
        }
    }
}
