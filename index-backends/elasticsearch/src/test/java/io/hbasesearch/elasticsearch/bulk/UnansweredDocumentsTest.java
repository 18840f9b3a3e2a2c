/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.elasticsearch.bulk.UnansweredDocuments.Step;
import io.hbasesearch.elasticsearch.bulk.UnansweredDocuments.Waits;
import io.hbasesearch.elasticsearch.client.NodeProcesses;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What counts against a document, on nodes and with a clock that are played here. */
class UnansweredDocumentsTest {
    /** More than nodes have to be well for before any try. */
    private static final Duration LONG = Waits.ORDINARY.unchanged().multipliedBy(40);

    private final AtomicLong nanos = new AtomicLong();
    private final Map<String, Long> startTimes = new TreeMap<>(Map.of("a", 1L, "b", 2L));
    private @Nullable ErrorCode refusal;
    private int asked;
    private final UnansweredDocuments documents = new UnansweredDocuments(
            "test", new NodeProcesses(this::startTimes, nanos::get), Waits.ORDINARY, nanos::get);
    private final PendingWrite document = write("odd");
    private long succeeded;

    private static PendingWrite write(String row) {
        return new PendingWrite(Unheard.LISTENER, 0, Fixtures.upsert(row, 1, "cat"));
    }

    private Map<String, Long> startTimes() {
        asked++;
        if (refusal != null) {
            throw new HBaseSearchException(refusal, "no answer");
        }
        return startTimes;
    }

    @Test
    void documentsOfAnUnansweredRequestComeBackWithFewAndThenAlone() {
        documents.noAnswer(document, 1_000);
        assertThat(document.mostTogether()).isEqualTo(32);
        assertThat(document.company()).isEqualTo(PendingWrite.Isolation.UNANSWERED);
        assertThat(document.alone()).isNull();
        documents.noAnswer(document, 32);
        assertThat(document.alone()).isNotNull();
        assertThat(document.company()).isEqualTo(PendingWrite.Isolation.NONE);
    }

    @Test
    void aLargeDocumentIsSentAloneAtOnce() {
        PendingWrite large = new PendingWrite(
                Unheard.LISTENER, 0, Fixtures.upsert("odd", 1, "x".repeat(UnansweredDocuments.LARGE_BYTES)));
        documents.noAnswer(large, 5);
        assertThat(large.alone()).isNotNull();
    }

    @Test
    void missingShardDoesNotReduceSendingButALostNodeDoes() {
        next();
        long before = documents.losses();
        documents.away(List.of(document), 1_000, before);
        assertThat(document.mostTogether()).isEqualTo(Integer.MAX_VALUE);
        startTimes.remove("b");
        documents.away(List.of(document), 1_000, before);
        assertThat(document.mostTogether()).isEqualTo(32);
        before = documents.losses();
        startTimes.put("b", 5L);
        documents.away(List.of(document), 32, before);
        assertThat(document.alone()).as("one that comes back is no loss").isNull();
        startTimes.put("b", 6L);
        documents.away(List.of(document), 32, before);
        assertThat(document.alone()).isNotNull();
    }

    @Test
    void oneWhoseShardIsAwayDoesNotHaveOthersWaitAllTheTime() {
        leaveUnanswered();
        pass(LONG);
        next();
        pass(LONG);
        assertThat(documents.sending(document, succeeded, true)).isTrue();
        documents.away(List.of(document), 1, documents.losses());
        PendingWrite other = write("other");
        documents.noAnswer(other, 1);
        documents.noAnswer(other, 1);
        documents.next(other, succeeded, false);
        pass(Waits.ORDINARY.unchanged().minusMillis(1));
        assertThat(documents.next(other, succeeded, false)).isInstanceOf(Step.Wait.class);
        pass(LONG);
        assertThat(documents.next(other, succeeded, false)).isInstanceOf(Step.Send.class);
    }

    @Test
    void aNodeThatWasStartedAgainCountsAndTheThirdIsEnough() {
        leaveUnanswered();
        for (int i = 1; i <= UnansweredDocuments.MOST_LOSSES; i++) {
            tryAlone();
            startTimes.merge("b", 10L, Long::sum);
            assertThat(next() instanceof Step.GiveUp).isEqualTo(i == UnansweredDocuments.MOST_LOSSES);
        }
    }

    @Test
    void beforeItIsSentAloneAllNodesHaveBeenWellForAWhile() {
        leaveUnanswered();
        assertThat(next()).isInstanceOf(Step.Wait.class);
        pass(Waits.ORDINARY.unchanged().minusMillis(1));
        assertThat(next()).isInstanceOf(Step.Wait.class);
        startTimes.merge("a", 10L, Long::sum);
        pass(Waits.ORDINARY.unchanged().multipliedBy(2));
        assertThat(next()).as("since the restart is known").isInstanceOf(Step.Wait.class);
        pass(Waits.ORDINARY.unchanged().multipliedBy(2));
        assertThat(next()).isInstanceOf(Step.Send.class);
        startTimes.merge("a", 10L, Long::sum);
        assertThat(documents.sending(document, succeeded, true))
                .as("if one is lost before it is sent")
                .isFalse();
    }

    @Test
    void whileOthersWaitAndNoneIsTakenItIsNotSent() {
        leaveUnanswered();
        tryAlone();
        next();
        pass(Waits.ORDINARY.unchanged().multipliedBy(4));
        assertThat(documents.next(document, succeeded, true)).isInstanceOf(Step.Wait.class);
        assertThat(documents.next(document, succeeded + 1, true)).isInstanceOf(Step.Send.class);
        assertThat(documents.next(document, succeeded, false)).isInstanceOf(Step.Send.class);
        pass(LONG);
        assertThat(documents.next(document, succeeded, true))
                .as("but not for ever")
                .isInstanceOf(Step.Send.class);
    }

    @Test
    void aNodeThatWasCutOffAndComesBackDoesNotCount() {
        leaveUnanswered();
        for (int i = 0; i < 2 * UnansweredDocuments.MOST_LOSSES; i++) {
            tryAlone();
            startTimes.remove("b");
            assertThat(next()).isInstanceOf(Step.Wait.class);
            startTimes.put("b", 2L);
            assertThat(next()).isInstanceOf(Step.Wait.class);
        }
    }

    @Test
    void aNodeThatStaysAwayCountsAfterAWhile() {
        leaveUnanswered();
        tryAlone();
        startTimes.remove("b");
        assertThat(next()).isInstanceOf(Step.Wait.class);
        pass(Waits.ORDINARY.missing());
        next();
        for (int i = 2; i <= UnansweredDocuments.MOST_LOSSES; i++) {
            tryAlone();
            startTimes.merge("a", 10L, Long::sum);
            assertThat(next() instanceof Step.GiveUp).isEqualTo(i == UnansweredDocuments.MOST_LOSSES);
        }
    }

    @Test
    void nothingIsDecidedWhileTheNodesDoNotAnswer() {
        leaveUnanswered();
        tryAlone();
        refusal = ErrorCode.SERVER_UNREACHABLE;
        asked = 0;
        for (int i = 0; i < 10; i++) {
            assertThat(next()).isInstanceOf(Step.Wait.class);
        }
        assertThat(asked).as("asking takes time").isEqualTo(1);
        refusal = null;
        startTimes.merge("a", 10L, Long::sum);
        pass(NodeProcesses.ASK_AGAIN);
        assertThat(next()).isInstanceOf(Step.Wait.class);
        assertThat(losses()).isEqualTo(1);
    }

    @Test
    void whileTheNodesAreNeverWellItIsSentNowAndThenAndNothingCounts() {
        leaveUnanswered();
        for (int i = 0; i < 2 * UnansweredDocuments.MOST_LOSSES; i++) {
            startTimes.merge("a", 10L, Long::sum);
            assertThat(next()).isInstanceOf(Step.Wait.class);
            assertThat(documents.sending(document, succeeded, true)).isFalse();
            pass(Waits.ORDINARY.most().multipliedBy(20));
            startTimes.merge("a", 10L, Long::sum);
            assertThat(next()).isInstanceOf(Step.Send.class);
            assertThat(documents.sending(document, succeeded, true)).isTrue();
            documents.noAnswer(document, 1);
        }
    }

    @Test
    void aLossSaysNothingIfTheShardDidNotAnswerBefore() {
        leaveUnanswered();
        int tries = 0;
        for (int i = 0; i < 100 * UnansweredDocuments.MOST_LOSSES; i++) {
            pass(Waits.ORDINARY.unchanged().multipliedBy(3));
            if (next() instanceof Step.Send && documents.sending(document, succeeded, false)) {
                tries++;
                // Its nodes are restarted for that.
                startTimes.merge("a", 10L, Long::sum);
                documents.noAnswer(document, 1);
            }
            assertThat(document.alone()).isNotNull();
        }
        assertThat(tries).as("now and then it is sent all the same").isGreaterThan(UnansweredDocuments.MOST_LOSSES);
        assertThat(losses()).isZero();
    }

    @Test
    void aLossCountsHoweverLongTheNodeIsDown() {
        leaveUnanswered();
        tryAlone();
        refusal = ErrorCode.SERVER_UNREACHABLE;
        for (int i = 0; i < 5; i++) {
            pass(LONG);
            if (next() instanceof Step.Send && documents.sending(document, succeeded, true)) {
                documents.saysNothing(document);
            }
        }
        refusal = null;
        pass(NodeProcesses.ASK_AGAIN);
        startTimes.merge("a", 10L, Long::sum);
        next();
        assertThat(losses()).isEqualTo(1);
    }

    @Test
    void aUserWhoMayNotAskHasNoDocumentGivenUp() {
        refusal = ErrorCode.ACCESS_DENIED;
        leaveUnanswered();
        for (int i = 0; i < 2 * UnansweredDocuments.MOST_LOSSES; i++) {
            tryAlone();
            startTimes.merge("a", 10L, Long::sum);
            assertThat(next()).as("not at once again").isInstanceOf(Step.Wait.class);
        }
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void oneThatIsNotAnsweredThoughNoNodeEndsIsSentLessAndLessOften() {
        leaveUnanswered();
        tryAlone();
        next();
        pass(Waits.ORDINARY.unchanged());
        assertThat(next()).isInstanceOf(Step.Wait.class);
        Duration first = ((Step.Wait) next()).time();
        tryAlone();
        next();
        pass(Waits.ORDINARY.unchanged());
        assertThat(((Step.Wait) next()).time()).isGreaterThan(first);
    }

    @Test
    void aTryThatWasRefusedOrNeverSentSaysNothing() {
        leaveUnanswered();
        tryAlone();
        documents.saysNothing(document);
        startTimes.merge("a", 10L, Long::sum);
        next();
        assertThat(losses()).isZero();
    }

    @Test
    void whatIsKnownOfADocumentHoldsForTheNextOfItsRowUntilOneIsTaken() {
        leaveUnanswered();
        assertThat(documents.isKnown(write("other"))).isFalse();
        PendingWrite next = write("odd");
        assertThat(documents.isKnown(next)).isTrue();
        assertThat(next.alone()).isNotNull();
        documents.done(next);
        assertThat(documents.isKnown(write("odd"))).isFalse();
    }

    @Test
    void aStubIsSentAsBefore() {
        PendingWrite stub = new PendingWrite(Unheard.LISTENER, 0, Fixtures.deleted("odd", 1));
        documents.noAnswer(stub, 1_000);
        documents.noAnswer(stub, 1);
        assertThat(stub.company()).isEqualTo(PendingWrite.Isolation.ANY);
        leaveUnanswered();
        assertThat(documents.isKnown(stub)).isFalse();
    }

    private void leaveUnanswered() {
        documents.noAnswer(document, 1);
        documents.noAnswer(document, 1);
    }

    /** Nobody answers it. */
    private void tryAlone() {
        next();
        pass(LONG);
        assertThat(next()).isInstanceOf(Step.Send.class);
        assertThat(documents.sending(document, succeeded, true)).isTrue();
        documents.noAnswer(document, 1);
    }

    /** How many more it takes tells how many there were. */
    private int losses() {
        for (int more = 1; ; more++) {
            tryAlone();
            startTimes.merge("a", 10L, Long::sum);
            if (next() instanceof Step.GiveUp) {
                return UnansweredDocuments.MOST_LOSSES - more;
            }
        }
    }

    private Step next() {
        if (document.alone() == null) {
            // So that the nodes are known.
            PendingWrite first = write("first");
            documents.noAnswer(first, 1);
            documents.noAnswer(first, 1);
            return documents.next(first, succeeded, false);
        }
        return documents.next(document, succeeded, false);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
