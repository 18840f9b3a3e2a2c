/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.client.NodeProcesses;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** A bulk sender with a transport in memory that fails as a test tells it. */
abstract class BulkSenderRig {
    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final long MAX_DOCUMENT_BYTES = 10_000;
    static final Backoff BRIEF = new Backoff(Duration.ofMillis(1), Duration.ofMillis(3));
    static final UnansweredDocuments.Waits WAITS =
            new UnansweredDocuments.Waits(Duration.ofMillis(20), Duration.ofMillis(500), Duration.ofSeconds(30));
    static final HBaseSearchException RESET =
            new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection reset");
    static final ItemOutcome THROTTLED = new ItemOutcome.Retry(ItemOutcome.Delay.THROTTLED, "429 too much");
    static final ItemOutcome AWAY = new ItemOutcome.Retry(ItemOutcome.Delay.AWAY, "503 away");
    static final ItemOutcome UNEXPECTED = new ItemOutcome.Retry(ItemOutcome.Delay.UNEXPECTED, "500 oops");

    final AtomicLong nanos = new AtomicLong();
    final BulkBuffer buffer = new BulkBuffer(1_000, 1 << 20);
    final SendLimits limits = new SendLimits(new SendLimits.Bounds(4, 50, 1 << 20), nanos::get);
    final WriterHealth health = new WriterHealth("test", InstantSource.system());
    final Map<PendingWrite, Integer> taken = new ConcurrentHashMap<>();
    final AtomicInteger requests = new AtomicInteger();

    volatile RuntimeException requestFailure;

    /** Returns the failure of a request with this operation; null if the request is answered as usual. */
    volatile Function<PendingWrite, RuntimeException> refusal = write -> null;

    volatile Function<PendingWrite, ItemOutcome> answer = write -> ItemOutcome.APPLIED;

    /** Returns the accident of a request with this operation; null for none. */
    volatile Function<PendingWrite, Runnable> accident = write -> null;

    final AtomicLong processStart = new AtomicLong();
    final NodeProcesses nodes = new NodeProcesses(this::startTimes, System::nanoTime);
    final AtomicBoolean down = new AtomicBoolean();
    final AtomicBoolean hangs = new AtomicBoolean();
    final AtomicInteger shardAsked = new AtomicInteger();
    final AtomicInteger sentAlone = new AtomicInteger();
    final ReadWriteLock onTheirWay = new ReentrantReadWriteLock(true);
    final AtomicInteger underWay = new AtomicInteger();
    final AtomicInteger mostBesideOneAlone = new AtomicInteger();
    final AtomicInteger losses = new AtomicInteger();
    final ElasticsearchWriter writer = open(buffer, limits, BRIEF);

    ElasticsearchWriter open(BulkBuffer buffer, SendLimits limits, Backoff backoff) {
        return new ElasticsearchWriter(
                "test",
                Fixtures.messages("test"),
                new BulkSender.Shared(
                        buffer,
                        new BulkSender.Requests(transport(), limits, onTheirWay),
                        new BulkSender.FailureHistory(
                                new PoisonDetector(nanos::get),
                                new UnansweredDocuments("test", nodes, WAITS, System::nanoTime)),
                        new BulkSender.Acceptance(
                                Duration.ofHours(1),
                                DocumentLimit.configured(MAX_DOCUMENT_BYTES),
                                InstantSource.system()),
                        new BulkSender.Backoffs(backoff, BRIEF),
                        health,
                        new BulkMetrics(Metrics.none(), "test", buffer, limits),
                        new StopSignal()),
                4,
                Duration.ofSeconds(1),
                (readBefore, most) -> PurgedStubs.none(),
                closed -> {});
    }

    private BulkTransport transport() {
        return new BulkTransport() {
            @Override
            public List<ItemOutcome> send(List<PendingWrite> writes, boolean askFirst) throws NoAnswerException {
                return answer(writes, askFirst);
            }

            @Override
            public boolean answersFor(PendingWrite write) {
                shardAsked.incrementAndGet();
                return !hangs.get();
            }
        };
    }

    List<ItemOutcome> answer(List<PendingWrite> writes, boolean askFirst) throws BulkTransport.NoAnswerException {
        int before = underWay.getAndIncrement();
        try {
            if (writes.get(0).alone() != null) {
                sentAlone.incrementAndGet();
                mostBesideOneAlone.accumulateAndGet(before, Math::max);
            }
            return answer(writes);
        } finally {
            underWay.decrementAndGet();
        }
    }

    List<ItemOutcome> answer(List<PendingWrite> writes) throws BulkTransport.NoAnswerException {
        requests.incrementAndGet();
        nanos.addAndGet(1);
        for (PendingWrite write : writes) {
            Runnable happens = accident.apply(write);
            if (happens != null) {
                happens.run();
                throw new BulkTransport.NoAnswerException(RESET);
            }
        }
        RuntimeException failure = requestFailure;
        if (failure != null) {
            throw failure;
        }
        for (PendingWrite write : writes) {
            RuntimeException refused = refusal.apply(write);
            if (refused != null) {
                throw refused;
            }
        }
        List<ItemOutcome> outcomes = new ArrayList<>();
        for (PendingWrite write : writes) {
            ItemOutcome outcome = answer.apply(write);
            if (outcome instanceof ItemOutcome.Done) {
                taken.merge(write, 1, Integer::sum);
            }
            outcomes.add(outcome);
        }
        return outcomes;
    }

    @AfterEach
    void close() {
        writer.close();
    }

    Map<String, Long> startTimes() {
        if (down.get()) {
            throw RESET;
        }
        return Map.of("node", processStart.get());
    }

    void endNode() {
        losses.incrementAndGet();
        processStart.incrementAndGet();
    }

    static boolean isOdd(PendingWrite write) {
        return write.lines().length == ODD_LENGTH;
    }

    static final int ODD_LENGTH = SourceJson.bulkLines(Fixtures.upsert("odd", 1, "cat")).length;

    static List<IndexOperation> rows(int count) {
        return IntStream.range(0, count)
                .<IndexOperation>mapToObj(row -> Fixtures.upsert("a long row key " + row, row, "cat"))
                .toList();
    }

    List<CompletableFuture<List<WriteResult>>> write(int rows) throws InterruptedException {
        List<CompletableFuture<List<WriteResult>>> answers = new ArrayList<>();
        List<IndexOperation> batch = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            batch.add(Fixtures.upsert("a long row key " + i, i, "cat"));
            if (batch.size() == 10) {
                answers.add(writer.write(batch));
                batch.clear();
            }
        }
        return answers;
    }

    static void assertApplied(List<CompletableFuture<List<WriteResult>>> answers) throws Exception {
        for (CompletableFuture<List<WriteResult>> each : answers) {
            assertThat(each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).containsOnly(new WriteResult.Applied());
        }
    }
}
