/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.KafkaReindexLog;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.ReindexFollower;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.ReindexRequests;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.indexer.reindex.run.Verification;
import io.hbasesearch.testing.OnlyWithFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** An embedded index is built anew by its owner, on the request of others. */
@ExtendWith(TestServers.class)
@Timeout(300)
class EmbeddedRebuildIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Limits FAST = Limits.standard(2);
    private static final Limits SLOW = new Limits(1, 60, 0, 0);

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

    private IndexMetadata create(IndexBackend backend) {
        try (IndexLifecycle lifecycle =
                new IndexLifecycle(backend, table.config().kafka())) {
            return lifecycle.create(table.definition(index));
        }
    }

    private Task rebuild(Limits limits, boolean keepOld) {
        IndexDefinition now = table.definition(index);
        List<FieldMapping> fields = new ArrayList<>(now.fields());
        fields.add(FieldMapping.of("added", ColumnName.of("d", "added"), FieldType.KEYWORD));
        IndexDefinition changed = IndexDefinition.of(now.name(), now.table(), now.rowKeyFormat(), fields);
        return Task.of(ChangePlan.rebuild(keepOld, false, Verification.FULL, changed), limits);
    }

    private RunState run(IndexMetadata metadata, Task task) {
        try (KafkaReindexLog log = new KafkaReindexLog(table.config().kafka(), metadata)) {
            return new ReindexFollower(log, index).run(task, (state, reached) -> {});
        }
    }

    private List<State> states(IndexBackend backend) {
        return backend.generations().list(index).stream()
                .map(IndexGeneration::state)
                .toList();
    }

    @Test
    void theOwnerBuildsItAnewSwitchesAndGoesBack() {
        table.putUnannounced(0, 1_000, "older than the index");
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            IndexMetadata first = create(backend);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                run(first, Task.inPlace(Selection.all(), FAST));
                table.deleteUnannounced(17);
                table.put(990, 1_050, "live");
                RunState end = run(first, rebuild(FAST, true));
                assertThat(end.state()).isEqualTo(RunState.State.DONE);
                assertThat(states(backend)).containsExactly(State.OLD, State.LIVE);
                assertThat(table.scan(backend, index))
                        .noneMatch(document -> document.row().equals(TestTable.row(17)));
                table.put(1_000, 1_100, "after the switch");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                table.assertIndexed(backend, index);
                table.touch(17, 18);

                assertThat(run(first, Task.of(ChangePlan.rollBack(), FAST)).state())
                        .isEqualTo(RunState.State.DONE);
                assertThat(states(backend)).containsExactly(State.LIVE, State.OLD);
                table.put(1_100, 1_120, "after going back");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                assertThat(run(first, Task.of(ChangePlan.rollBack(), FAST)).state())
                        .isEqualTo(RunState.State.DONE);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                assertThat(run(first, Task.of(ChangePlan.dropOld(), FAST)).state())
                        .isEqualTo(RunState.State.DONE);
                assertThat(states(backend)).containsExactly(State.LIVE);
            }
        }
    }

    @Test
    @OnlyWithFaults
    void oneThatWasStoppedIsTakenAwayByItsOwner() {
        table.putUnannounced(0, 600, "older than the index");
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            IndexMetadata first = create(backend);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index);
                    KafkaReindexLog log = new KafkaReindexLog(table.config().kafka(), first)) {
                indexer.start();
                log.create();
                log.request(ReindexRequest.start(rebuild(SLOW, false)));
                await().atMost(PATIENCE).until(() -> rows(log) > 30);
                ReindexRequests requests = new ReindexRequests(log);
                RunState running = requests.newest().orElseThrow();
                assertThat(requests.ask(ReindexRequest.Verb.STOP, running, RunState.State.STOPPED, PATIENCE))
                        .isPresent();
                assertThat(states(backend)).containsExactly(State.LIVE, State.BUILDING);
                RunState stopped = requests.newest().orElseThrow();
                assertThat(requests.ask(ReindexRequest.Verb.CANCEL, stopped, RunState.State.CANCELLED, PATIENCE))
                        .isPresent();
                assertThat(states(backend)).containsExactly(State.LIVE);
            }
        }
    }

    @Test
    @OnlyWithFaults
    void anOwnerThatIsKilledGoesOnWithItByItself() throws InterruptedException {
        table.putUnannounced(0, 600, "older than the index");
        String place = BackendKind.LUCENE.newPlace();
        IndexMetadata first;
        try (IndexBackend backend = BackendKind.LUCENE.open(place)) {
            first = create(backend);
        }
        try (KafkaReindexLog log = new KafkaReindexLog(table.config().kafka(), first)) {
            log.create();
            log.request(ReindexRequest.start(rebuild(SLOW, false)));
            try (IndexerProcess process = IndexerProcess.start(table, BackendKind.LUCENE, place, index)) {
                await().atMost(PATIENCE).until(() -> rows(log) > 60 || !process.isAlive());
                assertThat(process.isAlive()).isTrue();
                process.kill();
            }
            try (IndexerProcess process = IndexerProcess.start(table, BackendKind.LUCENE, place, index)) {
                await().atMost(PATIENCE).until(() -> isDone(log) || !process.isAlive());
                assertThat(process.isAlive()).isTrue();
                process.kill();
            }
        }
        try (IndexBackend backend = BackendKind.LUCENE.open(place)) {
            assertThat(states(backend)).containsExactly(State.LIVE);
            assertThat(backend.admin().find(index).orElseThrow().generation()).isEqualTo(2);
            table.assertIndexed(backend, index);
        }
    }

    private static long rows(KafkaReindexLog log) {
        return log.read(Duration.ZERO)
                .run()
                .map(run -> run.progress().counts().rows())
                .orElse(0L);
    }

    private static boolean isDone(KafkaReindexLog log) {
        return log.read(Duration.ZERO)
                .run()
                .filter(run -> run.state() == RunState.State.DONE)
                .isPresent();
    }
}
