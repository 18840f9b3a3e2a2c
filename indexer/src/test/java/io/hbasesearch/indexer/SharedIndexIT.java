/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several indexers share the partitions of one index in Elasticsearch. */
@ExtendWith(TestServers.class)
@Timeout(240)
class SharedIndexIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private String group;
    private IndexBackend backend;
    private IndexLifecycle lifecycle;

    @BeforeEach
    void createIndex() {
        group = "hbase-search." + index + ".e1";
        backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace());
        lifecycle = new IndexLifecycle(backend, table.config().kafka());
        lifecycle.create(table.definition(index));
    }

    @AfterEach
    void close() {
        lifecycle.close();
        backend.close();
    }

    @Test
    void partitionsMoveUnderWritesAndNothingIsLost() {
        CountingMetrics firstMetrics = new CountingMetrics();
        CountingMetrics secondMetrics = new CountingMetrics();
        try (Indexer first = table.indexer(backend, firstMetrics, index)) {
            first.start();
            await().atMost(PATIENCE).until(() -> partitions(first) == TestTable.PARTITIONS);
            table.put(0, 1_000, "one");
            try (Indexer second = table.indexer(backend, secondMetrics, index)) {
                second.start();
                table.put(500, 1_500, "two");
                await().atMost(PATIENCE).until(() -> partitions(first) > 0 && partitions(second) > 0);
                assertThat(partitions(first) + partitions(second)).isEqualTo(TestTable.PARTITIONS);
                table.put(1_000, 2_500, "three");
                await().atMost(PATIENCE)
                        .until(() -> secondMetrics.count("hbase_search_indexer_rows_read_total", index) > 0);
            }
            table.delete(7);
            await().atMost(PATIENCE).until(() -> partitions(first) == TestTable.PARTITIONS);
            await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
        }
        table.assertIndexed(backend, index);
        assertThat(committed()).isEqualTo(table.announced());
        // A clean hand-over repeats nothing: every event was taken once, by either of them.
        String events = "hbase_search_indexer_events_total";
        assertThat(firstMetrics.count(events, index) + secondMetrics.count(events, index))
                .isEqualTo(table.announced());
    }

    @Test
    void everyOffsetNamesItsIndex() {
        try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            indexer.start();
            table.put(0, 100, "row");
            await().atMost(PATIENCE).until(() -> committed() == table.announced());
        }
        String uuid = lifecycle.find(index).orElseThrow().uuid().toString();
        Map<TopicPartition, OffsetAndMetadata> offsets = KafkaProbe.offsets(kafka(), group);
        assertThat(offsets).hasSize(TestTable.PARTITIONS);
        assertThat(offsets.values()).allSatisfy(offset -> {
            assertThat(offset.metadata()).contains(uuid);
            assertThat(offset.leaderEpoch()).isPresent();
        });
    }

    @Test
    void anIndexIsNotDeletedWhileItIsWrittenTo() {
        try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            indexer.start();
            await().atMost(PATIENCE).until(() -> partitions(indexer) == TestTable.PARTITIONS);
            assertThatThrownBy(() -> lifecycle.delete(index, true))
                    .hasMessageContaining("1 indexer processes write to index " + index);
            assertThat(lifecycle.find(index)).isPresent();
        }
        assertThat(lifecycle.delete(index, true)).isTrue();
        assertThat(lifecycle.find(index)).isEmpty();
        assertThat(KafkaProbe.offsets(kafka(), group)).isEmpty();
        assertThat(table.topics().find("hbase-search.dead-letters." + index)).isEmpty();
        assertThat(lifecycle.delete(index, true)).isFalse();
    }

    private static int partitions(Indexer indexer) {
        return indexer.statuses().get(0).progress().partitions();
    }

    private long committed() {
        return KafkaProbe.committed(kafka(), group);
    }

    private KafkaConfig kafka() {
        return table.config().kafka();
    }
}
