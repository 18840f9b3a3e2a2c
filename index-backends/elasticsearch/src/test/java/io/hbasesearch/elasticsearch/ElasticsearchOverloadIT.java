/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.bulk.DocumentLimit;
import io.hbasesearch.elasticsearch.bulk.RejectionHistory;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.RejectionReason;
import io.hbasesearch.testing.Fixtures;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a writer does when it asks too much of Elasticsearch: on a server of its own, with small limits. */
class ElasticsearchOverloadIT extends WritesToSmallServer {
    @Test
    void onlyOperationsRefusedByAnOverloadedServerAreSentAgain() throws Exception {
        List<CompletableFuture<List<WriteResult>>> futures = new ArrayList<>();
        int rows = 0;
        try (ElasticsearchBackend wide =
                        new ElasticsearchBackend(SmallServer.config(uri(), 16, KIBIBYTE * KIBIBYTE), metrics);
                DocumentWriter writer = wide.openWriter(definition, metadata, READ_AGE)) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (metrics.total(THROTTLED) == 0 && System.nanoTime() < deadline) {
                for (int i = 0; i < 16; i++) {
                    futures.add(writer.write(List.of(Fixtures.upsert("row" + rows, rows, "cat ".repeat(2_000)))));
                    rows++;
                }
            }
            for (CompletableFuture<List<WriteResult>> future : futures) {
                assertThat(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .containsExactly(new WriteResult.Applied());
            }
        }
        assertThat(metrics.total(THROTTLED)).isPositive();
        assertThat(metrics.operations("applied")).isEqualTo(rows);
        assertHolds(rows);
    }

    @Test
    void tooLargeRequestIsSplitAndTooLargeDocumentIsRejected() throws Exception {
        List<IndexOperation> batch = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int kibibytes = i == 7 ? 1_200 : 150;
            batch.add(Fixtures.upsert("row" + i, i, "words of eight ".repeat(kibibytes * KIBIBYTE / 15)));
        }
        ElasticsearchConfig generous = SmallServer.config(uri(), 2, 8 * KIBIBYTE * KIBIBYTE);
        try (ElasticsearchBackend large = new ElasticsearchBackend(generous, metrics);
                DocumentWriter writer = large.openWriter(definition, metadata, READ_AGE)) {
            List<WriteResult> results = writer.write(batch).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(results.get(7)).isInstanceOf(WriteResult.Rejected.class);
            assertThat(results).filteredOn(new WriteResult.Applied()::equals).hasSize(19);
        }
        assertThat(metrics.operations("applied")).isEqualTo(19);
        assertHolds(19);
    }

    @Test
    void byDefaultNoDocumentIsLargerThanHalfOfTheMemoryForRequests() {
        ElasticsearchConfig byDefault = SmallServer.config(
                uri(), 1, 2, KIBIBYTE * KIBIBYTE, PATIENCE, ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES);
        try (ElasticsearchConnection connection = new ElasticsearchConnection(byDefault)) {
            assertThat(DocumentLimit.of(byDefault, connection).bytes()).isEqualTo(300 * KIBIBYTE);
        }
    }

    @Test
    void fullServerGetsFewerRequestsThenMoreAgainWithoutLoss() throws Exception {
        Rest rest = new Rest(server.uri());
        try (ElasticsearchBackend wide =
                        new ElasticsearchBackend(SmallServer.config(uri(), 8, 64 * KIBIBYTE), metrics);
                DocumentWriter writer = wide.openWriter(definition, metadata, READ_AGE)) {
            int rows = writeUntilThreeAtOnce(writer, 0);
            CompletableFuture<List<WriteResult>> refused;
            try (Ballast most = Ballast.leaving(rest, 96 * KIBIBYTE)) {
                try (Ballast all = Ballast.leaving(rest, 1 * KIBIBYTE)) {
                    refused = writer.write(rows(rows, 40));
                    Awaitility.await()
                            .atMost(PATIENCE)
                            .until(() -> requestLimit() == 1
                                    && metrics.gauge("hbase_search_elasticsearch_batch_limit_bytes") < 20 * KIBIBYTE);
                    assertThat(writer.check().ok()).isFalse();
                    assertThat(writer.check().message())
                            .contains("429", "rejected execution of coordinating operation");
                    assertThat(metrics.operations("applied")).isEqualTo(rows);
                }
                assertThat(refused.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).containsOnly(new WriteResult.Applied());
            }
            rows = writeUntilThreeAtOnce(writer, rows + 40);
            assertThat(metrics.total(THROTTLED)).isGreaterThanOrEqualTo(40);
            assertThat(metrics.operations("applied"))
                    .as("nothing was sent again that had got through")
                    .isEqualTo(rows);
            assertHolds(rows);
        }
    }

    @Test
    void requestsThatNeedMoreMemoryThanTheServerHasForThemShrink() throws Exception {
        List<IndexOperation> batch = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            batch.add(Fixtures.upsert("row" + i, i, "words of eight ".repeat(50 * KIBIBYTE / 15)));
        }
        try (ElasticsearchBackend large =
                        new ElasticsearchBackend(SmallServer.config(uri(), 4, 1_000 * KIBIBYTE), metrics);
                DocumentWriter writer = large.openWriter(definition, metadata, READ_AGE)) {
            assertThat(writer.write(batch).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .containsOnly(new WriteResult.Applied());
            assertThat(metrics.gauge("hbase_search_elasticsearch_batch_limit_bytes"))
                    .isLessThan(1_000 * KIBIBYTE);
        }
        assertThat(metrics.total(THROTTLED)).isPositive();
        assertHolds(100);
    }

    @Test
    void documentThatNeverFitsMemoryIsGivenUpWithoutBlockingOthers() throws Exception {
        AtomicLong ahead = new AtomicLong();
        try (ElasticsearchBackend wide = new ElasticsearchBackend(
                        SmallServer.config(uri(), 8, 64 * KIBIBYTE),
                        metrics,
                        InstantSource.system(),
                        () -> System.nanoTime() + ahead.get());
                DocumentWriter writer = wide.openWriter(definition, metadata, READ_AGE)) {
            // More than it has for requests, and less than a request may have; more than the writer's buffer, too.
            String body = "words of eight ".repeat(700 * KIBIBYTE / 15);
            CompletableFuture<List<WriteResult>> large = writer.write(List.of(Fixtures.upsert("large", 1, body)));
            int rows = writeUntilThreeAtOnce(writer, 0);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> metrics.total(THROTTLED) > RejectionHistory.MIN_ANSWERS + 1);
            assertThat(large).isNotDone();
            ahead.set(RejectionHistory.MIN_TIME_REFUSED.toNanos());
            assertThat(large.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .singleElement()
                    .isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> assertThat(rejected.reason())
                            .contains("429")
                            .matches(RejectionReason::isAboveLimit));
            assertThat(requestLimit()).isGreaterThanOrEqualTo(3);
            assertThat(writer.check().ok()).isTrue();
            assertHolds(rows);
        }
    }

    /** Writes more than one request can hold, so that they come in numbers, until three may be under way at once. @return rows so far */
    private int writeUntilThreeAtOnce(DocumentWriter writer, int first) throws Exception {
        int next = first;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            assertThat(System.nanoTime()).as("time to get there").isLessThan(deadline);
            writer.write(rows(next, 200)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            next += 200;
        } while (requestLimit() < 3);
        return next;
    }

    private static List<IndexOperation> rows(int first, int count) {
        return IntStream.range(first, first + count)
                .<IndexOperation>mapToObj(row -> Fixtures.upsert("row" + row, row, "cat ".repeat(500)))
                .toList();
    }

    private double requestLimit() {
        return metrics.gauge("hbase_search_elasticsearch_request_limit");
    }
}
