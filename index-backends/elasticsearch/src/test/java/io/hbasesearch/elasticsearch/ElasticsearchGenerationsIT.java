/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What generations look like in Elasticsearch itself: alias, settings and metadata. */
@ExtendWith(SharedServer.class)
class ElasticsearchGenerationsIT {
    private static final Duration READ_AGE = Duration.ofHours(6);
    private static final int RACES = 10;

    private final IndexDefinition definition = Fixtures.messages(Fixtures.uniqueName("generations"));
    private ElasticsearchBackend backend;
    private Rest rest;
    private IndexMetadata first;

    @BeforeEach
    void createIndex() {
        backend = open();
        rest = new Rest(SharedServer.uri());
        first = backend.admin().create(definition, Fixtures.source(definition));
    }

    private static ElasticsearchBackend open() {
        return new ElasticsearchBackend(ElasticsearchHarness.config(SharedServer.uri()), Metrics.none());
    }

    @AfterEach
    void close() {
        backend.close();
        rest.deleteIndexes("*" + definition.name() + "*");
    }

    @Test
    void theAliasHidesStubsOfWhicheverGenerationIsLive() throws Exception {
        IndexMetadata second = begin();
        write(first, 1);
        write(second, 2);
        for (IndexMetadata live : List.of(second, first, second)) {
            backend.generations().makeLive(live);
            rest.call("POST", "/" + definition.name() + "/_refresh", "");
            int documents = live.equals(first) ? 1 : 2;
            assertThat(count(definition.name())).isEqualTo(documents);
            assertThat(count(live.physicalName())).as("with its stub").isEqualTo(documents + 1);
            assertThat(rest.get("/_alias/" + definition.name()).fieldNames())
                    .toIterable()
                    .containsExactly(live.physicalName());
        }
    }

    /** As after a crash between the alias and the note. */
    @Test
    void oneThatReadersSeeAlreadyIsNotedAsServed() {
        IndexMetadata second = begin();
        moveAlias(first, second);
        backend.generations().makeLive(second);
        moveAlias(second, first);
        assertThat(backend.generations().list(definition.name())).contains(new IndexGeneration(second, State.OLD));
    }

    private void moveAlias(IndexMetadata from, IndexMetadata to) {
        String name = definition.name();
        rest.call(
                "POST",
                "/_aliases",
                "{\"actions\":[{\"remove\":{\"index\":\"" + from.physicalName() + "\",\"alias\":\"" + name
                        + "\"}},{\"add\":{\"index\":\"" + to.physicalName() + "\",\"alias\":\"" + name + "\"}}]}");
    }

    @Test
    void oneThatNobodyCanReadIsToldOf() {
        IndexMetadata second = begin();
        assertThat(backend.generations().damaged(definition.name())).isEmpty();
        rest.call("PUT", "/" + second.physicalName() + "/_mapping", "{\"_meta\": {\"hbase_search\": {\"format\": 1}}}");
        assertThat(backend.generations().list(definition.name()))
                .extracting(IndexGeneration::metadata)
                .containsExactly(first);
        assertThat(backend.generations().damaged(definition.name())).containsOnlyKeys(second.physicalName());
    }

    @Test
    void whatIsToBeRestoredIsNotedInTheIndexUntilItWas() {
        IndexMetadata second = begin();
        putSettings(second, "{\"refresh_interval\": \"7s\", \"number_of_replicas\": 1}");
        backend.generations().lowerSettings(second);
        assertSettings(second, "-1", "0");
        assertThat(ours(second).path("restore").path("refresh_interval").asText())
                .isEqualTo("7s");
        assertThat(ours(second).path("restore").path("replicas").asText()).isEqualTo("1");

        try (ElasticsearchBackend later = open()) {
            later.generations().lowerSettings(second);
            later.generations().restoreSettings(second);
        }
        assertSettings(second, "7s", "1");
        assertThat(ours(second).has("restore")).isFalse();
        assertThat(backend.generations().list(definition.name())).contains(new IndexGeneration(second, State.BUILDING));
    }

    @Test
    void nextCallRepairsACrashWhileLoweringOrRestoringSettings() {
        IndexMetadata second = begin();
        backend.generations().lowerSettings(second);
        putSettings(second, "{\"refresh_interval\": \"200ms\", \"number_of_replicas\": 1}");
        backend.generations().lowerSettings(second);
        assertSettings(second, "-1", "0");
        backend.generations().makeLive(second);
        assertSettings(second, "200ms", "0");
        putSettings(second, "{\"refresh_interval\": \"9s\"}");
        backend.generations().restoreSettings(second);
        assertSettings(second, "9s", "0");
    }

    @Test
    void metadataOfOthersInTheMappingIsLeftAlone() {
        IndexMetadata second = begin();
        JsonNode meta = meta(second);
        rest.call(
                "PUT",
                "/" + second.physicalName() + "/_mapping",
                "{\"_meta\": {\"site\": {\"owner\": \"search team\"}, \"hbase_search\": " + meta.path("hbase_search")
                        + "}}");
        backend.generations().lowerSettings(second);
        backend.generations().makeLive(second);
        backend.generations().makeLive(first);
        assertThat(meta(second).path("site").path("owner").asText()).isEqualTo("search team");
        assertThat(backend.generations().list(definition.name())).contains(new IndexGeneration(second, State.OLD));
    }

    @Test
    void anIndexFromBeforeThereWereGenerationsIsTheFirst() {
        String path = "/" + first.physicalName() + "/_mapping";
        JsonNode meta = meta(first).path("hbase_search");
        ((ObjectNode) meta).remove("generation");
        rest.call("PUT", path, "{\"_meta\": {\"hbase_search\": " + meta + "}}");
        assertThat(backend.admin().find(definition.name())).contains(first);
        assertThat(begin().generation()).isEqualTo(2);
    }

    @Test
    void concurrentSwapsSucceedOrFailAndLeaveOneLiveGeneration() throws Exception {
        IndexMetadata second = begin();
        backend.generations().makeLive(second);
        IndexMetadata third = begin();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int race = 0; race < RACES; race++) {
                backend.generations().makeLive(second);
                CountDownLatch start = new CountDownLatch(1);
                List<Future<?>> swaps = new ArrayList<>();
                for (IndexMetadata next : List.of(first, third)) {
                    swaps.add(threads.submit(() -> {
                        start.await();
                        backend.generations().makeLive(next);
                        return null;
                    }));
                }
                start.countDown();
                for (Future<?> swap : swaps) {
                    awaitSwap(swap);
                }
                assertThat(backend.admin().find(definition.name())).isPresent();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void awaitSwap(Future<?> swap) throws Exception {
        try {
            swap.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(HBaseSearchException.class).hasMessageContaining("another process");
        }
    }

    @Test
    void aGenerationThatIsGoneIsNotMadeLiveAndTheLiveOneStays() {
        IndexMetadata second = begin();
        rest.call("DELETE", "/" + second.physicalName(), "");
        assertThatThrownBy(() -> backend.generations().makeLive(second))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining(second.physicalName());
        assertThat(backend.admin().find(definition.name())).contains(first);
    }

    @Test
    void oneWhoseMetadataIsDamagedIsLeftOutUnlessItIsTheLiveOne() {
        IndexMetadata second = begin();
        damage(second);
        assertThat(backend.generations().list(definition.name()))
                .containsExactly(new IndexGeneration(first, State.LIVE));
        damage(first);
        assertThatThrownBy(() -> backend.generations().list(definition.name()))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining(first.physicalName());
    }

    private void damage(IndexMetadata generation) {
        JsonNode meta = meta(generation).path("hbase_search");
        ((ObjectNode) meta).put("format", 99);
        rest.call(
                "PUT", "/" + generation.physicalName() + "/_mapping", "{\"_meta\": {\"hbase_search\": " + meta + "}}");
    }

    /** Whoever removes an alias by hand does not give up what users had: what is being built may be dropped by any rebuild. */
    @Test
    void whatReadersHaveSeenIsNotTakenForUnfinishedWhenItsAliasIsGone() {
        IndexMetadata second = begin();
        rest.call("DELETE", "/" + first.physicalName() + "/_alias/" + definition.name(), "");
        assertThat(backend.generations().list(definition.name()))
                .containsExactly(new IndexGeneration(first, State.OLD), new IndexGeneration(second, State.BUILDING));

        rest.call("PUT", "/" + first.physicalName() + "/_alias/" + definition.name(), "");
        backend.generations().makeLive(second);
        rest.call("DELETE", "/" + second.physicalName() + "/_alias/" + definition.name(), "");
        assertThat(backend.generations().list(definition.name()))
                .containsExactly(new IndexGeneration(first, State.OLD), new IndexGeneration(second, State.OLD));
    }

    private IndexMetadata begin() {
        return backend.generations().begin(definition, Fixtures.source(definition));
    }

    /** So many documents, and a stub. */
    private void write(IndexMetadata generation, int documents) throws Exception {
        try (DocumentWriter writer = backend.openWriter(definition, generation, READ_AGE)) {
            for (int i = 0; i < documents; i++) {
                writer.write(List.of(Fixtures.upsert("row" + i, i, "cat"))).get(30, TimeUnit.SECONDS);
            }
            writer.write(List.of(Fixtures.deleted("gone", 9))).get(30, TimeUnit.SECONDS);
        }
    }

    private long count(String index) {
        return rest.get("/" + index + "/_count").path("count").asLong();
    }

    private void putSettings(IndexMetadata generation, String settings) {
        rest.call("PUT", "/" + generation.physicalName() + "/_settings", "{\"index\": " + settings + "}");
    }

    private void assertSettings(IndexMetadata generation, String refreshInterval, String replicas) {
        JsonNode settings = rest.get("/" + generation.physicalName() + "/_settings")
                .path(generation.physicalName())
                .path("settings")
                .path("index");
        assertThat(settings.path("refresh_interval").asText()).isEqualTo(refreshInterval);
        assertThat(settings.path("number_of_replicas").asText()).isEqualTo(replicas);
    }

    private JsonNode ours(IndexMetadata generation) {
        return meta(generation).path("hbase_search");
    }

    private JsonNode meta(IndexMetadata generation) {
        return rest.get("/" + generation.physicalName() + "/_mapping")
                .path(generation.physicalName())
                .path("mappings")
                .path("_meta");
    }
}
