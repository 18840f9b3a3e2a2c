/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.hosting.ReindexService;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.ReindexFollower;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.indexer.reindex.run.Verification;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.indexer.worker.OpenGeneration;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests with a table of their own, and a name for its index that no other has. */
abstract class IndexedTable {
    private static final Duration HEALING = Duration.ofSeconds(90);

    TestTable table;
    String index;

    @BeforeEach
    final void createTable() {
        table = new TestTable();
        index = "i-" + table.id().qualifier();
    }

    /** The index, empty, at the beginning of the table's topic. */
    final IndexMetadata create(IndexBackend backend) {
        return create(backend, table, index);
    }

    static IndexMetadata create(IndexBackend backend, TestTable table, String index) {
        try (IndexLifecycle lifecycle =
                new IndexLifecycle(backend, table.config().kafka())) {
            return lifecycle.create(table.definition(index));
        }
    }

    /** What {@code reindex} runs. */
    final RunState reindex(IndexBackend backend) {
        return run(backend, Task.inPlace(Selection.all(), Limits.standard(1)));
    }

    /** What {@code reindex --rebuild} runs. */
    final RunState rebuild(IndexBackend backend) {
        ChangePlan plan = ChangePlan.rebuild(false, false, Verification.FULL, table.definition(index));
        return run(backend, Task.of(plan, Limits.standard(1)));
    }

    final RunState run(IndexBackend backend, Task task) {
        try (ReindexService service = service(backend)) {
            return service.run(task, "test", (state, stored) -> {});
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What {@code reindex cancel} runs where nobody works on the run. */
    final void cancel(IndexBackend backend) {
        try (ReindexService service = service(backend)) {
            assertThat(service.cancelUnowned()).isTrue();
        }
    }

    final ReindexService service(IndexBackend backend) {
        return new ReindexService(
                OpenGeneration.Access.of(table.config(), backend, table.reader()),
                table.definition(index),
                backend.admin().find(index).orElseThrow());
    }

    /** The command that an index which lacks something is healed by. */
    final String remedy(BackendKind kind) {
        return kind == BackendKind.ELASTICSEARCH
                ? "hbase-search reindex " + index + " --rebuild"
                : "hbase-search index epoch " + index + " --bump";
    }

    /** @param indexer whose live generation has failed, and which feeds the new one all the same */
    final void assertRebuildHeals(IndexBackend backend, Indexer indexer) {
        assertThat(rebuild(backend).state()).isEqualTo(RunState.State.DONE);
        table.put(0, 5, "healed");
        await().atMost(HEALING).until(() -> table.isIndexed(backend, index));
        table.assertIndexed(backend, index);
        await().atMost(HEALING)
                .until(() -> indexer.statuses().get(0).state() == IndexStatus.State.RUNNING
                        && indexer.check().ok());
    }

    /** What {@code index epoch --bump} does with an index that nobody writes to, and the reindex that it names. */
    final void assertBumpHeals(IndexBackend backend) {
        IndexDefinition definition = table.definition(index);
        table.nextEpoch();
        try (IndexLifecycle lifecycle =
                        new IndexLifecycle(backend, table.config().kafka());
                IndexEpochs epochs =
                        new IndexEpochs(backend, lifecycle, table.config().kafka())) {
            epochs.closeBefore(table.id(), 2);
            IndexEpochs.Plan plan = epochs.plan(lifecycle.find(index).orElseThrow());
            assertThat(plan.loss()).isPresent();
            epochs.requireTakeable(plan, definition);
            Topics.Topic next = epochs.topics().find(table.topic()).orElseThrow();
            assertThat(epochs.take(plan, definition, next, false, Duration.ofSeconds(3))
                            .epoch())
                    .isEqualTo(2);
        }
        try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            indexer.start();
            await().atMost(HEALING).until(() -> indexer.statuses().get(0).state() == IndexStatus.State.RUNNING);
            try (ReindexService service = service(backend)) {
                // Its owner fills it.
                Task all = Task.inPlace(Selection.all(), Limits.standard(1));
                assertThat(new ReindexFollower(service.log(), index)
                                .run(all, (state, stored) -> {})
                                .state())
                        .isEqualTo(RunState.State.DONE);
            }
            table.put(0, 5, "healed");
            await().atMost(HEALING).until(() -> table.isIndexed(backend, index));
            table.assertIndexed(backend, index);
        }
    }

    @AfterEach
    final void closeTable() {
        table.close();
    }
}
