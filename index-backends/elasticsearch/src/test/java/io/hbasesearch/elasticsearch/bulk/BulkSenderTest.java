/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.HeardResults;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What senders make of the answers of a server that is played here. */
@Timeout(60)
class BulkSenderTest extends BulkSenderRig {
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
}
