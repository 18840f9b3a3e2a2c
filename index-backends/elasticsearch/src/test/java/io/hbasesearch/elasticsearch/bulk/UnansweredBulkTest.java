/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.testing.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests requests without an answer: a node crashed, hangs or was restarted. */
@Timeout(60)
class UnansweredBulkTest extends BulkSenderRig {
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

    /** @param begin called once all documents are written */
    private void assertOnlyTheOddOneIsGivenUp(Runnable begin) throws Exception {
        List<CompletableFuture<List<WriteResult>>> others = write(300);
        CompletableFuture<List<WriteResult>> bad = writer.write(List.of(Fixtures.upsert("odd", 1, "cat")));
        others.addAll(write(300));
        begin.run();
        assertApplied(others);
        assertThat(bad.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .singleElement()
                .isInstanceOf(WriteResult.Rejected.class);
        assertThat(losses).hasValueBetween(4, 6);
    }

    @Test
    void ofARequestThatEndsANodeOnlyTheDocumentThatDidItIsGivenUp() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        accident = write -> {
            go.join();
            return isOdd(write) ? this::endNode : null;
        };
        assertOnlyTheOddOneIsGivenUp(() -> go.complete(null));
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
        assertOnlyTheOddOneIsGivenUp(() -> {});
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
}
