/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.GatewayException;
import io.hbasesearch.client.SearchOptions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.service.GatewayProcess;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A generation is fed beside the live one and takes its place, while a workload writes and readers search. */
@ExtendWith(Servers.Extension.class)
@Timeout(600)
@OnlyWithFaults
class RebuildFeedIT {
    private static final long SEED = 97;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration FOLLOWING = Duration.ofSeconds(20);
    private static final String ANCHOR = "anchor";

    @Test
    void readersGoFromOneGenerationToTheNextAndNoticeNothing(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "rebuildfeed";
        TestTable table = TestTable.create(servers.connection(), name, 1, new byte[] {0x55});
        Site site = new Site(servers.addresses(), directory, "default:" + name, name);
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", name);
        try (RunningIndexer indexer = RunningIndexer.start(site);
                IndexLifecycle lifecycle = new IndexLifecycle(
                        indexer.backend(), indexer.configuration().service().kafka());
                GatewayProcess gateway = new GatewayProcess(
                        indexer.configuration().service(),
                        indexer.configuration().definitions());
                Workload workload = new Workload(table, 200, SEED).start()) {
            putAnchor(table);
            gateway.start();
            GatewayClient client = new GatewayClient(gateway.address());
            Oracle.await("the anchor is found", PATIENCE, () -> finds(client, name, "text:" + ANCHOR));
            assertThat(finds(client, name, "copy:" + ANCHOR)).isFalse();
            IndexMetadata first = lifecycle.find(name).orElseThrow();
            IndexMetadata second = lifecycle.begin(withCopy(directory, name));
            try (KafkaTouches touches =
                    new KafkaTouches(indexer.configuration().service().kafka())) {
                touches.touch(second, table.expected().keySet());
            }
            Oracle.await("the anchor is in the next generation", PATIENCE, () -> holdsAnchor(site, second));
            try (Searches searches = new Searches(client, name).start()) {
                Oracle.await("searches", PATIENCE, () -> searches.answers.get() > 20);
                indexer.backend().generations().makeLive(second);
                Oracle.await("the new field is searched", FOLLOWING, () -> finds(client, name, "copy:" + ANCHOR));
                // A gateway that is slow has looked by now; whoever is slower yet is led on.
                lifecycle.drop(first);
                long before = searches.answers.get();
                Oracle.await("searches", PATIENCE, () -> searches.answers.get() > before + 50);
            }
            assertThat(workload.operations()).isGreaterThan(100);
            workload.close();
            Map<RowKey, Map<String, Object>> expected = withCopies(table.expected());
            Oracle.await("equality", PATIENCE, () -> differsNowhere(site, second, expected));
            assertThat(indexer.status().state()).isEqualTo(IndexStatus.State.RUNNING);
            assertThat(indexer.check().ok()).isTrue();
            assertThat(indexer.check().message()).doesNotContain("generation");
        }
    }

    private static void putAnchor(TestTable table) throws IOException {
        try (Table open = table.open()) {
            open.put(new Put(Bytes.toBytes(ANCHOR)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes(ANCHOR)));
        }
    }

    /** The index's definition with one field more. */
    private static IndexDefinition withCopy(Path directory, String name) throws IOException {
        String text = Files.readString(directory.resolve("indexes").resolve(name + ".yaml"));
        Path changed = Files.createDirectory(directory.resolve("changed")).resolve(name + ".yaml");
        Files.writeString(changed, text + "  copy: {column: \"d:text\", type: keyword}\n");
        return new IndexDefinitionReader(Map.of()).readFile(changed);
    }

    private static Map<RowKey, Map<String, Object>> withCopies(Map<RowKey, Map<String, Object>> rows) {
        rows.values().forEach(fields -> {
            if (fields.containsKey("text")) {
                fields.put("copy", fields.get("text"));
            }
        });
        return rows;
    }

    /** A field that the index does not have is refused: then it finds nothing. */
    private static boolean finds(GatewayClient client, String index, String query) {
        try {
            return !client.search(index, SearchOptions.of(query)).hits().isEmpty();
        } catch (GatewayException e) {
            return false;
        }
    }

    private static boolean holdsAnchor(Site site, IndexMetadata generation) {
        try {
            return site.oracleOf(generation.physicalName()).read().containsKey(RowKey.utf8(ANCHOR));
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean differsNowhere(
            Site site, IndexMetadata generation, Map<RowKey, Map<String, Object>> expected) {
        try {
            return site.oracleOf(generation.physicalName())
                    .differencesOrWhyNot(expected)
                    .isEmpty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Searches again and again for what is always there; fails at the close if one was not answered, or with nothing. */
    private static final class Searches implements AutoCloseable {
        private final GatewayClient client;
        private final String index;
        private final AtomicLong answers = new AtomicLong();
        private final Thread thread = new Thread(this::run, "searches");
        private volatile boolean stopped;
        private volatile Throwable failure;

        Searches(GatewayClient client, String index) {
            this.client = client;
            this.index = index;
        }

        Searches start() {
            thread.start();
            return this;
        }

        private void run() {
            try {
                while (!stopped) {
                    assertThat(client.search(index, SearchOptions.of("text:" + ANCHOR))
                                    .hits())
                            .hasSize(1);
                    answers.incrementAndGet();
                }
            } catch (RuntimeException | AssertionError e) {
                failure = e;
            }
        }

        @Override
        public void close() throws InterruptedException {
            stopped = true;
            thread.join();
            if (failure != null) {
                throw new AssertionError("after " + answers + " answers", failure);
            }
        }
    }
}
