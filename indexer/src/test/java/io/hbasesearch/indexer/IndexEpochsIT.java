/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.Topics;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How an index goes from one epoch to the next: with its documents if it has lost nothing, else anew. */
@ExtendWith(TestServers.class)
@Timeout(300)
class IndexEpochsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private TestTable table;
    private String index;

    @BeforeEach
    void createTable() {
        table = new TestTable();
        index = "i-" + table.id().qualifier();
    }

    @AfterEach
    void close() {
        table.close();
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void anIndexIsMovedOnceItHasReadTheFormerTopicToItsEnd(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle =
                        new IndexLifecycle(backend, table.config().kafka());
                IndexEpochs epochs =
                        new IndexEpochs(backend, lifecycle, table.config().kafka())) {
            IndexMetadata before = lifecycle.create(table.definition(index));
            table.put(0, 50, "first");
            String former = table.topic();
            table.nextEpoch();
            assertThat(epochs.closeBefore(table.id(), 2)).containsExactly(former);
            assertThat(KafkaProbe.isRefused(table.config().kafka(), former)).isTrue();
            IndexEpochs.Plan plan = epochs.plan(before);
            assertThat(plan.loss()).isEmpty();
            assertThatThrownBy(() -> take(epochs, plan)).hasMessageContaining("has not read topic " + former);
            assertThat(lifecycle.find(index)).contains(before);

            indexAll(backend);
            IndexMetadata moved = take(epochs, plan);
            assertThat(moved.uuid()).isEqualTo(before.uuid());
            assertThat(moved.epoch()).isEqualTo(2);
            assertThat(lifecycle.find(index)).contains(moved);
            table.put(25, 75, "second");
            table.delete(3);
            indexAll(backend);
            table.assertIndexed(backend, index);
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void anIndexThatLostItsPartitionsIsMadeAnewInTheNextEpoch(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle =
                        new IndexLifecycle(backend, table.config().kafka());
                IndexEpochs epochs =
                        new IndexEpochs(backend, lifecycle, table.config().kafka())) {
            IndexMetadata before = lifecycle.create(table.definition(index));
            table.put(0, 50, "first");
            indexAll(backend);
            KafkaProbe.addPartitions(table.config().kafka(), table.topic(), TestTable.PARTITIONS + 1);
            table.nextEpoch();
            epochs.closeBefore(table.id(), 2);
            IndexEpochs.Plan plan = epochs.plan(before);
            assertThat(plan.loss()).hasValueSatisfying(loss -> assertThat(loss).contains("partitions"));
            IndexMetadata anew = take(epochs, plan);
            assertThat(anew.uuid()).isNotEqualTo(before.uuid());
            assertThat(anew.epoch()).isEqualTo(2);
            table.touch(0, 50);
            indexAll(backend);
            table.assertIndexed(backend, index);
        }
    }

    private IndexMetadata take(IndexEpochs epochs, IndexEpochs.Plan plan) {
        Topics.Topic next = epochs.topics().find(table.topic()).orElseThrow();
        return epochs.take(plan, table.definition(index), next, false, Duration.ofSeconds(3));
    }

    private void indexAll(IndexBackend backend) {
        try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            indexer.start();
            await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
        }
    }
}
