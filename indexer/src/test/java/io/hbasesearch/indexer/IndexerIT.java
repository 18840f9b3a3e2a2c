/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.worker.IndexStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must hold with every backend, on real servers. */
@ExtendWith(TestServers.class)
@Timeout(240)
class IndexerIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String EVENTS = "hbase_search_indexer_events_total";

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void rowsAreIndexedChangedAndDeletedAndARestartTakesNoEventTwice(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            create(backend);
            CountingMetrics first = new CountingMetrics();
            try (Indexer indexer = table.indexer(backend, first, index)) {
                indexer.start();
                table.put(0, 1_000, "first");
                table.put(100, 200, "second");
                table.delete(150);
                awaitIndexed(backend);
                await().atMost(PATIENCE).until(() -> status(indexer).progress().lag() == 0);
                assertThat(status(indexer).state()).isEqualTo(IndexStatus.State.RUNNING);
                assertThat(indexer.check().ok()).isTrue();
            }
            assertThat(first.count(EVENTS, index)).isEqualTo(table.announced());
            List<IndexedDocument> before = table.scan(backend, index);

            CountingMetrics second = new CountingMetrics();
            try (Indexer indexer = table.indexer(backend, second, index)) {
                indexer.start();
                table.put(5_000, 5_001, "afterwards");
                awaitIndexed(backend);
            }
            assertThat(second.count(EVENTS, index)).isEqualTo(1);
            assertThat(table.scan(backend, index)).containsAll(before);
            table.assertIndexed(backend, index);
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void killedInTheMidstOfWorkItLosesNothing(BackendKind kind) {
        String place = kind.newPlace();
        try (IndexBackend backend = kind.open(place)) {
            create(backend);
        }
        for (int round = 0; round < 2; round++) {
            try (IndexerProcess process = IndexerProcess.start(table, kind, place, index)) {
                table.put(round * 500, round * 500 + 1_500, "round " + round);
                long before = committed();
                await().atMost(PATIENCE).until(() -> committed() > before || !process.isAlive());
                assertThat(process.isAlive()).isTrue();
                process.kill();
            }
        }
        CountingMetrics metrics = new CountingMetrics();
        try (IndexBackend backend = kind.open(place);
                Indexer indexer = table.indexer(backend, metrics, index)) {
            indexer.start();
            awaitIndexed(backend);
            table.assertIndexed(backend, index);
        }
        // It went on where it was, not from the beginning.
        assertThat(metrics.count(EVENTS, index)).isLessThan(table.announced());
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void poisonGoesToTheDeadLettersAndHoldsNothingBack(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            create(backend);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(0, 50, "fine");
                table.putUnmappable(10);
                table.send(Map.of(TestTable.row(20), "no event".getBytes(UTF_8)));
                table.put(50, 100, "fine");
                awaitIndexed(backend);
                await().atMost(PATIENCE).until(() -> status(indexer).progress().lag() == 0);
                assertThat(failedStubs(backend)).isEqualTo(1);
                table.assertIndexed(backend, index);

                List<StoredDeadLetter> letters =
                        new DeadLetterReader(table.config().kafka()).latest(index, 10);
                assertThat(letters)
                        .extracting(stored -> stored.letter().failure().stage())
                        // Two events of the row in two polls may both find it unmappable: one letter each.
                        .containsOnly(DeadLetter.Stage.MAP, DeadLetter.Stage.DECODE);
                assertThat(letters).allSatisfy(stored -> {
                    assertThat(stored.letter().origin().index()).isEqualTo(index);
                    assertThat(stored.letter().origin().table())
                            .isEqualTo(table.id().toString());
                });
                StoredDeadLetter unmappable = letters.stream()
                        .filter(stored -> stored.letter().failure().code() == ErrorCode.ROW_UNMAPPABLE)
                        .findFirst()
                        .orElseThrow();
                assertThat(unmappable.letter().event().key())
                        .isEqualTo(TestTable.row(10).bytes().unsafeBytes());

                table.put(10, 11, "mended");
                awaitIndexed(backend);
                assertThat(failedStubs(backend)).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void recordsOfStrangersAndTheirTransactionsHoldNothingBack(BackendKind kind) {
        String place = kind.newPlace();
        try (IndexBackend backend = kind.open(place);
                StrangeRecords strangers = new StrangeRecords(table)) {
            create(backend);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(0, 30, "ours");
                strangers.committed();
                strangers.aborted();
                // Its last record in each partition is the broker's own.
                await().atMost(PATIENCE).until(() -> status(indexer).progress().lag() == 0);
                strangers.leftOpen();
                table.put(20, 40, "goes on");
                awaitIndexed(backend);
                await().atMost(PATIENCE).until(() -> status(indexer).progress().lag() == 0);
                assertThat(new DeadLetterReader(table.config().kafka()).latest(index, 1_000))
                        .hasSize(strangers.unreadable())
                        .extracting(stored -> stored.letter().failure().stage())
                        .containsOnly(DeadLetter.Stage.DECODE);
                assertThat(indexer.check().ok()).isTrue();
            }
            CountingMetrics again = new CountingMetrics();
            try (Indexer indexer = table.indexer(backend, again, index)) {
                indexer.start();
                table.put(40, 41, "afterwards");
                awaitIndexed(backend);
                await().atMost(PATIENCE).until(() -> status(indexer).progress().lag() == 0);
            }
            assertThat(again.count(EVENTS, index)).isEqualTo(1);
            table.assertIndexed(backend, index);
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void anIndexThatIsCreatedLaterIsFoundWithoutARestart(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            indexer.start();
            await().atMost(PATIENCE).until(() -> status(indexer).state() == IndexStatus.State.NO_INDEX);
            assertThat(status(indexer).reason().message()).contains("hbase-search index create " + index);
            assertThat(indexer.check().ok()).isTrue();
            table.put(0, 10, "before the index");
            create(backend);
            awaitIndexed(backend);
            table.assertIndexed(backend, index);
        }
    }

    private void awaitIndexed(IndexBackend backend) {
        await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
    }

    private IndexStatus status(Indexer indexer) {
        return indexer.statuses().get(0);
    }

    private long failedStubs(IndexBackend backend) {
        return table.scan(backend, index).stream()
                .filter(document -> document.state() == IndexedDocument.State.FAILED)
                .count();
    }

    private long committed() {
        return KafkaProbe.committed(table.config().kafka(), "hbase-search." + index + ".e1");
    }
}
