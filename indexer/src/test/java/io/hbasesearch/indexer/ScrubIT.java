/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that nobody announced, and who finds them. */
@ExtendWith(TestServers.class)
@Timeout(600)
class ScrubIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String ROWS = "hbase_search_scrub_rows_total";
    private static final String DIFFERENCES = "hbase_search_scrub_differences_total";
    private static final String REPAIRED = "hbase_search_scrub_repaired_total";

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void everyBackendIsScrubbed(BackendKind kind) {
        CountingMetrics metrics = new CountingMetrics();
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle =
                        new IndexLifecycle(backend, table.config().kafka())) {
            lifecycle.create(table.definition(index));
            try (Indexer indexer = table.scrubbingIndexer(backend, metrics, index)) {
                indexer.start();
                table.put(0, 500, "announced");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                table.putUnannounced(500, 600, "missing");
                table.putUnannounced(0, 50, "stale");
                table.deleteUnannounced(99);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                await().atMost(PATIENCE).until(() -> indexer.check().note().endsWith("found 0 differences"));
                assertThat(indexer.check().ok()).isTrue();
            }
            table.assertIndexed(backend, index);
        }
        // On a slow machine a row may be found again before the touch is worked off.
        assertThat(metrics.count(DIFFERENCES, "missing")).isGreaterThanOrEqualTo(100);
        assertThat(metrics.count(DIFFERENCES, "stale")).isGreaterThanOrEqualTo(50);
        assertThat(metrics.count(DIFFERENCES, "extra")).isGreaterThanOrEqualTo(1);
        assertThat(metrics.count(REPAIRED, index)).isEqualTo(metrics.count(DIFFERENCES, index));
    }

    @Test
    void oneOfSeveralProcessesScrubsAndAnotherWhenItIsGone() {
        CountingMetrics firstMetrics = new CountingMetrics();
        CountingMetrics secondMetrics = new CountingMetrics();
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace());
                IndexLifecycle lifecycle =
                        new IndexLifecycle(backend, table.config().kafka())) {
            lifecycle.create(table.definition(index));
            try (Indexer second = table.scrubbingIndexer(backend, secondMetrics, index)) {
                try (Indexer first = table.scrubbingIndexer(backend, firstMetrics, index)) {
                    first.start();
                    await().atMost(PATIENCE).until(() -> partitions(first) == TestTable.PARTITIONS);
                    second.start();
                    await().atMost(PATIENCE).until(() -> partitions(first) > 0 && partitions(second) > 0);
                    // Cooperative: the first keeps what it keeps, of which partition 0 may be one or not.
                    table.putUnannounced(0, 300, "one");
                    await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                    long firstRows = firstMetrics.count(ROWS, index);
                    long secondRows = secondMetrics.count(ROWS, index);
                    table.putUnannounced(0, 300, "again");
                    await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                    boolean firstScrubs = firstMetrics.count(ROWS, index) > firstRows;
                    boolean secondScrubs = secondMetrics.count(ROWS, index) > secondRows;
                    assertThat(firstScrubs).as("one of them").isNotEqualTo(secondScrubs);
                }
                long before = secondMetrics.count(ROWS, index);
                table.putUnannounced(300, 400, "two");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                assertThat(secondMetrics.count(ROWS, index)).isGreaterThan(before);
            }
            table.assertIndexed(backend, index);
        }
    }

    private static int partitions(Indexer indexer) {
        return indexer.statuses().get(0).progress().partitions();
    }
}
