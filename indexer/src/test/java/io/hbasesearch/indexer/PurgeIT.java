/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.testing.OnlyWithFaults;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stubs go when their time is over, and whoever held something older by then does not bring a row back. */
@ExtendWith(TestServers.class)
@Timeout(300)
@OnlyWithFaults
class PurgeIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration RETENTION = Duration.ofSeconds(8);

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void stubsGoWhenTheirTimeIsOverAndRowsCanComeBack(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            create(backend);
            CountingMetrics metrics = new CountingMetrics();
            try (Indexer indexer = indexer(backend, metrics)) {
                indexer.start();
                table.put(0, 20, "row");
                for (int row = 0; row < 10; row++) {
                    table.delete(row);
                }
                await().atMost(PATIENCE).until(() -> stubs(backend).size() == 10);
                await().atMost(PATIENCE).until(() -> stubs(backend).isEmpty());
                assertThat(metrics.count("hbase_search_indexer_stubs_purged_total", index))
                        .isEqualTo(10);
                table.put(3, 5, "back");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                table.assertIndexed(backend, index);
            }
        }
    }

    @Test
    void frozenProcessDoesNotReviveItsOldRowAfterThePurge() {
        String place = BackendKind.ELASTICSEARCH.newPlace();
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(place)) {
            IndexMetadata metadata = create(backend);
            try (IndexerProcess frozen =
                    IndexerProcess.start(table, BackendKind.ELASTICSEARCH, place, index, RETENTION)) {
                table.put(0, 1, "other");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                freezeWithARead(frozen, metadata);
                ElasticsearchCalls.blockWrites(metadata, false);
                table.delete(1);
                purge(backend, metadata, frozen);
            }
            table.assertIndexed(backend, index);
        }
    }

    /** It has read row 1 and cannot write what it read: it holds it, and tries again and again. */
    private void freezeWithARead(IndexerProcess process, IndexMetadata metadata) {
        ElasticsearchCalls.blockWrites(metadata, true);
        table.put(1, 2, "stale");
        await().atMost(PATIENCE).until(() -> process.tells("DEGRADED"));
        process.freeze();
    }

    private void purge(IndexBackend backend, IndexMetadata metadata, IndexerProcess frozen) {
        try (Indexer other = indexer(backend, new CountingMetrics())) {
            other.start();
            await().atMost(PATIENCE).until(() -> stubs(backend).equals(List.of(TestTable.row(1))));
            await().atMost(PATIENCE).until(() -> stubs(backend).isEmpty());
            // Or the engine would still refuse what is older.
            ElasticsearchCalls.reopen(metadata);
            frozen.goOn();
            // It finds its read too old, reads again, and marks the row as gone at the version that it has had all the
            // time.
            await().atMost(PATIENCE).until(() -> {
                assertThat(table.isIndexed(backend, index)).isTrue();
                return stubs(backend).equals(List.of(TestTable.row(1)));
            });
        }
    }

    private List<RowKey> stubs(IndexBackend backend) {
        return table.scan(backend, index).stream()
                .filter(document -> document.state() == IndexedDocument.State.DELETED)
                .map(IndexedDocument::row)
                .toList();
    }

    private Indexer indexer(IndexBackend backend, CountingMetrics metrics) {
        return new Indexer(
                TestSettings.withStubRetention(table.config(), RETENTION),
                backend,
                table.reader(),
                List.of(table.definition(index)),
                metrics);
    }
}
