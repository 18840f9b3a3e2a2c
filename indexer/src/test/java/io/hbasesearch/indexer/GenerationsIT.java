/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.hosting.GenerationSite;
import io.hbasesearch.indexer.hosting.ReindexService;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.indexer.rebuild.BuildSite;
import io.hbasesearch.indexer.rebuild.Rebuild;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.indexer.reindex.run.Verification;
import io.hbasesearch.indexer.reindex.scan.Reindex;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.indexer.worker.OpenGeneration;
import io.hbasesearch.testing.OnlyWithFaults;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every generation of an index is fed, whatever it is to readers, and by its own definition. */
@ExtendWith(TestServers.class)
@Timeout(300)
class GenerationsIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String COPY = "copy";
    private static final ReindexListener NOT_KEPT = new ReindexListener() {
        @Override
        public void done(DoneRanges done, Counts soFar) {}

        @Override
        public void progress(Counts soFar, double fraction, String note) {}
    };

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void aGenerationIsFedWhileItIsBuiltWhenItIsLiveAndWhenItIsKept(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend);
                Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata first = lifecycle.create(table.definition(index));
            indexer.start();
            table.put(0, 50, "before");
            awaitEqual(backend, first);

            IndexMetadata second = lifecycle.begin(withCopy());
            assertThat(second.complete()).isTrue();
            table.put(40, 100, "meanwhile");
            table.delete(45);
            awaitEqual(backend, first);
            // Nobody has filled in what was there before.
            await().atMost(PATIENCE).until(() -> documents(backend, second).size() == 59);
            table.touch(0, 50);
            awaitEqual(backend, second);
            assertThat(documents(backend, second).values())
                    .allSatisfy(fields -> assertThat(fields).containsEntry(COPY, fields.get("body")));
            assertThat(documents(backend, first).values()).noneMatch(fields -> fields.containsKey(COPY));

            backend.generations().makeLive(second);
            change(backend, first, second, "swapped");
            // Back again, as readers may be given any of them.
            backend.generations().makeLive(first);
            change(backend, first, second, "rolled back");
            backend.generations().makeLive(second);

            lifecycle.drop(first);
            table.put(10, 20, "after the drop");
            awaitEqual(backend, second);
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(indexer.check().message())
                        .matches(message -> message.equals("ok") || message.contains("another definition"));
                assertThat(indexer.statuses().get(0).state()).isEqualTo(IndexStatus.State.RUNNING);
            });
            if (kind == BackendKind.ELASTICSEARCH) {
                // An embedded index's are for display, and its worker may write them once more.
                assertThat(KafkaProbe.offsets(table.config().kafka(), first.consumerGroup()))
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void indexOfAKilledCreatorIsFinishedAndThenFed(BackendKind kind) {
        IndexDefinition definition = table.definition(index);
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend);
                Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata left = backend.admin().create(definition, KafkaProbe.source(table.topics(), table.topic()));
            table.put(0, 20, "while it is half made");
            assertThat(lifecycle.finish(definition)).isTrue();
            assertThat(lifecycle.finish(definition))
                    .as("there is nothing left to do")
                    .isFalse();
            indexer.start();
            awaitEqual(backend, left);
            assertThat(documents(backend, left)).hasSize(20);
        }
    }

    @Test
    void anAnalyzerThatTheBackendLacksIsToldBeforeAnythingIsMade() {
        IndexDefinition definition = DefinitionText.read(
                index,
                "{index: " + index + ", table: '" + table.definition(index).table()
                        + "', fields: {body: {column: 'd:body', type: text, analyzers: [korean, smartcn]}}}");
        BackendKind kind = BackendKind.ELASTICSEARCH;
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend)) {
            assertThatThrownBy(() -> lifecycle.create(definition))
                    .hasMessageContaining("analysis-nori or analysis-smartcn")
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
                        assertThat(failure.hint())
                                .hasValueSatisfying(hint -> assertThat(hint).contains("elasticsearch-plugin install"));
                    });
            assertThat(lifecycle.find(index)).isEmpty();
            assertThat(table.topics().find(TopicName.deadLetters(index))).isEmpty();
        }
    }

    private void change(IndexBackend backend, IndexMetadata first, IndexMetadata second, String body) {
        table.put(0, 30, body);
        table.delete(body.length());
        awaitEqual(backend, first);
        awaitEqual(backend, second);
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void oneThatWasBegunByHalfIsNotFedAndMakesPlaceForTheNext(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend);
                Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata first = lifecycle.create(table.definition(index));
            indexer.start();
            IndexMetadata half =
                    backend.generations().begin(withCopy(), KafkaProbe.source(table.topics(), table.topic()));
            assertThat(lifecycle.isBegun(withCopy(), half)).isFalse();
            table.put(0, 50, "not for the half one");
            awaitEqual(backend, first);
            assertThat(documents(backend, half)).isEmpty();
            assertThatThrownBy(() -> lifecycle.begin(withCopy()))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(ErrorCode.ALREADY_EXISTS));

            lifecycle.drop(half);
            IndexMetadata second = lifecycle.begin(withCopy());
            assertThat(second.generation()).isEqualTo(half.generation());
            assertThat(lifecycle.isBegun(withCopy(), second)).isTrue();
            table.touch(0, 50);
            awaitEqual(backend, second);
            // A number that was dropped while it was fed.
            lifecycle.drop(second);
            IndexMetadata third = lifecycle.begin(withCopy());
            assertThat(third.consumerGroup()).isEqualTo(second.consumerGroup());
            table.touch(0, 50);
            awaitEqual(backend, third);
            assertThat(indexer.check().ok()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void oneThatFailsLeavesTheLiveOneWellAndIsToldOf(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend);
                Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata first = lifecycle.create(table.definition(index));
            indexer.start();
            lifecycle.begin(definition(FieldMapping.of("none", ColumnName.of("absent", "none"), FieldType.TEXT)));
            await().atMost(PATIENCE).until(() -> indexer.check().message().contains("is FAILED"));
            assertThat(indexer.check().message())
                    .contains("(generation 2, being built)")
                    .contains("absent")
                    .contains("reindex cancel " + index)
                    .doesNotContain("index delete");
            assertThat(indexer.check().ok()).isTrue();
            table.put(0, 10, "live");
            awaitEqual(backend, first);
            assertThat(indexer.statuses().get(0).state()).isEqualTo(IndexStatus.State.RUNNING);
        }
    }

    /** No indexer runs, so that it is the commands alone that notice. */
    @Test
    @OnlyWithFaults
    void generationRestoredWhileBuiltIsNeitherFilledNorMadeLive() {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend);
                GenerationSite site = site(backend)) {
            IndexMetadata live = lifecycle.create(table.definition(index));
            table.putUnannounced(0, 20, "row");
            IndexMetadata building = site.begin();
            site.requireWhole(building);
            Snapshot empty = new Snapshot(building);
            try (BuildSite.Opened opened = site.open(building)) {
                assertThat(Reindex.intoEmpty(opened.context(), Limits.standard(1))
                                .run(DoneRanges.none(), Counts.none(), NOT_KEPT))
                        .isTrue();
            }
            site.requireWhole(building);
            empty.restore();
            assertLost(() -> site.requireWhole(building), building);
            assertThat(backend.admin().find(index).orElseThrow().uuid()).isEqualTo(live.uuid());
        }
    }

    @Test
    @OnlyWithFaults
    void aRebuildWhoseGenerationWasPutBackDoesNotGoOn() {
        table.putUnannounced(0, 20, "row");
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend)) {
            IndexMetadata live = lifecycle.create(table.definition(index));
            // It is filled, and nobody indexes.
            assertThatThrownBy(() -> rebuildFor(backend, Duration.ofSeconds(3)))
                    .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                            .isEqualTo(ErrorCode.TIMED_OUT));
            IndexMetadata building = backend.generations().list(index).stream()
                    .filter(found -> found.state() == IndexGeneration.State.BUILDING)
                    .map(IndexGeneration::metadata)
                    .findFirst()
                    .orElseThrow();
            new Snapshot(building).restore();
            assertLost(() -> rebuildFor(backend, Duration.ofSeconds(3)), building);
            assertThat(backend.admin().find(index).orElseThrow().uuid()).isEqualTo(live.uuid());
        }
    }

    @OnlyWithFaults
    @Test
    void aKeptGenerationThatWasPutBackIsNotGoneBackTo() {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend)) {
            IndexMetadata first = lifecycle.create(table.definition(index));
            IndexMetadata second;
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(0, 20, "row");
                awaitEqual(backend, first);
                ChangePlan keeping = ChangePlan.rebuild(true, false, Verification.FULL, table.definition(index));
                assertThat(change(backend, keeping).state()).isEqualTo(RunState.State.DONE);
                second = backend.admin().find(index).orElseThrow();
                assertThat(second.uuid()).isNotEqualTo(first.uuid());
                Snapshot before = new Snapshot(first);
                table.put(0, 20, "later");
                awaitEqual(backend, first);
                awaitEqual(backend, second);
                before.restore();
                // A worker that has failed commits nothing more: this one stays behind.
                table.put(0, 20, "later still");
                assertLost(() -> change(backend, ChangePlan.rollBack()), first);
            }
            assertThat(backend.admin().find(index).orElseThrow().uuid()).isEqualTo(second.uuid());
        }
    }

    private void assertLost(ThrowingCallable action, IndexMetadata generation) {
        assertThatThrownBy(action).isInstanceOfSatisfying(HBaseSearchException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
            assertThat(e.getMessage()).contains(generation.physicalName(), "restored to an older state");
        });
    }

    private GenerationSite site(IndexBackend backend) {
        return new GenerationSite(
                OpenGeneration.Access.of(table.config(), backend, table.reader()), table.definition(index));
    }

    /** With less patience than the command has. */
    private RunState rebuildFor(IndexBackend backend, Duration patience) {
        ChangePlan plan = ChangePlan.rebuild(false, false, Verification.FULL, table.definition(index));
        Rebuild.Bounds bounds =
                new Rebuild.Bounds(patience, Duration.ofMinutes(1), patience, Duration.ofSeconds(1), 100);
        try (ReindexService service = service(backend);
                GenerationSite site = site(backend)) {
            service.log().create();
            Task task = Task.of(plan, Limits.standard(1));
            RunState claimed = service.runs().claim(task, "");
            return service.runs().run(claimed, new Rebuild(site, task.limits(), bounds), (state, reached) -> {});
        }
    }

    private RunState change(IndexBackend backend, ChangePlan plan) {
        return run(backend, Task.of(plan, Limits.standard(1)));
    }

    /** Of one physical index, as it is now. */
    private static final class Snapshot {
        private final String path;
        private final IndexMetadata generation;
        private final String indices;

        Snapshot(IndexMetadata generation) {
            this.generation = generation;
            String repository = "/_snapshot/" + generation.physicalName();
            this.path = repository + "/one";
            this.indices = "{\"indices\":\"" + generation.physicalName()
                    + "\",\"include_global_state\":false,\"include_aliases\":false}";
            ElasticsearchCalls.call(
                    "PUT",
                    repository,
                    "{\"type\":\"fs\",\"settings\":{\"location\":\"" + generation.physicalName() + "\"}}");
            ElasticsearchCalls.call("PUT", path + "?wait_for_completion=true", take());
        }

        private String take() {
            return "{\"indices\":\"" + generation.physicalName() + "\",\"include_global_state\":false}";
        }

        void restore() {
            ElasticsearchCalls.call("POST", "/" + generation.physicalName() + "/_close", "");
            ElasticsearchCalls.call("POST", path + "/_restore?wait_for_completion=true", indices);
            ElasticsearchCalls.call(
                    "GET", "/_cluster/health/" + generation.physicalName() + "?wait_for_status=yellow&timeout=30s", "");
        }
    }

    private IndexLifecycle lifecycle(IndexBackend backend) {
        return new IndexLifecycle(backend, table.config().kafka());
    }

    private IndexDefinition withCopy() {
        return definition(
                FieldMapping.of("body", TestSettings.BODY, FieldType.TEXT),
                FieldMapping.of(COPY, TestSettings.BODY, FieldType.KEYWORD));
    }

    private IndexDefinition definition(FieldMapping... fields) {
        IndexDefinition configured = table.definition(index);
        return IndexDefinition.of(index, configured.table(), configured.rowKeyFormat(), List.of(fields));
    }

    private void awaitEqual(IndexBackend backend, IndexMetadata generation) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            Map<RowKey, String> bodies = new TreeMap<>();
            documents(backend, generation)
                    .forEach((row, fields) -> bodies.put(row, String.valueOf(fields.get("body"))));
            assertThat(bodies).isEqualTo(table.expected());
        });
    }

    private Map<RowKey, Map<String, Object>> documents(IndexBackend backend, IndexMetadata generation) {
        Map<RowKey, Map<String, Object>> documents = new HashMap<>();
        try (DocumentSearcher searcher =
                backend.openSearcher(generation.definitionOr(table.definition(index)), generation)) {
            searcher.refresh();
            try (DocumentCursor cursor = searcher.scan()) {
                cursor.forEachRemaining(document -> {
                    if (document.state() == IndexedDocument.State.LIVE) {
                        documents.put(document.row(), document.document().fields());
                    }
                });
            }
        }
        return documents;
    }
}
