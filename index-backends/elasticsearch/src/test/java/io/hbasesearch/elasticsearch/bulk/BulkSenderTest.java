/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.RowRouting;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.client.NodeProcesses;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.HeardResults;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What senders make of the answers of a server that is played here. */
@Timeout(60)
class BulkSenderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long MAX_DOCUMENT_BYTES = 10_000;
    private static final Backoff BRIEF = new Backoff(Duration.ofMillis(1), Duration.ofMillis(3));
    private static final UnansweredDocuments.Waits WAITS =
            new UnansweredDocuments.Waits(Duration.ofMillis(20), Duration.ofMillis(500), Duration.ofSeconds(30));
    private static final HBaseSearchException RESET =
            new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection reset");
    private static final ItemOutcome THROTTLED = new ItemOutcome.Retry(ItemOutcome.Delay.THROTTLED, "429 too much");
    private static final ItemOutcome AWAY = new ItemOutcome.Retry(ItemOutcome.Delay.AWAY, "503 away");
    private static final ItemOutcome UNEXPECTED = new ItemOutcome.Retry(ItemOutcome.Delay.UNEXPECTED, "500 oops");

    private final AtomicLong nanos = new AtomicLong();
    private final BulkBuffer buffer = new BulkBuffer(1_000, 1 << 20);
    private final SendLimits limits = new SendLimits(new SendLimits.Bounds(4, 50, 1 << 20), nanos::get);
    private final WriterHealth health = new WriterHealth("test", InstantSource.system());
    private final Map<PendingWrite, Integer> taken = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();

    private volatile RuntimeException requestFailure;
    /** Of requests that hold such an operation; null to have them answered. */
    private volatile Function<PendingWrite, RuntimeException> refusal = write -> null;

    private volatile Function<PendingWrite, ItemOutcome> answer = write -> ItemOutcome.APPLIED;

    /** What happens to a request that holds such an operation; null if nothing. */
    private volatile Function<PendingWrite, Runnable> accident = write -> null;

    private final AtomicLong processStart = new AtomicLong();
    private final NodeProcesses nodes = new NodeProcesses(this::startTimes, System::nanoTime);
    private final AtomicBoolean down = new AtomicBoolean();
    private final AtomicBoolean hangs = new AtomicBoolean();
    private final AtomicInteger shardAsked = new AtomicInteger();
    private final AtomicInteger sentAlone = new AtomicInteger();
    private final ReadWriteLock onTheirWay = new ReentrantReadWriteLock(true);
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostBesideOneAlone = new AtomicInteger();
    private final AtomicInteger losses = new AtomicInteger();
    private final ElasticsearchWriter writer = open(buffer, limits, BRIEF);

    private ElasticsearchWriter open(BulkBuffer buffer, SendLimits limits, Backoff backoff) {
        return new ElasticsearchWriter(
                "test",
                new RowRouting(Fixtures.messages("test")),
                new BulkSender.Shared(
                        buffer,
                        new BulkTransport() {
                            @Override
                            public List<ItemOutcome> send(List<PendingWrite> writes, boolean askFirst)
                                    throws NoAnswerException {
                                return answer(writes, askFirst);
                            }

                            @Override
                            public boolean answersFor(PendingWrite write) {
                                shardAsked.incrementAndGet();
                                return !hangs.get();
                            }
                        },
                        limits,
                        new PoisonDetector(nanos::get),
                        new UnansweredDocuments("test", nodes, WAITS, System::nanoTime),
                        onTheirWay,
                        health,
                        new BulkMetrics(Metrics.none(), "test", buffer, limits),
                        new StopSignal(),
                        Duration.ofHours(1),
                        DocumentLimit.configured(MAX_DOCUMENT_BYTES),
                        InstantSource.system(),
                        backoff,
                        BRIEF),
                4,
                Duration.ofSeconds(1),
                (readBefore, most) -> PurgedStubs.none(),
                closed -> {});
    }

    private List<ItemOutcome> answer(List<PendingWrite> writes, boolean askFirst)
            throws BulkTransport.NoAnswerException {
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

    private List<ItemOutcome> answer(List<PendingWrite> writes) throws BulkTransport.NoAnswerException {
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

    @Test
    void onlyWhatWasRefusedIsSentAgain() throws Exception {
        AtomicInteger refusals = new AtomicInteger(300);
        answer = write -> refusals.getAndDecrement() > 0 && refusals.get() % 2 == 0 ? THROTTLED : ItemOutcome.APPLIED;
        List<CompletableFuture<List<WriteResult>>> answers = write(500);
        assertApplied(answers);
        assertThat(taken).hasSize(500);
        assertThat(taken.values()).containsOnly(1);
        assertThat(buffer.operations()).isZero();
        assertThat(health.check().ok()).isTrue();
    }

    @Test
    void refusalsLowerTheLimitsAndAcknowledgementsRaiseThem() throws Exception {
        AtomicBoolean overloaded = new AtomicBoolean(true);
        answer = write -> overloaded.get() ? THROTTLED : ItemOutcome.APPLIED;
        List<CompletableFuture<List<WriteResult>>> answers = write(500);
        Awaitility.await().atMost(PATIENCE).until(() -> limits.requests() == 1 && limits.operations() < 5);
        assertThat(health.check().message()).contains("429 too much");
        overloaded.set(false);
        assertApplied(answers);
        for (int i = 0; i < 200 && limits.operations() < 50; i++) {
            assertApplied(write(500));
        }
        assertThat(limits.operations()).isEqualTo(50);
    }

    @Test
    void whileNothingAnswersOneRequestAtATimeIsTriedAndNothingIsLost() throws Exception {
        requestFailure = new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "nobody there");
        List<CompletableFuture<List<WriteResult>>> answers = write(200);
        Awaitility.await().atMost(PATIENCE).until(() -> requests.get() > 20);
        assertThat(limits.requests()).isEqualTo(1);
        assertThat(health.check().message()).contains("nobody there");
        assertThat(buffer.operations()).isEqualTo(200);
        requestFailure = null;
        assertApplied(answers);
        assertThat(taken.values()).containsOnly(1);
        assertThat(health.check().ok()).isTrue();
    }

    @Test
    void whatCannotBeWrittenNowDoesNotHoldUpWhatCan() throws Exception {
        AtomicBoolean away = new AtomicBoolean(true);
        answer = write -> away.get() && isOdd(write) ? AWAY : ItemOutcome.APPLIED;
        CompletableFuture<List<WriteResult>> stuck = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        Awaitility.await().atMost(PATIENCE).until(() -> !health.check().ok());
        assertApplied(write(500));
        assertThat(stuck).isNotDone();
        assertThat(health.check().message()).contains("503 away");
        away.set(false);
        assertApplied(List.of(stuck));
        assertThat(health.check().ok()).isTrue();
    }

    @Test
    void resultsDoNotWaitForOthersOfTheirBatch() throws Exception {
        AtomicBoolean away = new AtomicBoolean(true);
        answer = write -> away.get() && write.position() % 10 == 0 ? AWAY : ItemOutcome.APPLIED;
        HeardResults heard = new HeardResults(100);
        writer.write(rows(100), heard);
        Awaitility.await().atMost(PATIENCE).until(() -> heard.results().size() == 90);
        assertThat(heard.results().keySet()).noneMatch(position -> position % 10 == 0);
        away.set(false);
        assertThat(heard.awaitAll().results().values()).hasSize(100).containsOnly(new WriteResult.Applied());
    }

    @Test
    void whatAClosedWriterHasNotWrittenFailsOneByOne() throws Exception {
        answer = write -> write.position() % 10 == 0 ? AWAY : ItemOutcome.APPLIED;
        HeardResults heard = new HeardResults(100);
        writer.write(rows(100), heard);
        Awaitility.await().atMost(PATIENCE).until(() -> heard.results().size() == 90);
        writer.close();
        assertThat(heard.awaitAll().failures()).hasSize(10).allSatisfy((position, cause) -> assertThat(position % 10)
                .isZero());
    }

    @Test
    void aDocumentThatTheServerChokesOnIsGivenUpWhileOthersGetThrough() throws Exception {
        answer = write -> isOdd(write) ? UNEXPECTED : ItemOutcome.APPLIED;
        CompletableFuture<List<WriteResult>> bad = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        for (int i = 0; i < 40; i++) {
            assertApplied(write(20));
        }
        assertThat(bad).as("not before its time").isNotDone();
        nanos.addAndGet(RejectionHistory.MIN_TIME.toNanos());
        while (!bad.isDone()) {
            assertApplied(write(20));
        }
        assertThat(bad.get()).singleElement().isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> {
            assertThat(rejected.reason()).contains("500 oops", "rejected after");
            assertThat(rejected.mayPass()).isTrue();
        });
        assertThat(health.check().ok()).isTrue();
    }

    @Test
    void refusedDocumentIsToldApartFromItsConstantCompanion() throws Exception {
        refusal = write -> isOdd(write) ? new HBaseSearchException(ErrorCode.THROTTLED, "429 too much") : null;
        HeardResults heard = new HeardResults(2);
        writer.write(List.of(Fixtures.upsert("odd", 1, "cat"), Fixtures.upsert("a long row key", 1, "cat")), heard);
        Awaitility.await().atMost(PATIENCE).until(() -> heard.results().containsKey(1));
        assertThat(heard.results()).containsOnly(Map.entry(1, new WriteResult.Applied()));
    }

    @Test
    void aDocumentThatIsTooMuchByItselfIsGivenUpAndSlowsDownNoOthers() throws Exception {
        refusal = write -> isOdd(write) ? new HBaseSearchException(ErrorCode.THROTTLED, "429 too much") : null;
        CompletableFuture<List<WriteResult>> bad = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        int tries = 0;
        do {
            assertApplied(write(500));
        } while (limits.operations() < 50 && tries++ < 200);
        assertThat(limits.operations()).isEqualTo(50);
        assertThat(bad).as("not before its time").isNotDone();
        nanos.addAndGet(RejectionHistory.MIN_TIME_REFUSED.toNanos());
        while (!bad.isDone()) {
            assertApplied(write(20));
        }
        assertThat(bad.get()).singleElement().isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> {
            assertThat(rejected.reason()).contains("429 too much", ODD_LENGTH + " bytes");
            assertThat(rejected.mayPass()).as("it may have been the load").isTrue();
        });
        assertThat(health.check().ok()).isTrue();
        assertThat(buffer.operations()).isZero();
    }

    @Test
    void aDocumentAboveTheLimitIsRefusedBeforeItIsSentAndItsStubIsNot() throws Exception {
        String text = "x".repeat((int) MAX_DOCUMENT_BYTES);
        HeardResults heard = new HeardResults(3);
        writer.write(
                List.of(
                        Fixtures.upsert("large", 1, text),
                        Fixtures.failed("large", 1),
                        Fixtures.upsert("small", 1, "cat")),
                heard);
        heard.awaitAll();
        assertThat(heard.results().get(0)).isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> {
            assertThat(rejected.reason())
                    .contains("index.elasticsearch.maxDocumentBytes", Long.toString(MAX_DOCUMENT_BYTES))
                    .doesNotContain("xxx");
            assertThat(rejected.mayPass()).isFalse();
        });
        assertThat(heard.results()).containsEntry(1, new WriteResult.Applied());
        assertThat(heard.results()).containsEntry(2, new WriteResult.Applied());
        assertThat(taken.keySet()).allMatch(write -> write.lines().length < MAX_DOCUMENT_BYTES);
        assertThat(buffer.operations()).isZero();
    }

    @Test
    void whatTheServerSaysItNeverTakesIsRefusedForGood() throws Exception {
        String figures = "429 rejected execution (operation_bytes=2000, max_coordinating_bytes=1000)";
        refusal = write -> new HBaseSearchException(ErrorCode.THROTTLED, figures);
        CompletableFuture<List<WriteResult>> bad = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        Awaitility.await().atMost(PATIENCE).until(() -> requests.get() > RejectionHistory.MIN_ANSWERS);
        nanos.addAndGet(RejectionHistory.MIN_TIME_REFUSED.toNanos());
        assertThat(bad.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .singleElement()
                .isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> assertThat(rejected.mayPass())
                        .isFalse());
    }

    @Test
    void eachOperationOfARequestComesBackAfterItsOwnTime() throws Exception {
        // By chance within the time of this test once in millions of times.
        ElasticsearchWriter patient = open(
                new BulkBuffer(10, 1 << 20),
                new SendLimits(new SendLimits.Bounds(1, 10, 1 << 20), nanos::get),
                new Backoff(Duration.ofDays(10_000), Duration.ofDays(10_000)));
        AtomicBoolean first = new AtomicBoolean(true);
        AtomicInteger oddTries = new AtomicInteger();
        answer = write -> {
            if (isOdd(write)) {
                oddTries.incrementAndGet();
                return AWAY;
            }
            return first.getAndSet(false) ? THROTTLED : ItemOutcome.APPLIED;
        };
        HeardResults heard = new HeardResults(2);
        patient.write(List.of(Fixtures.upsert("odd", 1, "cat"), Fixtures.upsert("throttled", 2, "cat")), heard);
        Awaitility.await().atMost(PATIENCE).until(() -> heard.results().containsKey(1));
        assertThat(oddTries).hasValue(1);
        patient.close(Duration.ZERO);
    }

    @Test
    void aServerThatChokesOnEverythingIsOutlasted() throws Exception {
        AtomicBoolean sick = new AtomicBoolean(true);
        answer = write -> sick.get() ? UNEXPECTED : ItemOutcome.APPLIED;
        List<CompletableFuture<List<WriteResult>>> answers = write(100);
        Awaitility.await().atMost(PATIENCE).until(() -> requests.get() > 20);
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        int before = requests.get();
        Awaitility.await().atMost(PATIENCE).until(() -> requests.get() > before + 50);
        assertThat(answers).noneMatch(CompletableFuture::isDone);
        sick.set(false);
        assertApplied(answers);
    }

    @Test
    void aStubIsNeverGivenUp() throws Exception {
        answer = write -> write.isStub() ? UNEXPECTED : ItemOutcome.APPLIED;
        CompletableFuture<List<WriteResult>> stub = writer.write(List.of(Fixtures.deleted("gone", 1)));
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        for (int i = 0; i < 60; i++) {
            assertApplied(write(20));
        }
        assertThat(stub).isNotDone();
        answer = write -> ItemOutcome.APPLIED;
        assertApplied(List.of(stub));
    }

    private Map<String, Long> startTimes() {
        if (down.get()) {
            throw RESET;
        }
        return Map.of("node", processStart.get());
    }

    @Test
    void proxyInFrontOfADownServerLeavesNoDocumentIsolated() throws Exception {
        assertApplied(write(10));
        AtomicInteger cuts = new AtomicInteger();
        accident = write -> down.get() ? cuts::incrementAndGet : null;
        down.set(true);
        List<CompletableFuture<List<WriteResult>>> answers = write(500);
        Awaitility.await().atMost(PATIENCE).until(() -> cuts.get() > 12);
        down.set(false);
        assertApplied(answers);
        assertThat(sentAlone).hasValue(0);
        assertThat(health.check().ok()).isTrue();
    }

    private void endNode() {
        losses.incrementAndGet();
        processStart.incrementAndGet();
    }

    @Test
    void documentThatCrashesItsNodeIsGivenUpWhileOthersAreWritten() throws Exception {
        accident = write -> isOdd(write) ? this::endNode : null;
        CompletableFuture<List<WriteResult>> bad = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        List<CompletableFuture<List<WriteResult>>> others = new ArrayList<>();
        while (!bad.isDone()) {
            others.addAll(write(500));
            assertApplied(others);
        }
        assertThat(bad.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .singleElement()
                .isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> {
                    assertThat(rejected.reason())
                            .contains(ODD_LENGTH + " bytes", "3 times", "maxDocumentBytes", "dead-letters replay")
                            .doesNotContain("cat");
                    assertThat(rejected.mayPass())
                            .as("it must not be sent again by itself")
                            .isFalse();
                });
        assertThat(losses).as("few, as each costs a restart").hasValueBetween(4, 5);
        assertThat(mostBesideOneAlone).hasValue(0);
        assertThat(health.check().ok()).isTrue();
        assertThat(buffer.operations()).isZero();
    }

    @Test
    void aShardThatHangsWhileItsNodesAreRestartedCostsNoDocument() throws Exception {
        hangs.set(true);
        accident = write -> isOdd(write) ? this::endNode : null;
        CompletableFuture<List<WriteResult>> sound = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        while (shardAsked.get() < 5 * UnansweredDocuments.MOST_LOSSES) {
            assertApplied(write(20));
            assertThat(sound).isNotDone();
        }
        assertThat(losses).as("until it was to be sent alone").hasValue(2);
        accident = write -> null;
        hangs.set(false);
        assertApplied(List.of(sound));
    }

    @Test
    void ofARequestThatEndsANodeOnlyTheDocumentThatDidItIsGivenUp() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        accident = write -> {
            go.join();
            return isOdd(write) ? this::endNode : null;
        };
        List<CompletableFuture<List<WriteResult>>> others = write(300);
        CompletableFuture<List<WriteResult>> bad = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        others.addAll(write(300));
        go.complete(null);
        assertApplied(others);
        assertThat(bad.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .singleElement()
                .isInstanceOf(WriteResult.Rejected.class);
        assertThat(losses).hasValueBetween(4, 6);
    }

    @Test
    void aNodeThatIsKilledAgainAndAgainCostsNoDocument() throws Exception {
        AtomicInteger counted = new AtomicInteger();
        // Whatever is on its way is hit, most often more than once.
        accident = write -> losses.get() < 60 && counted.incrementAndGet() % 7 == 0 ? this::endNode : null;
        List<CompletableFuture<List<WriteResult>>> answers = new ArrayList<>();
        while (losses.get() < 60) {
            answers.addAll(write(50));
            assertThat(answers).allSatisfy(each -> assertThat(each).isNotCompletedExceptionally());
        }
        assertApplied(answers);
        assertThat(health.check().ok()).isTrue();
    }

    @Test
    void aDocumentThatEndsTheNodeBehindTheOneThatAnswersIsGivenUpToo() throws Exception {
        nodes.ask();
        answer = write -> {
            if (isOdd(write)) {
                endNode();
                return AWAY;
            }
            return ItemOutcome.APPLIED;
        };
        List<CompletableFuture<List<WriteResult>>> others = write(300);
        CompletableFuture<List<WriteResult>> bad = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        others.addAll(write(300));
        assertApplied(others);
        assertThat(bad.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .singleElement()
                .isInstanceOf(WriteResult.Rejected.class);
        assertThat(losses).hasValueBetween(4, 6);
    }

    @Test
    void aCutConnectionIsNeverHeldAgainstADocument() throws Exception {
        AtomicInteger cuts = new AtomicInteger();
        AtomicBoolean cut = new AtomicBoolean(true);
        accident = write -> cut.get() && isOdd(write) ? cuts::incrementAndGet : null;
        CompletableFuture<List<WriteResult>> odd = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        while (cuts.get() < UnansweredDocuments.MOST_LOSSES + 4) {
            assertApplied(write(20));
        }
        assertThat(odd).isNotDone();
        cut.set(false);
        assertApplied(List.of(odd));
    }

    @Test
    void aLaterDocumentOfTheRowIsSentAloneAndTriedOnce() throws Exception {
        accident = write -> isOdd(write) ? this::endNode : null;
        writer.write(List.of(Fixtures.upsert("odd", 1, "cat"))).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        int before = losses.get();
        CompletableFuture<List<WriteResult>> later = writer.write(List.of(Fixtures.upsert("odd", 2, "cat")));
        assertThat(later.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .singleElement()
                .isInstanceOf(WriteResult.Rejected.class);
        assertThat(losses).hasValue(before + 1);
        accident = write -> null;
        assertApplied(List.of(writer.write(List.of(Fixtures.upsert("odd", 3, "cat")))));
    }

    @Test
    void aStubThatNobodyAnswersIsSentAgainUntilItIsTaken() throws Exception {
        accident = write -> losses.get() < 20 ? this::endNode : null;
        assertApplied(List.of(writer.write(List.of(Fixtures.deleted("gone", 1)))));
    }

    @Test
    void closingFailsWhatIsPutAside() throws Exception {
        answer = write -> AWAY;
        List<CompletableFuture<List<WriteResult>>> answers = write(10);
        Awaitility.await().atMost(PATIENCE).until(() -> requests.get() > 5);
        writer.close();
        assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(buffer.operations()).isZero();
        assertThat(buffer.bytes()).isZero();
    }

    private static boolean isOdd(PendingWrite write) {
        return write.lines().length == ODD_LENGTH;
    }

    private static final int ODD_LENGTH = SourceJson.bulkLines(Fixtures.upsert("odd", 1, "cat")).length;

    private static List<IndexOperation> rows(int count) {
        return IntStream.range(0, count)
                .<IndexOperation>mapToObj(row -> Fixtures.upsert("a long row key " + row, row, "cat"))
                .toList();
    }

    private List<CompletableFuture<List<WriteResult>>> write(int rows) throws InterruptedException {
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

    private static void assertApplied(List<CompletableFuture<List<WriteResult>>> answers) throws Exception {
        for (CompletableFuture<List<WriteResult>> each : answers) {
            assertThat(each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).containsOnly(new WriteResult.Applied());
        }
    }
}
