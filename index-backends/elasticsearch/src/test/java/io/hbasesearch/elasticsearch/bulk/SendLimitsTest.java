/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SendLimitsTest {
    private static final long MEGABYTE = 1 << 20;
    private static final long FULL = 4 * MEGABYTE;
    private static final int OPERATIONS = 1_000;
    private static final long USUAL_MILLIS = 100;

    private final AtomicLong nanos = new AtomicLong();
    private final SendLimits limits = new SendLimits(new SendLimits.Bounds(8, OPERATIONS, FULL), nanos::get);

    @Test
    void requestsGrowByAboutOneForEachRoundUpToTheBound() throws Exception {
        assertThat(limits.requests()).isEqualTo(2);
        round(SendLimits.Permit::acknowledged);
        round(SendLimits.Permit::acknowledged);
        assertThat(limits.requests()).isBetween(3, 4);
        rounds(20, SendLimits.Permit::acknowledged);
        assertThat(limits.requests()).isEqualTo(8);
    }

    @Test
    void requestsDoNotGrowWhileFewerAreUnderWay() throws Exception {
        for (int i = 0; i < 100; i++) {
            try (SendLimits.Permit only = limits.acquire()) {
                only.begin(OPERATIONS, FULL);
                pass(USUAL_MILLIS);
                only.acknowledged();
            }
        }
        assertThat(limits.requests()).isEqualTo(2);
    }

    @Test
    void aRefusalHalvesTheRequestsOnceHoweverManyTellOfIt() throws Exception {
        rounds(20, SendLimits.Permit::acknowledged);
        round(SendLimits.Permit::refused);
        assertThat(limits.requests()).isEqualTo(4);
        round(SendLimits.Permit::refused);
        assertThat(limits.requests()).isEqualTo(2);
        assertThat(limits.bytes()).isEqualTo(FULL);
    }

    @Test
    void atOneRequestTheBatchShrinksAndItComesBackFirst() throws Exception {
        round(SendLimits.Permit::refused);
        assertThat(limits.requests()).isEqualTo(1);
        rounds(2, SendLimits.Permit::refused);
        assertThat(limits.bytes()).isEqualTo(FULL / 4);
        assertThat(limits.operations()).isEqualTo(OPERATIONS / 4);
        rounds(20, SendLimits.Permit::refused);
        assertThat(limits.bytes()).isEqualTo(FULL / 16);
        assertThat(limits.operations()).isPositive();

        round(SendLimits.Permit::acknowledged);
        assertThat(limits.bytes()).isEqualTo(FULL / 16 + FULL / 32);
        assertThat(limits.requests()).isEqualTo(1);
        rounds(60, SendLimits.Permit::acknowledged);
        assertThat(limits.bytes()).isEqualTo(FULL);
        assertThat(limits.requests()).isEqualTo(8);
    }

    @Test
    void smallRequestsDoNotEnlargeTheBatch() throws Exception {
        rounds(3, SendLimits.Permit::refused);
        long bytes = limits.bytes();
        for (int i = 0; i < 50; i++) {
            try (SendLimits.Permit permit = limits.acquire()) {
                permit.begin(1, 100);
                permit.acknowledged();
            }
        }
        assertThat(limits.bytes()).isEqualTo(bytes).isLessThan(FULL);
    }

    @Test
    void whoeverSendsNothingButSmallRequestsMaySendSeveralAtOnceAgain() throws Exception {
        rounds(6, SendLimits.Permit::refused);
        assertThat(limits.requests()).isEqualTo(1);
        for (int i = 0; i < 20; i++) {
            pass(1);
            List<SendLimits.Permit> permits = begin(1, 100);
            permits.forEach(SendLimits.Permit::acknowledged);
            permits.forEach(SendLimits.Permit::close);
        }
        assertThat(limits.requests()).isGreaterThan(2);
    }

    @Test
    void lateAnswersLowerTheLimitAndUsualOnesRaiseItAgain() throws Exception {
        rounds(40, SendLimits.Permit::acknowledged);
        assertThat(limits.requests()).isEqualTo(8);
        for (int i = 0; i < 3; i++) {
            round(10 * USUAL_MILLIS, SendLimits.Permit::acknowledged);
        }
        int lowered = limits.requests();
        assertThat(lowered).isLessThan(8).isGreaterThan(1);
        rounds(40, SendLimits.Permit::acknowledged);
        assertThat(limits.requests()).isEqualTo(8);
    }

    @Test
    void smallRequestsThatHadToWaitBehindLargeOnesDoNotLowerTheLimit() throws Exception {
        for (int i = 0; i < 40; i++) {
            round(USUAL_MILLIS, SendLimits.Permit::acknowledged);
            try (SendLimits.Permit small = limits.acquire()) {
                small.begin(3, 1_000);
                pass(i % 10 == 0 ? 5 : 3 * USUAL_MILLIS);
                small.acknowledged();
            }
        }
        assertThat(limits.requests()).isEqualTo(8);
    }

    @Test
    void whatIsNoAnswerAboutTheLoadChangesNothing() throws Exception {
        rounds(5, SendLimits.Permit::acknowledged);
        int requests = limits.requests();
        rounds(5, SendLimits.Permit::ended);
        assertThat(limits.requests()).isEqualTo(requests);
        assertThat(limits.bytes()).isEqualTo(FULL);
    }

    @Test
    void aSizeThatWasRefusedIsNotTriedAgain() throws Exception {
        limits.tooLarge(MEGABYTE);
        limits.tooLarge(2 * MEGABYTE);
        rounds(50, SendLimits.Permit::acknowledged);
        assertThat(limits.bytes()).isEqualTo(MEGABYTE);
    }

    @Test
    void nobodySendsBeyondTheLimitUntilAPermitIsGivenBack() throws Exception {
        SendLimits.Permit first = limits.acquire();
        SendLimits.Permit second = limits.acquire();
        CompletableFuture<SendLimits.Permit> third = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                third.complete(limits.acquire());
            } catch (InterruptedException e) {
                third.completeExceptionally(e);
            }
        });
        waiting.start();
        Awaitility.await().until(() -> waiting.getState() == Thread.State.WAITING);
        assertThat(third).isNotDone();
        first.close();
        third.get(10, TimeUnit.SECONDS).close();
        second.close();
    }

    private interface End {
        void of(SendLimits.Permit permit);
    }

    private void rounds(int count, End end) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            round(end);
        }
    }

    private void round(End end) throws InterruptedException {
        round(USUAL_MILLIS, end);
    }

    /** As many full requests at once as may be, which end together. */
    private void round(long millis, End end) throws InterruptedException {
        pass(1);
        List<SendLimits.Permit> permits = begin(limits.operations(), limits.bytes());
        pass(millis);
        permits.forEach(end::of);
        permits.forEach(SendLimits.Permit::close);
    }

    private List<SendLimits.Permit> begin(int operations, long bytes) throws InterruptedException {
        List<SendLimits.Permit> permits = new ArrayList<>();
        for (int i = limits.requests(); i > 0; i--) {
            SendLimits.Permit permit = limits.acquire();
            permit.begin(operations, bytes);
            permits.add(permit);
        }
        return permits;
    }

    private void pass(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
