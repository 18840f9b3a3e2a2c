/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.elasticsearch.Rest;
import io.hbasesearch.elasticsearch.SharedServer;
import io.hbasesearch.elasticsearch.SmallServer;
import io.hbasesearch.elasticsearch.WritesToSmallServer;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.HeldReplies;
import io.hbasesearch.servers.ServerStartException;
import io.hbasesearch.servers.TcpRelay;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.OnlyWithFaults;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a writer does while Elasticsearch is down, slow, takes nothing, or loses its answers: on a server of its own. */
@OnlyWithFaults
class ElasticsearchOutageIT extends WritesToSmallServer {
    private final TcpRelay relay = TcpRelay.to(server.port());

    @Override
    public URI uri() {
        return URI.create("http://127.0.0.1:" + relay.port());
    }

    @AfterEach
    void closeRelay() {
        relay.close();
    }

    @Test
    void nothingIsLostWhileTheServerIsDownAndTheWriterSaysSo() throws Exception {
        try (DocumentWriter writer = openWriter()) {
            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Integer> written = writeUntil(writer, enough);
            Awaitility.await().atMost(PATIENCE).until(() -> metrics.operations("applied") > 100);
            server.kill();
            Awaitility.await().atMost(PATIENCE).until(() -> !writer.check().ok());
            assertThat(writer.check().message()).contains("127.0.0.1:" + relay.port(), definition.name(), "since");
            startAgain();
            Awaitility.await().atMost(PATIENCE).until(() -> writer.check().ok());
            enough.set(true);
            assertHolds(written.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Test
    void aServerThatIsKilledAgainAndAgainCostsNoDocument() throws Exception {
        try (DocumentWriter writer = openWriter()) {
            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Integer> written = writeUntil(writer, enough);
            for (int kills = 0; kills < UnansweredDocuments.MOST_LOSSES + 2; kills++) {
                long before = metrics.operations("applied");
                Awaitility.await().atMost(PATIENCE).until(() -> metrics.operations("applied") > before + 100);
                server.kill();
                startAgain();
            }
            enough.set(true);
            assertHolds(written.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Test
    void aServerThatHangsIsAskedAgainUntilItAnswers() throws Exception {
        ElasticsearchConfig impatient = SmallServer.config(uri(), 1, 2, KIBIBYTE * KIBIBYTE, Duration.ofSeconds(2));
        try (ElasticsearchBackend own = new ElasticsearchBackend(impatient, metrics);
                DocumentWriter writer = own.openWriter(definition, metadata, READ_AGE)) {
            server.pause();
            CompletableFuture<List<WriteResult>> future;
            try {
                future = writer.write(List.of(Fixtures.upsert("row0", 1, "cat")));
                Awaitility.await().atMost(PATIENCE).until(() -> !writer.check().ok());
            } finally {
                server.resume();
            }
            // The request that timed out may have been carried out all the same.
            assertThat(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .singleElement()
                    .isInstanceOfAny(WriteResult.Applied.class, WriteResult.Superseded.class);
            Awaitility.await().atMost(PATIENCE).until(() -> writer.check().ok());
            assertHolds(1);
        }
    }

    @Test
    void aWriteWhoseAnswerIsLostIsSentAgainAndFoundDone() throws Exception {
        try (DocumentWriter writer = openWriter();
                HeldReplies held = relay.holdRepliesTo("/_bulk")) {
            CompletableFuture<List<WriteResult>> future =
                    writer.write(List.of(Fixtures.upsert("row0", 1, "cat"), Fixtures.deleted("row1", 2)));
            assertThat(held.awaitReply(PATIENCE)).isTrue();
            assertThat(future).isNotDone();
            relay.cutConnections();
            assertThat(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .containsExactly(new WriteResult.Superseded(), new WriteResult.Superseded());
            assertHolds(2);
        }
    }

    @Test
    void aShardThatIsAskedAnswersAndChangesNothing() throws Exception {
        ElasticsearchConfig config = SmallServer.config(uri(), 1, 2, KIBIBYTE * KIBIBYTE, Duration.ofSeconds(5));
        try (DocumentWriter writer = openWriter();
                ElasticsearchConnection connection = new ElasticsearchConnection(config)) {
            writer.write(List.of(Fixtures.upsert("row0", 5, "cat"), Fixtures.deleted("row1", 6)))
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            BulkBuffer buffer = new BulkBuffer(1, 1);
            SendLimits limits = new SendLimits(new SendLimits.Bounds(1, 1, 1), System::nanoTime);
            BulkRequests requests = new BulkRequests(
                    connection,
                    metadata.physicalName(),
                    Duration.ofSeconds(5),
                    new BulkMetrics(metrics, definition.name(), buffer, limits));
            for (String row : List.of("row0", "row1", "row2")) {
                PendingWrite write =
                        new PendingWrite(Unheard.LISTENER, 0, Fixtures.upsert(row, 9, "dog"), Optional.of("r\"1"));
                assertThat(requests.answersFor(write)).as(row).isTrue();
                assertThat(requests.answersFor(new PendingWrite(Unheard.LISTENER, 0, Fixtures.upsert(row, 9, "dog"))))
                        .as(row)
                        .isTrue();
            }
            assertHolds(2);
            assertThat(writer.write(List.of(Fixtures.upsert("row0", 5, "bird"), Fixtures.upsert("row1", 7, "cat")))
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("versions are what they were")
                    .containsExactly(new WriteResult.Superseded(), new WriteResult.Applied());
            relay.refuseConnections();
            relay.cutConnections();
            assertThat(requests.answersFor(new PendingWrite(Unheard.LISTENER, 0, Fixtures.upsert("row0", 9, "dog"))))
                    .isFalse();
        }
    }

    @Test
    void aClosedIndexIsWaitedFor() throws Exception {
        Rest rest = new Rest(server.uri());
        try (DocumentWriter writer = openWriter()) {
            writer.write(List.of(Fixtures.deleted("row0", 5))).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            rest.call("POST", "/" + metadata.physicalName() + "/_close", "");
            CompletableFuture<List<WriteResult>> future =
                    writer.write(List.of(Fixtures.upsert("row0", 3, "late"), Fixtures.upsert("row1", 6, "new")));
            Awaitility.await().atMost(PATIENCE).until(() -> !writer.check().ok());
            assertThat(writer.check().message()).contains("index_closed_exception");
            rest.call("POST", "/" + metadata.physicalName() + "/_open?wait_for_active_shards=1", "");
            assertThat(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .containsExactly(new WriteResult.Superseded(), new WriteResult.Applied());
        }
    }

    @Test
    void aFullDiskIsNamedAndWritingGoesOnByItselfWhenThereIsRoom() throws Exception {
        Rest rest = new Rest(server.uri());
        try (DocumentWriter writer = openWriter()) {
            writer.write(List.of(Fixtures.upsert("row0", 1, "cat"))).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            // No disk is that large: to Elasticsearch this one is as good as full.
            wantFreeDisk(rest, "\"9000tb\"");
            CompletableFuture<List<WriteResult>> future;
            try {
                Awaitility.await().atMost(PATIENCE).until(() -> isBlocked(rest));
                future = writer.write(List.of(Fixtures.upsert("row1", 2, "cat")));
                Awaitility.await().atMost(PATIENCE).until(() -> !writer.check().ok());
                assertThat(writer.check().message()).contains("disk usage exceeded flood-stage watermark");
                assertThat(metrics.total(THROTTLED))
                        .as("sending less would not help")
                        .isZero();
            } finally {
                wantFreeDisk(rest, "null");
            }
            assertThat(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).containsExactly(new WriteResult.Applied());
            Awaitility.await().atMost(PATIENCE).until(() -> writer.check().ok());
            assertThat(isBlocked(rest)).isFalse();
            assertHolds(2);
        }
    }

    private static void wantFreeDisk(Rest rest, String amount) {
        String watermark = "\"cluster.routing.allocation.disk.watermark.";
        rest.call(
                "PUT",
                "/_cluster/settings",
                "{\"persistent\":{\"cluster.routing.allocation.disk.threshold_enabled\":"
                        + (amount.equals("null") ? "null" : "true") + "," + watermark + "low\":" + amount + ","
                        + watermark + "high\":" + amount + "," + watermark + "flood_stage\":" + amount + "}}");
    }

    private boolean isBlocked(Rest rest) {
        return rest.get("/" + metadata.physicalName() + "/_settings?flat_settings=true")
                .toString()
                .contains("index.blocks.read_only_allow_delete");
    }

    @Test
    void aWriterThatIsClosedWhileTheServerIsDownGivesUpInTime() throws Exception {
        DocumentWriter writer = openWriter();
        relay.refuseConnections();
        relay.cutConnections();
        CompletableFuture<List<WriteResult>> future = writer.write(List.of(Fixtures.upsert("row0", 1, "cat")));
        long started = System.nanoTime();
        writer.close();
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(20));
        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
    }

    /** Four losses of a server, each with a restart. Prints what it took. */
    @Test
    void documentTooLargeForASmallHeapIsGivenUpAndOthersAreWritten() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger ends = new AtomicInteger();
        try (ElasticsearchServer small =
                        SharedServer.start(ElasticsearchServer.builder(SharedServer.temporaryDirectory())
                                .heapMegabytes(512)
                                .deleteDataOnClose());
                ElasticsearchBackend own = new ElasticsearchBackend(unlimited(small.uri()), metrics)) {
            IndexMetadata index = own.admin().create(definition, Fixtures.source(definition));
            CompletableFuture<Void> restarts = restartUntil(small, over, ends);
            try (DocumentWriter writer = own.openWriter(definition, index, READ_AGE)) {
                Others others = new Others(writer, over);
                others.start();
                Awaitility.await().atMost(PATIENCE).until(() -> others.written() > 10);
                long started = System.nanoTime();
                CompletableFuture<List<WriteResult>> deadly =
                        writer.write(List.of(Fixtures.upsert("deadly", 1, words(39 << 20))));
                List<WriteResult> result = deadly.get(15, TimeUnit.MINUTES);
                System.out.printf(
                        "given up after %d s and %d ends of the server; others waited for at most %d s%n",
                        Duration.ofNanos(System.nanoTime() - started).toSeconds(),
                        ends.get(),
                        others.longestWait().toSeconds());
                assertThat(result)
                        .singleElement()
                        .isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> assertThat(rejected.reason())
                                .contains("bytes", "maxDocumentBytes"));
                assertThat(ends).hasValue(UnansweredDocuments.MOST_LOSSES + 1);
                int before = others.written();
                Awaitility.await().atMost(PATIENCE).until(() -> others.written() > before + 10);
                assertThat(writer.check().ok()).isTrue();
                over.set(true);
                int rows = others.get();
                restarts.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                SmallServer.assertHolds(own, definition, rows);
            } finally {
                over.set(true);
            }
        }
    }

    private static ElasticsearchConfig unlimited(URI url) {
        return SmallServer.config(url, 1, 4, 5L << 20, Duration.ofSeconds(30), 1L << 30);
    }

    /** As somebody who watches over services does. */
    private static CompletableFuture<Void> restartUntil(
            ElasticsearchServer small, AtomicBoolean over, AtomicInteger ends) {
        return CompletableFuture.runAsync(() -> {
            try {
                while (!over.get()) {
                    if (small.isRunning()) {
                        TimeUnit.MILLISECONDS.sleep(200);
                    } else {
                        ends.incrementAndGet();
                        startAgain(small);
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Words of which few are the same. */
    private static String words(int bytes) {
        RandomGenerator random = new Random(1);
        StringBuilder text = new StringBuilder(bytes);
        while (text.length() < bytes) {
            text.append(Long.toString(random.nextLong(1L << 40), 36)).append(' ');
        }
        return text.toString();
    }

    private static void startAgain() throws InterruptedException {
        startAgain(server);
    }

    private static void startAgain(ElasticsearchServer server) throws InterruptedException {
        server.stop();
        // The system may give the ports of a killed process back a moment after the process is gone.
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(ServerStartException.class)
                .until(() -> {
                    server.start();
                    return true;
                });
        server.awaitReady(PATIENCE);
    }

    /** Writes rows one by one in a thread of its own; the future has their number once all were applied or superseded. */
    private static CompletableFuture<Integer> writeUntil(DocumentWriter writer, AtomicBoolean enough) {
        return CompletableFuture.supplyAsync(() -> {
            List<CompletableFuture<List<WriteResult>>> futures = new ArrayList<>();
            try {
                while (!enough.get()) {
                    int row = futures.size();
                    // A test that has failed closes the writer, and must not be written on for ever.
                    if (row > 0 && futures.get(row - 1).isCompletedExceptionally()) {
                        break;
                    }
                    futures.add(writer.write(List.of(Fixtures.upsert("row" + row, row, "cat ".repeat(500)))));
                }
                for (CompletableFuture<List<WriteResult>> future : futures) {
                    assertThat(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                            .isSubsetOf(new WriteResult.Applied(), new WriteResult.Superseded());
                }
                return futures.size();
            } catch (Exception e) {
                throw new IllegalStateException("writing failed", e);
            }
        });
    }

    /** Writes a row at a time and waits for each. */
    private static final class Others {
        private final DocumentWriter writer;
        private final AtomicBoolean enough;
        private final AtomicInteger written = new AtomicInteger();
        private final AtomicLong longestNanos = new AtomicLong();
        private @Nullable CompletableFuture<Integer> end;

        Others(DocumentWriter writer, AtomicBoolean enough) {
            this.writer = writer;
            this.enough = enough;
        }

        void start() {
            end = CompletableFuture.supplyAsync(() -> {
                try {
                    for (int row = 0; !enough.get(); row++) {
                        long started = System.nanoTime();
                        assertThat(writer.write(List.of(Fixtures.upsert("row" + row, row + 2, "cat")))
                                        .get(15, TimeUnit.MINUTES))
                                .isSubsetOf(new WriteResult.Applied(), new WriteResult.Superseded());
                        longestNanos.accumulateAndGet(System.nanoTime() - started, Math::max);
                        written.incrementAndGet();
                        TimeUnit.MILLISECONDS.sleep(50);
                    }
                    return written.get();
                } catch (InterruptedException | ExecutionException | TimeoutException e) {
                    throw new IllegalStateException("writing others failed", e);
                }
            });
        }

        int written() {
            return written.get();
        }

        Duration longestWait() {
            return Duration.ofNanos(longestNanos.get());
        }

        int get() throws Exception {
            return end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
