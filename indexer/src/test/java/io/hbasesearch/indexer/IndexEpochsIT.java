/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.kafka.KafkaReindexLog;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.RunStates;
import io.hbasesearch.indexer.worker.IndexStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Moves an index to the next epoch: keeps its documents if it has lost nothing, else recreates it. */
@ExtendWith(TestServers.class)
@Timeout(300)
class IndexEpochsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private TestTable table;
    private String index;
    private IndexBackend backend;
    private IndexLifecycle lifecycle;
    private IndexEpochs epochs;

    @BeforeEach
    void createTable() {
        table = new TestTable();
        index = "i-" + table.id().qualifier();
    }

    private void open(BackendKind kind) {
        backend = kind.open(kind.newPlace());
        lifecycle = new IndexLifecycle(backend, table.config().kafka());
        epochs = new IndexEpochs(backend, lifecycle, table.config().kafka());
    }

    @AfterEach
    void close() {
        if (backend != null) {
            epochs.close();
            lifecycle.close();
            backend.close();
        }
        table.close();
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void anIndexIsMovedOnceItHasReadTheFormerTopicToItsEnd(BackendKind kind) {
        open(kind);
        IndexMetadata before = lifecycle.create(table.definition(index));
        table.put(0, 50, "first");
        // Its row is announced again in its own partition, which is closed before the index comes to this.
        table.putMisplaced(90, "stray");
        String former = table.topic();
        table.nextEpoch();
        assertThat(epochs.closeBefore(table.id(), 2)).containsExactly(former);
        assertThat(KafkaProbe.isRefused(table.config().kafka(), former)).isTrue();
        IndexEpochs.Plan plan = epochs.plan(before);
        assertThat(plan.loss()).isEmpty();
        assertThatThrownBy(() -> take(epochs, plan)).hasMessageContaining("has not read topic " + former);
        assertThat(lifecycle.find(index)).contains(before);

        readAll(before);
        IndexMetadata moved = take(epochs, plan);
        assertThat(moved.uuid()).isEqualTo(before.uuid());
        assertThat(moved.epoch()).isEqualTo(2);
        assertThat(lifecycle.find(index)).contains(moved);
        String history = backend.admin().history(moved).map(" history="::concat).orElse("");
        assertThat(KafkaProbe.offsets(table.config().kafka(), moved.consumerGroup())
                        .values())
                .hasSize(TestTable.PARTITIONS)
                .allMatch(offset -> offset.metadata().endsWith(moved.uuid() + history));
        table.put(25, 75, "second");
        table.delete(3);
        indexAll();
        table.assertIndexed(backend, index);
    }

    @Test
    void anIndexerThatRunsGoesOnInTheNextTopic() {
        open(BackendKind.ELASTICSEARCH);
        try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata before = lifecycle.create(table.definition(index));
            indexer.start();
            table.put(0, 50, "first");
            awaitRead(indexer, before);
            table.nextEpoch();
            epochs.closeBefore(table.id(), 2);
            assertThat(take(epochs, epochs.plan(before)).epoch()).isEqualTo(2);
            table.put(25, 75, "second");
            await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
            table.assertIndexed(backend, index);
            assertThat(indexer.check().ok()).isTrue();
        }
    }

    /** Fills the index, gives its topic another partition, and returns the plan for the epoch that follows. */
    private IndexEpochs.Plan planAfterMorePartitions(IndexMetadata before) {
        table.put(0, 50, "first");
        indexAll();
        KafkaProbe.addPartitions(table.config().kafka(), table.topic(), TestTable.PARTITIONS + 1);
        table.nextEpoch();
        epochs.closeBefore(table.id(), 2);
        return epochs.plan(before);
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void anIndexThatLostItsPartitionsIsRecreatedInTheNextEpoch(BackendKind kind) {
        open(kind);
        IndexMetadata before = lifecycle.create(table.definition(index));
        IndexEpochs.Plan plan = planAfterMorePartitions(before);
        assertThat(plan.loss()).hasValueSatisfying(loss -> assertThat(loss).contains("partitions"));
        IndexMetadata recreated = take(epochs, plan);
        assertThat(recreated.uuid()).isNotEqualTo(before.uuid());
        assertThat(recreated.epoch()).isEqualTo(2);
        assertThat(backend.generations().list(index))
                .extracting(generation -> generation.metadata().uuid())
                .containsExactly(recreated.uuid());
        assertThat(lifecycle.find(index)).contains(recreated);
        table.touch(0, 50);
        indexAll();
        table.assertIndexed(backend, index);
    }

    /** At each step: there always is an index of this name, which the repeated bump finds. */
    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void recreatingAnIndexMayBeBrokenOffAnywhere(BackendKind kind) {
        open(kind);
        IndexMetadata before = lifecycle.create(table.definition(index));
        IndexEpochs.Plan plan = planAfterMorePartitions(before);
        for (String step : List.of("begin", "makeLive")) {
            breakOff(backend, step, plan);
            assertThat(lifecycle.find(index)).as("broken off before " + step).contains(before);
        }
        breakOff(backend, "drop", plan);
        assertThat(lifecycle.find(index))
                .as("what was begun and never went live is dropped first")
                .contains(before);
        IndexMetadata recreated = take(epochs, plan);
        assertThat(epochs.leftovers(recreated)).isEmpty();
        table.touch(0, 50);
        indexAll();
        table.assertIndexed(backend, index);
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void leftoversOfARecreatedIndexAreFoundAndRemoved(BackendKind kind) {
        open(kind);
        IndexMetadata before = lifecycle.create(table.definition(index));
        KafkaProbe.addPartitions(table.config().kafka(), table.topic(), TestTable.PARTITIONS + 1);
        table.nextEpoch();
        epochs.closeBefore(table.id(), 2);
        breakOff(backend, "drop", epochs.plan(before));
        IndexMetadata recreated = lifecycle.find(index).orElseThrow();
        assertThat(recreated.epoch()).isEqualTo(2);
        assertThat(epochs.leftovers(recreated))
                .extracting(IndexMetadata::physicalName)
                .containsExactly(before.physicalName());
        epochs.removeLeftovers(recreated);
        assertThat(epochs.leftovers(recreated)).isEmpty();
        assertThat(lifecycle.find(index)).contains(recreated);
    }

    private void breakOff(IndexBackend backend, String step, IndexEpochs.Plan plan) {
        IndexBackend broken = Interposed.before(backend, step, () -> {
            throw new IllegalStateException("killed before " + step);
        });
        try (IndexLifecycle lifecycle =
                        new IndexLifecycle(broken, table.config().kafka());
                IndexEpochs epochs =
                        new IndexEpochs(broken, lifecycle, table.config().kafka())) {
            assertThatThrownBy(() -> take(epochs, plan)).hasMessage("killed before " + step);
        }
    }

    /** New events take the offsets of those that are lost: first fewer than they were, then more. */
    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void anIndexThatHasSeenWhatItsLogLostIsNotCarriedOver(BackendKind kind) throws Exception {
        open(kind);
        IndexMetadata before = lifecycle.create(table.definition(index));
        table.put(0, 60, "lost");
        indexAll();
        IndexEpochs.Plan former = epochs.plan(before);
        assertThat(former.loss()).isEmpty();
        TornLog.loseEvents(table.topic());
        table.put(100, 103, "in their place");
        table.createTopic(2);
        Topics.Topic next = epochs.topics().newest(table.id()).orElseThrow();
        assertThatThrownBy(() -> epochs.take(former, table.definition(index), next, false, Duration.ofSeconds(3)))
                .hasMessageContaining("has lost something since the plan was made");
        assertThat(lifecycle.find(index)).contains(before);

        table.put(103, 300, "more of them");
        assertThat(epochs.plan(before).loss())
                .hasValueSatisfying(loss -> assertThat(loss).contains("is not in topic " + table.topic()));
    }

    /** By its positions it has lost nothing, and in the next epoch nobody would ask for what its rows were read behind. */
    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void anIndexWhoseLogLostMarkersOfAReindexIsNotCarriedOver(BackendKind kind) {
        KafkaConfig kafka = table.config().kafka();
        open(kind);
        try (KafkaReindexLog log = new KafkaReindexLog(kafka, lifecycle.create(table.definition(index)))) {
            IndexMetadata before = lifecycle.find(index).orElseThrow();
            table.put(0, 20, "first");
            indexAll();
            log.create();
            log.own();
            log.write(marked(before, 0));
            assertThat(epochs.plan(before).loss()).isEmpty();
            log.write(marked(before, 1_000_000));
            assertThat(epochs.plan(before).loss())
                    .hasValueSatisfying(loss -> assertThat(loss).contains("markers that were appended"));
            assertThat(epochs.plan(before).remedy())
                    .hasValueSatisfying(remedy -> assertThat(remedy).contains("reindex " + index + " --rebuild"));
        }
    }

    /** The log of its reindexes alone says what it has lost: whoever repeats the bump has to find that there. */
    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void bumpRecreatesAnIndexWithLostMarkersAfterAnyInterruption(BackendKind kind) {
        KafkaConfig kafka = table.config().kafka();
        open(kind);
        try (KafkaReindexLog log = new KafkaReindexLog(kafka, lifecycle.create(table.definition(index)))) {
            IndexMetadata before = lifecycle.find(index).orElseThrow();
            log.create();
            log.own();
            log.write(marked(before, 1_000_000));
            table.nextEpoch();
            epochs.closeBefore(table.id(), 2);
            for (String step : List.of("begin", "makeLive", "drop")) {
                breakOff(backend, step, epochs.plan(before));
                assertThat(lifecycle.find(index)).contains(before);
                assertThat(epochs.plan(before).loss())
                        .as("broken off before " + step)
                        .hasValueSatisfying(loss -> assertThat(loss).contains("markers that were appended"));
            }
            IndexMetadata recreated = take(epochs, epochs.plan(before));
            assertThat(recreated.uuid()).isNotEqualTo(before.uuid());
            try (KafkaReindexLog left = new KafkaReindexLog(kafka, recreated)) {
                assertThat(left.read(Duration.ZERO).run()).isEmpty();
            }
        }
    }

    private static RunState marked(IndexMetadata index, long offset) {
        MarkerPositions appended =
                new MarkerPositions(index.epoch(), Map.of(0, new Position(offset, OptionalInt.empty())));
        return RunStates.marked(ReindexServiceIT.state(index, "somebody else"), appended);
    }

    @Test
    void aBumpIsRefusedWhileAnIndexIsReindexedAndMindsNoDryRun() {
        KafkaConfig kafka = table.config().kafka();
        open(BackendKind.ELASTICSEARCH);
        IndexMetadata created = lifecycle.create(table.definition(index));
        backend.admin().create(table.definition(index + "-dry-run-1a2b3c4d"), new IndexSource("none", "none", 1, 1));
        assertThat(epochs.of(table.id())).containsExactly(created);
        IndexEpochs.Plan plan = epochs.plan(created);
        epochs.requireTakeable(plan, table.definition(index));
        ScheduledExecutorService owner = Executors.newSingleThreadScheduledExecutor();
        try (KafkaReindexLog log = new KafkaReindexLog(kafka, created)) {
            log.create();
            log.own();
            AtomicReference<RunState> run = new AtomicReference<>(ReindexServiceIT.state(created, "somebody else"));
            owner.scheduleWithFixedDelay(
                    () -> log.write(run.updateAndGet(now -> RunStates.next(now, RunState.State.RUNNING))),
                    0,
                    500,
                    TimeUnit.MILLISECONDS);
            await().atMost(PATIENCE).until(() -> log.read(Duration.ZERO).run().isPresent());
            assertThatThrownBy(() -> epochs.requireTakeable(plan, table.definition(index)))
                    .hasMessageContaining("somebody else is reindexing " + index);
        } finally {
            owner.shutdownNow();
        }
    }

    /** They follow the former topic: one that was moved past would lack what is announced in the next one, and be gone back to. */
    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void bumpIsRefusedWithASecondGenerationAndSaysHowToDropIt(BackendKind kind) {
        open(kind);
        IndexMetadata first = lifecycle.create(table.definition(index));
        IndexMetadata second = lifecycle.begin(table.definition(index));
        assertRefused(epochs, first);
        backend.generations().makeLive(second);
        assertRefused(epochs, second);
        lifecycle.drop(first);
        epochs.requireTakeable(epochs.plan(second), table.definition(index));
    }

    private void assertRefused(IndexEpochs epochs, IndexMetadata live) {
        IndexEpochs.Plan plan = epochs.plan(live);
        assertThat(plan.loss()).isEmpty();
        assertThatThrownBy(() -> epochs.requireTakeable(plan, table.definition(index)))
                .isInstanceOfSatisfying(HBaseSearchException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.INDEX_LOCKED);
                    assertThat(refused.hint().orElse(""))
                            .contains("reindex cancel " + index, "reindex drop-old " + index);
                });
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void noIndexBeginsInATopicBesideAFormerOneThatStillTakesEvents(BackendKind kind) {
        open(kind);
        lifecycle.create(table.definition(index));
        table.nextEpoch();
        assertThatThrownBy(() -> lifecycle.create(table.definition(index + "-early")))
                .hasMessageContaining("is moving to topic " + table.topic())
                .hasFieldOrPropertyWithValue("code", ErrorCode.INDEX_INCOMPATIBLE)
                .extracting(failure -> ((HBaseSearchException) failure).hint().orElse(""))
                .asString()
                .contains("index epoch " + index + " --bump");
        assertThat(lifecycle.find(index + "-early")).isEmpty();

        lifecycle.delete(index, false);
        assertThat(lifecycle.create(table.definition(index + "-former")).epoch())
                .as("what the bump can be finished for")
                .isEqualTo(1);
        epochs.closeBefore(table.id(), 2);
        assertThat(lifecycle.create(table.definition(index + "-later")).epoch()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void anIndexThatIsCreatedWhileABumpBeginsIsTakenBack(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = new IndexLifecycle(
                        Interposed.before(backend, "create", table::nextEpoch),
                        table.config().kafka())) {
            assertThatThrownBy(() -> lifecycle.create(table.definition(index)))
                    .hasMessageContaining("has started to move to topic");
            assertThat(lifecycle.find(index)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void aGenerationThatIsBegunWhileABumpBeginsIsTakenBack(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = new IndexLifecycle(
                        Interposed.before(backend, "begin", table::nextEpoch),
                        table.config().kafka())) {
            IndexMetadata live = lifecycle.create(table.definition(index));
            assertThatThrownBy(() -> lifecycle.begin(table.definition(index)))
                    .hasMessageContaining("has started to move to topic");
            assertThat(backend.generations().list(index))
                    .extracting(IndexGeneration::metadata)
                    .containsExactly(live);
        }
    }

    /** As if it had been begun behind the back of a bump. */
    @Test
    void whatIsLeftIsRemovedThoughIndexersStillFeedIt() {
        open(BackendKind.ELASTICSEARCH);
        try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata before = lifecycle.create(table.definition(index));
            IndexMetadata building = lifecycle.begin(table.definition(index));
            indexer.start();
            table.put(0, 50, "for both");
            await().atMost(PATIENCE)
                    .until(() -> backend.generations().statistics(building).documents() == 50);
            table.nextEpoch();
            IndexSource next = KafkaProbe.source(table.topics(), table.topic());
            IndexMetadata moved = backend.admin().move(before, next, Map.of());
            epochs.removeLeftovers(moved);
            assertThat(epochs.leftovers(moved)).isEmpty();
            assertThat(backend.generations().list(index))
                    .extracting(IndexGeneration::metadata)
                    .containsExactly(moved);
        }
    }

    private IndexMetadata take(IndexEpochs epochs, IndexEpochs.Plan plan) {
        Topics.Topic next = epochs.topics().find(table.topic()).orElseThrow();
        return epochs.take(plan, table.definition(index), next, false, Duration.ofSeconds(3));
    }

    private void readAll(IndexMetadata metadata) {
        try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            indexer.start();
            awaitRead(indexer, metadata);
        }
    }

    private void awaitRead(Indexer indexer, IndexMetadata metadata) {
        await().atMost(PATIENCE)
                .until(() -> KafkaProbe.committed(table.config().kafka(), metadata.consumerGroup()) == table.announced()
                        || indexer.statuses().get(0).state() == IndexStatus.State.FAILED);
        assertThat(indexer.statuses().get(0).state())
                .as(indexer.statuses().get(0).reason().message())
                .isEqualTo(IndexStatus.State.RUNNING);
    }

    private void indexAll() {
        try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            indexer.start();
            await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
        }
    }
}
