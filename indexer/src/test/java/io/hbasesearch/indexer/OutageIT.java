/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.indexer.worker.IndexStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Outages are outlasted without a restart, and said while they last. */
@ExtendWith(TestServers.class)
@Timeout(240)
class OutageIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** Short: an HBase that is frozen for long gives itself up when it thaws. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(2);

    private IndexBackend backend;
    private Indexer indexer;

    @BeforeEach
    void start() {
        backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace());
        create(backend);
        ServiceConfig impatient = TestSettings.config(
                table.config().hbase().zookeeper(), table.config().kafka().bootstrapServers(), READ_TIMEOUT);
        indexer = new Indexer(
                impatient, backend, table.reader(), List.of(table.definition(index)), new CountingMetrics());
        indexer.start();
        table.put(0, 100, "before");
        await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
    }

    @AfterEach
    void close() {
        indexer.close();
        backend.close();
    }

    @Test
    void hbaseHangs() {
        table.put(0, 50, "on its way");
        TestServers.hbase().pause();
        try {
            table.touch(0, 200);
            awaitDegraded();
            assertThat(status().reason().message()).contains("reading ", " rows of table " + table.id());
            assertThat(indexer.check().ok()).isFalse();
        } finally {
            TestServers.hbase().resume();
        }
        awaitRunning();
        table.put(100, 200, "afterwards");
        await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
        table.assertIndexed(backend, index);
    }

    @Test
    void kafkaIsKilledAndComesBack() throws Exception {
        TestServers.kafka().kill();
        try {
            awaitDegraded();
            assertThat(status().reason().message()).contains(TestServers.kafka().bootstrapServers());
        } finally {
            TestServers.kafka().start();
            TestServers.kafka().awaitReady(PATIENCE);
        }
        awaitRunning();
        table.put(50, 150, "afterwards");
        await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
        table.assertIndexed(backend, index);
    }

    private void awaitDegraded() {
        await().atMost(PATIENCE).until(() -> status().state() == IndexStatus.State.DEGRADED);
    }

    private void awaitRunning() {
        await().atMost(PATIENCE).until(() -> status().state() == IndexStatus.State.RUNNING);
    }

    private IndexStatus status() {
        return indexer.statuses().get(0);
    }
}
