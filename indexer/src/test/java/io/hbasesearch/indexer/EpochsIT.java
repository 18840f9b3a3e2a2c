/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.servers.DataDirectories;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends an epoch behind the indexer's back, by the hands of operators and by disks: it is noticed, and told with its remedy. */
@ExtendWith(TestServers.class)
@Timeout(300)
class EpochsIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Test
    @OnlyWithFaults
    void anIndexThatWasRestoredFromASnapshotStopsNowAndAfterARestart() {
        String repository = "/_snapshot/" + index;
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            IndexMetadata metadata = create(backend);
            try (Indexer indexer = start(backend)) {
                table.put(0, 10, "before");
                awaitCommitted(backend);
                ElasticsearchCalls.call(
                        "PUT", repository, "{\"type\":\"fs\",\"settings\":{\"location\":\"" + index + "\"}}");
                String indices = "{\"indices\":\"" + metadata.physicalName() + "\",\"include_global_state\":false}";
                ElasticsearchCalls.call("PUT", repository + "/one?wait_for_completion=true", indices);
                table.put(0, 10, "after");
                awaitCommitted(backend);
                assertThat(indexer.statuses().get(0).state()).isEqualTo(IndexStatus.State.RUNNING);

                ElasticsearchCalls.call("POST", "/" + metadata.physicalName() + "/_close", "");
                ElasticsearchCalls.call("POST", repository + "/one/_restore?wait_for_completion=true", indices);
                assertThat(awaitFailed(indexer).reason().message()).contains("restored to an older state");
                assertThat(table.isIndexed(backend, index)).isFalse();
            }
            try (Indexer again = start(backend)) {
                IndexStatus failed = awaitFailed(again);
                assertThat(failed.reason().code()).contains(ErrorCode.INDEX_INCOMPATIBLE);
                assertThat(again.check().message()).contains("reindex " + index + " --rebuild");
                assertThat(failed.reason().message()).contains("restored to an older state");
                assertThat(failed.reason().hint()).hasValueSatisfying(hint -> assertThat(hint)
                        .contains("hbase-search reindex " + index + " --rebuild"));
                assertThat(table.scan(backend, index))
                        .as("what readers see until then")
                        .hasSize(10);
                assertRebuildHeals(backend, again);
            }
        }
    }

    @Test
    void anIndexThatWasClosedAndOpenedHasTheSamePast() {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            IndexMetadata metadata = create(backend);
            table.put(0, 10, "before");
            String past;
            try (Indexer indexer = start(backend)) {
                awaitCommitted(backend);
                past = backend.admin().history(metadata).orElseThrow();
            }
            ElasticsearchCalls.reopen(metadata);
            assertThat(backend.admin().history(metadata)).contains(past);
            try (Indexer indexer = start(backend)) {
                table.put(0, 10, "after");
                awaitCommitted(backend);
                assertThat(indexer.statuses().get(0).state()).isEqualTo(IndexStatus.State.RUNNING);
            }
        }
    }

    @Test
    void restoredLuceneDirectoryIsIndexedAgainFromItsPosition() throws IOException {
        Path place = Path.of(BackendKind.LUCENE.newPlace());
        Path copy = TestServers.directory("copy").resolve("indexes");
        try (IndexBackend backend = BackendKind.LUCENE.open(place.toString())) {
            create(backend);
            table.put(0, 10, "before");
            table.put(20, 30, "deleted later");
            indexAll(backend);
        }
        copy(place, copy);
        try (IndexBackend backend = BackendKind.LUCENE.open(place.toString())) {
            table.put(5, 15, "after");
            table.delete(25);
            indexAll(backend);
        }
        DataDirectories.delete(place);
        copy(copy, place);
        try (IndexBackend backend = BackendKind.LUCENE.open(place.toString())) {
            assertThat(table.isIndexed(backend, index)).isFalse();
            indexAll(backend);
            table.assertIndexed(backend, index);
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void aTopicThatGotMorePartitionsStopsItsIndex(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            create(backend);
            try (Indexer indexer = start(backend)) {
                table.put(0, 10, "before");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                KafkaProbe.addPartitions(table.config().kafka(), table.topic(), TestTable.PARTITIONS + 1);
                IndexStatus failed = awaitFailed(indexer);
                assertThat(failed.reason().code()).contains(ErrorCode.INDEX_INCOMPATIBLE);
                assertThat(failed.reason().message()).contains("rows have moved to other partitions");
            }
        }
    }

    @Test
    void offsetsThatHaveExpiredAreNotTakenForTheBeginning() {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            IndexMetadata metadata = create(backend);
            table.put(0, 10, "before");
            indexAll(backend);
            await().atMost(PATIENCE)
                    .until(() -> KafkaProbe.members(table.config().kafka(), metadata.consumerGroup()) == 0);
            KafkaProbe.forgetOffsets(table.config().kafka(), metadata.consumerGroup());
            // Without offsets a new index is taken for one that is being created.
            Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
            try (Indexer indexer = new Indexer(
                    table.config(),
                    backend,
                    table.reader(),
                    List.of(table.definition(index)),
                    new CountingMetrics(),
                    later)) {
                indexer.start();
                IndexStatus failed = awaitFailed(indexer);
                assertThat(failed.reason().code()).contains(ErrorCode.OFFSETS_LOST);
                assertThat(failed.reason().message()).contains("has no offset").contains("expired");
                assertThat(failed.reason().hint())
                        .hasValueSatisfying(hint -> assertThat(hint).contains("reindex " + index + " --rebuild"));
                assertRebuildHeals(backend, indexer);
            }
        }
    }

    /** New events take the offsets of those that are lost, and more: by offsets alone nothing is to be seen. */
    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void aLogThatLostItsEndStopsTheIndexThatHasSeenIt(BackendKind kind) throws Exception {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            create(backend);
            table.put(0, 30, "lost");
            indexAll(backend);
            TornLog.loseEvents(table.topic());
            table.put(100, 200, "in their place");
            try (Indexer indexer = start(backend)) {
                IndexStatus failed = awaitFailed(indexer);
                assertThat(failed.reason().code()).contains(ErrorCode.OFFSETS_LOST);
                assertThat(failed.reason().hint())
                        .hasValueSatisfying(hint -> assertThat(hint).contains(remedy(kind)));
                if (kind == BackendKind.ELASTICSEARCH) {
                    assertRebuildHeals(backend, indexer);
                }
            }
            if (kind == BackendKind.LUCENE) {
                assertBumpHeals(backend);
            }
        }
    }

    /** Rows were written at their versions, which later events do not reach. The indexers have not seen any of them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @OnlyWithFaults
    void markersThatTheLogLostEndTheReindexAndARebuildHeals(boolean othersInTheirPlace) throws Exception {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            table.putUnannounced(0, 100, "before");
            create(backend);
            CompletableFuture<RunState> run = CompletableFuture.supplyAsync(() -> reindex(backend));
            await().atMost(PATIENCE).until(() -> table.scan(backend, index).size() == 100);
            TornLog.loseEvents(table.topic());
            if (othersInTheirPlace) {
                table.put(0, 100, "in the markers' place");
            }
            try (Indexer indexer = start(backend)) {
                assertThat(run)
                        .failsWithin(PATIENCE)
                        .withThrowableOfType(ExecutionException.class)
                        .satisfies(e -> assertEndLost(e.getCause()));
                assertThatThrownBy(() -> reindex(backend))
                        .as("the same command again")
                        .satisfies(this::assertEndLost);
                cancel(backend);
                assertThatThrownBy(() -> reindex(backend))
                        .as("another one in place")
                        .satisfies(this::assertEndLost);
                cancel(backend);
                assertThat(rebuild(backend).state()).isEqualTo(RunState.State.DONE);
                table.put(0, 10, "afterwards");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                table.assertIndexed(backend, index);
                assertThat(indexer.statuses().get(0).reason().code()).isEmpty();
            }
        }
    }

    private void assertEndLost(Throwable failure) {
        assertThat(failure).isInstanceOfSatisfying(HBaseSearchException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
            assertThat(e.getMessage()).contains("has lost its end");
            assertThat(e.hint()).hasValueSatisfying(hint -> assertThat(hint)
                    .contains("reindex cancel " + index, "reindex " + index + " --rebuild"));
        });
    }

    @Test
    void anAliasThatStandsForSomethingElseStopsItsIndex() {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            String ours = create(backend).physicalName();
            String foreign = "foreign-" + index;
            ElasticsearchCalls.call("PUT", "/" + foreign, "");
            assertStops(backend, "points to several indexes", action("add", foreign));
            assertStops(
                    backend,
                    "which hbase-search did not create",
                    action("remove", ours) + "," + action("add", foreign));
            assertStops(backend, "no index has the name", action("remove", ours));
            ElasticsearchCalls.call("DELETE", "/" + foreign, "");
        }
    }

    private void assertStops(IndexBackend backend, String reason, String change) {
        try (Indexer indexer = start(backend)) {
            await().atMost(PATIENCE)
                    .until(() -> indexer.statuses().get(0).progress().partitions() == TestTable.PARTITIONS);
            changeAlias(change);
            IndexStatus failed = awaitFailed(indexer);
            assertThat(failed.reason().code()).contains(ErrorCode.INDEX_INCOMPATIBLE);
            assertThat(failed.reason().message()).contains(reason);
            runCurl(failed.reason().hint().orElseThrow());
        }
        table.put(0, 10, reason);
        try (Indexer indexer = start(backend)) {
            await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
            assertThat(indexer.statuses().get(0).state()).isEqualTo(IndexStatus.State.RUNNING);
        }
        table.assertIndexed(backend, index);
    }

    /** The command that a hint spells out. */
    private static void runCurl(String hint) {
        assertThat(hint).contains("curl -X POST '" + TestServers.elasticsearch().uri() + "/_aliases'");
        String body = " -d '";
        ElasticsearchCalls.call(
                "POST", "/_aliases", hint.substring(hint.indexOf(body) + body.length(), hint.lastIndexOf('\'')));
    }

    private String action(String kind, String physicalName) {
        return "{\"" + kind + "\":{\"index\":\"" + physicalName + "\",\"alias\":\"" + index + "\"}}";
    }

    private static void changeAlias(String actions) {
        ElasticsearchCalls.call("POST", "/_aliases", "{\"actions\":[" + actions + "]}");
    }

    private Indexer start(IndexBackend backend) {
        Indexer indexer = table.indexer(backend, new CountingMetrics(), index);
        indexer.start();
        return indexer;
    }

    private void indexAll(IndexBackend backend) {
        try (Indexer indexer = start(backend)) {
            await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
        }
    }

    private void awaitCommitted(IndexBackend backend) {
        await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
        String group = "hbase-search." + index + ".e1";
        await().atMost(PATIENCE).until(() -> KafkaProbe.committed(table.config().kafka(), group) == table.announced());
    }

    private static IndexStatus awaitFailed(Indexer indexer) {
        await().atMost(PATIENCE).until(() -> indexer.statuses().get(0).state() == IndexStatus.State.FAILED);
        return indexer.statuses().get(0);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file));
                if (!Files.isDirectory(target)) {
                    Files.copy(file, target);
                }
            }
        }
    }
}
