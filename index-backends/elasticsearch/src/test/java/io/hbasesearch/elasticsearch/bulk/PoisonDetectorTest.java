/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.elasticsearch.bulk.PoisonDetector.Refusal;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PoisonDetectorTest {
    private static final int OTHERS = RejectionHistory.MIN_OTHERS_PER_DOCUMENT;

    private final AtomicLong nanos = new AtomicLong();
    private final PoisonDetector poison = new PoisonDetector(nanos::get);
    private final PendingWrite document = write();

    private static PendingWrite write() {
        return new PendingWrite(Unheard.LISTENER, 0, Fixtures.upsert("odd", 1, "cat"));
    }

    @Test
    void answersCountThatOthersGotThroughBesideInRequestsOfTheirOwn() {
        for (int i = 0; i < RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(poison.isAtFault(document, false)).isFalse();
            poison.succeeded(OTHERS);
        }
        pass(RejectionHistory.MIN_TIME);
        assertThat(poison.isAtFault(document, false)).isTrue();
    }

    @Test
    void answersDoNotCountWhileNothingGetsThrough() {
        poison.succeeded(OTHERS);
        for (int i = 0; i < 10 * RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(poison.isAtFault(document, false)).isFalse();
            pass(RejectionHistory.MIN_TIME);
        }
        poison.succeeded(OTHERS);
        assertThat(poison.isAtFault(document, false)).isFalse();
    }

    @Test
    void rejectionsAreRememberedWhenTheRowIsReadAgain() {
        for (int i = 0; i < RejectionHistory.MIN_ANSWERS; i++) {
            poison.isAtFault(document, true);
            poison.succeeded(OTHERS);
        }
        pass(RejectionHistory.MIN_TIME);
        poison.readAgain(document);
        poison.cleared(document);
        assertThat(poison.isAtFault(write(), true)).isTrue();
        assertThat(poison.isAtFault(write(), true)).as("it is recalled once").isFalse();
    }

    @Test
    void refusalCountsAsLoadUntilOtherDocumentsHaveSucceeded() {
        assertThat(poison.refusedAlone(document, false)).isEqualTo(Refusal.LOAD);
        assertThat(poison.refusedAlone(document, false)).isEqualTo(Refusal.LOAD);
        poison.succeeded(1);
        assertThat(poison.refusedAlone(document, false)).isEqualTo(Refusal.ITS_OWN);
        assertThat(poison.refusedAlone(document, false)).isEqualTo(Refusal.LOAD);
    }

    @Test
    void whatIsRefusedAloneForLongWhileOthersGetThroughIsGivenUp() {
        for (int i = 0; i <= RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(poison.refusedAlone(document, false)).isNotEqualTo(Refusal.GIVEN_UP);
            poison.succeeded(1);
        }
        pass(RejectionHistory.MIN_TIME_REFUSED);
        assertThat(poison.refusedAlone(document, false)).isEqualTo(Refusal.GIVEN_UP);
    }

    @Test
    void permanentlyRefusedDocumentIsGivenUpWithoutOtherWrites() {
        for (int i = 0; i < RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(poison.refusedAlone(document, true)).isEqualTo(Refusal.ITS_OWN);
        }
        pass(RejectionHistory.MIN_TIME_REFUSED);
        assertThat(poison.refusedAlone(document, true)).isEqualTo(Refusal.GIVEN_UP);
    }

    @Test
    void whileEverythingIsRefusedNothingIsGivenUp() {
        for (int i = 0; i < 10 * RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(poison.refusedAlone(document, false)).isEqualTo(Refusal.LOAD);
            pass(RejectionHistory.MIN_TIME_REFUSED);
        }
    }

    @Test
    void aStubIsNeverAtFault() {
        PendingWrite stub = new PendingWrite(Unheard.LISTENER, 0, Fixtures.deleted("odd", 1));
        for (int i = 0; i < 2 * RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(poison.isAtFault(stub, true)).isFalse();
            assertThat(poison.refusedAlone(stub, true)).isEqualTo(Refusal.LOAD);
            poison.succeeded(OTHERS);
            pass(RejectionHistory.MIN_TIME_REFUSED);
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
