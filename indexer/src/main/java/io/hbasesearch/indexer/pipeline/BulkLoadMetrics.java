/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.metrics.Metrics;

/** The metrics of one index's bulk loads. Safe for use by several threads. */
final class BulkLoadMetrics {
    final Metrics.Counter events;
    final Metrics.Counter done;
    private final Metrics.Counter compared;
    private final Metrics.Counter announced;

    BulkLoadMetrics(Metrics metrics, String index, BulkLoads loads) {
        events = metrics.counter(
                "hbase_search_indexer_events_total",
                "Events taken from the topic",
                "index",
                index,
                "kind",
                "bulk_load");
        done = metrics.counter(
                "hbase_search_bulk_loads_total",
                "Bulk loads whose range was completely compared with the index",
                "index",
                index);
        compared = metrics.counter(
                "hbase_search_bulk_load_rows_total", "Rows compared with the index after bulk loads", "index", index);
        announced = metrics.counter(
                "hbase_search_bulk_load_repaired_total",
                "Rows that differed after bulk loads and were announced to be read again",
                "index",
                index);
        metrics.gauge(
                "hbase_search_bulk_load_events_held",
                "Events of bulk loads whose range is not yet compared; offsets do not advance past them",
                loads,
                BulkLoads::held,
                "index",
                index);
        metrics.gauge(
                "hbase_search_bulk_load_oldest_timestamp_seconds",
                "Unix time at which the oldest event that is held for a bulk load was taken; the current time if"
                        + " there is none",
                loads,
                source -> source.oldestMillis() / 1e3,
                "index",
                index);
    }

    void compared(long rows, long ofTheseAnnounced) {
        compared.add(rows);
        announced.add(ofTheseAnnounced);
    }
}
