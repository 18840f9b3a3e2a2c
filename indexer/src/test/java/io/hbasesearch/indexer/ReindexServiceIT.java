/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.hosting.ReindexService;
import io.hbasesearch.indexer.kafka.KafkaReindexLog;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.indexer.reindex.Engine;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ReindexFollower;
import io.hbasesearch.indexer.reindex.run.ReindexProgress;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.RunStates;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.testing.OnlyWithFaults;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backfill of an embedded index, by its owner on the request of others, and the log in Kafka that both go by. */
@ExtendWith(TestServers.class)
@Timeout(300)
class ReindexServiceIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Limits FAST = Limits.standard(2);

    private KafkaReindexLog log(IndexMetadata metadata) {
        return new KafkaReindexLog(table.config().kafka(), metadata);
    }

    private RunState run(IndexMetadata metadata, Selection selection, Limits limits) {
        try (KafkaReindexLog log = log(metadata)) {
            return new ReindexFollower(log, index).run(Task.inPlace(selection, limits), (state, reached) -> {});
        }
    }

    @Test
    void theOwnerFillsAnEmbeddedIndexOnRequestAndTakesOutWhatHasNoRow() {
        table.putUnannounced(0, 2_000, "older than the index");
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            IndexMetadata metadata = create(backend);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(1_990, 2_050, "live");
                RunState end = run(metadata, Selection.all(), FAST);
                assertThat(end.state()).isEqualTo(RunState.State.DONE);
                assertThat(end.progress().counts().rows()).isGreaterThanOrEqualTo(2_000);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                assertThat(backend.admin().find(index)).contains(metadata.completed());
                table.deleteUnannounced(17);
                table.putUnannounced(18, 20, "changed without a word");
                assertThat(run(metadata, Selection.all(), FAST)
                                .progress()
                                .counts()
                                .touched())
                        .isEqualTo(1);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                table.assertIndexed(backend, index);
            }
        }
    }

    @Test
    void onlyRowsThatMatchAreIndexed() {
        table.putUnannounced(0, 300, "old");
        long between = System.currentTimeMillis() + 1;
        await().until(() -> System.currentTimeMillis() > between);
        table.putUnannounced(300, 320, "new");
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            IndexMetadata metadata = create(backend);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                Selection recent = new Selection(
                        KeyRange.all(), OptionalLong.of(between), OptionalLong.empty(), List.of("d:body"));
                assertThat(run(metadata, recent, FAST).progress().counts().rows())
                        .isEqualTo(20);
                assertThat(table.scan(backend, index)).hasSize(20);
                Selection old =
                        new Selection(KeyRange.all(), OptionalLong.empty(), OptionalLong.of(between), List.of("d"));
                assertThat(run(metadata, old, FAST).progress().counts().rows()).isEqualTo(300);
                assertThat(backend.admin().find(index)).contains(metadata);
                table.assertIndexed(backend, index);
            }
        }
    }

    @Test
    @OnlyWithFaults
    void anOwnerThatIsKilledGoesOnByItselfAfterItsNextStart() throws InterruptedException {
        table.putUnannounced(0, 600, "older than the index");
        String place = BackendKind.LUCENE.newPlace();
        IndexMetadata metadata;
        try (IndexBackend backend = BackendKind.LUCENE.open(place)) {
            metadata = create(backend);
        }
        try (KafkaReindexLog log = log(metadata)) {
            log.create();
            log.request(ReindexRequest.start(Task.inPlace(Selection.all(), new Limits(1, 60, 0, 0))));
            try (IndexerProcess process = IndexerProcess.start(table, BackendKind.LUCENE, place, index)) {
                await().atMost(PATIENCE).until(() -> rows(log) > 60 || !process.isAlive());
                assertThat(process.isAlive()).isTrue();
                process.kill();
            }
            RunState killed = log.read(Duration.ZERO).run().orElseThrow();
            assertThat(killed.state()).isEqualTo(RunState.State.RUNNING);
            try (IndexerProcess process = IndexerProcess.start(table, BackendKind.LUCENE, place, index)) {
                await().atMost(PATIENCE).until(() -> isDone(log) || !process.isAlive());
                assertThat(process.isAlive()).isTrue();
                process.kill();
            }
            assertThat(log.read(Duration.ZERO).run().orElseThrow().id()).isEqualTo(killed.id());
        }
        try (IndexBackend backend = BackendKind.LUCENE.open(place)) {
            table.assertIndexed(backend, index);
        }
    }

    @OnlyWithFaults
    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void deletedLogEndsTheRunAndNamesTheCommandToRestartIt(BackendKind kind) throws Exception {
        table.putUnannounced(0, 600, "older than the index");
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            IndexMetadata metadata = create(backend);
            Task slow = Task.inPlace(Selection.all(), new Limits(1, 60, 0, 0));
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index);
                    KafkaReindexLog log = log(metadata)) {
                indexer.start();
                CompletableFuture<RunState> running =
                        CompletableFuture.supplyAsync(() -> begin(backend, kind, metadata, slow));
                await().atMost(PATIENCE).until(() -> rows(log) > 0);
                KafkaProbe.deleteTopic(table.config().kafka(), TopicName.reindexLog(index));
                assertThatThrownBy(() -> running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .hasRootCauseInstanceOf(Exception.class)
                        .cause()
                        .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                            assertThat(e).hasMessageContaining(TopicName.reindexLog(index));
                            assertThat(e.hint()).hasValueSatisfying(hint -> assertThat(hint)
                                    .contains("hbase-search reindex " + index));
                        });
                assertThat(begin(backend, kind, metadata, Task.inPlace(Selection.all(), FAST))
                                .state())
                        .isEqualTo(RunState.State.DONE);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                table.assertIndexed(backend, index);
                assertThat(indexer.check().ok()).isTrue();
            }
        }
    }

    /** As the command does: itself, or by asking the owner. */
    private RunState begin(IndexBackend backend, BackendKind kind, IndexMetadata metadata, Task task) {
        if (kind == BackendKind.ELASTICSEARCH) {
            return run(backend, task);
        }
        try (KafkaReindexLog log = log(metadata)) {
            return new ReindexFollower(log, index).run(task, (state, reached) -> {});
        }
    }

    @Test
    void aRunThatIsAboutToBeginBearsWithServersThatDoNotAnswer() throws InterruptedException {
        table.putUnannounced(0, 20, "older than the index");
        AtomicInteger asked = new AtomicInteger();
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            create(backend);
            IndexBackend shaky = Interposed.before(backend, "history", () -> {
                if (asked.incrementAndGet() <= 2) {
                    throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "a restart");
                }
            });
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index);
                    ReindexService service = service(shaky)) {
                indexer.start();
                RunState end = service.run(Task.inPlace(Selection.all(), FAST), "", (state, reached) -> {});
                assertThat(end.state()).isEqualTo(RunState.State.DONE);
            }
            assertThat(asked.get()).isGreaterThan(2);
        }
    }

    @Test
    void whatKeepsTheOwnerFromBeginningIsToldToWhoeverAsked() {
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            IndexMetadata metadata = create(backend);
            try (KafkaReindexLog log = log(metadata)) {
                log.create();
                log.own();
                Selection part = Selection.of(
                        new KeyRange(TestTable.row(1).bytes(), TestTable.row(2).bytes()));
                RunState unfinished = state(metadata, part, RunState.State.STOPPED, "killed");
                log.write(unfinished);
                try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                    indexer.start();
                    assertThatThrownBy(() -> run(metadata, Selection.all(), FAST))
                            .hasMessageContaining("unfinished reindex of other rows")
                            .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                                    .isEqualTo(ErrorCode.ALREADY_EXISTS));
                }
                assertThat(log.read(Duration.ZERO).run()).contains(unfinished);
            }
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

    @Test
    void whoHasLostTheLogWritesNothingMoreAndOthersReadTheNewest() {
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            IndexMetadata metadata = create(backend);
            try (KafkaReindexLog first = log(metadata);
                    KafkaReindexLog second = log(metadata);
                    KafkaReindexLog reader = log(metadata)) {
                first.create();
                second.create();
                assertThat(reader.read(Duration.ZERO).run()).isEmpty();
                first.own();
                first.write(state(metadata, "one"));
                assertThat(reader.read(Duration.ZERO).run()).contains(state(metadata, "one"));
                second.own();
                second.write(state(metadata, "two"));
                assertThatThrownBy(() -> first.write(state(metadata, "one")))
                        .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                                .isEqualTo(ErrorCode.INDEX_LOCKED));
                assertThatThrownBy(() -> first.write(state(metadata, "one"))).isInstanceOf(HBaseSearchException.class);
                ReindexRequest request = ReindexRequest.of(ReindexRequest.Verb.PAUSE, state(metadata, "two"));
                reader.request(request);
                second.write(state(metadata, "two"));
                assertThat(reader.read(Duration.ZERO).run()).contains(state(metadata, "two"));
                assertThat(reader.read(Duration.ZERO).request()).contains(request);
            }
            try (IndexLifecycle lifecycle =
                    new IndexLifecycle(backend, table.config().kafka())) {
                lifecycle.delete(index, true);
            }
        }
    }

    /** As after an outage: what the first could not write may stand there or not, and meanwhile another has come and gone. */
    @Test
    void whoCouldNotWriteForAWhileGoesOnOnlyIfNobodyElseHasBeenThere() {
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            IndexMetadata metadata = create(backend);
            RunState ours = state(metadata, "one");
            try (KafkaReindexLog first = log(metadata);
                    KafkaReindexLog second = log(metadata)) {
                first.create();
                first.own();
                first.write(ours);
                failToWrite(first, ours);
                first.write(RunStates.next(ours, RunState.State.RUNNING));
                failToWrite(first, ours);
                second.own();
                RunState theirs = RunStates.takenOver(ours, "two");
                second.write(theirs);
                RunState end = RunStates.next(theirs, RunState.State.DONE);
                second.write(end);
                assertThatThrownBy(() -> first.write(ours))
                        .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                                .isEqualTo(ErrorCode.INDEX_LOCKED));
                assertThat(second.read(Duration.ZERO).run()).contains(end);
            }
        }
    }

    private static void failToWrite(KafkaReindexLog log, RunState run) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> log.write(run))
                    .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                            .isEqualTo(ErrorCode.TIMED_OUT));
        } finally {
            Thread.interrupted();
        }
    }

    static RunState state(IndexMetadata metadata, String owner) {
        return state(metadata, Selection.all(), RunState.State.RUNNING, owner);
    }

    private static RunState state(IndexMetadata metadata, Selection selection, RunState.State state, String owner) {
        return new RunState(
                "run",
                "",
                new RunState.Generation(metadata.uuid(), metadata.definitionHash()),
                new RunState.Job(selection, FAST, Optional.empty(), Engine.DIRECT),
                state,
                new RunState.Heartbeat(new RunState.Owner(owner, owner), 1, 2, 3),
                ReindexProgress.none(),
                Optional.empty());
    }
}
