/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatencyBaselineTest {
    private static final long SMALL = 10_000;
    private static final long LARGE = 5_000_000;

    private final SendLimits.LatencyBaseline latency = new SendLimits.LatencyBaseline();

    @Test
    void severalAnswersThatTakeMuchLongerThanUsualAreSlow() {
        answers(50, LARGE, 300);
        assertThat(slow(LARGE, 1_500)).as("one is a pause").isFalse();
        assertThat(slow(LARGE, 1_500)).isTrue();
    }

    @Test
    void oneLongPauseIsSoonForgotten() {
        answers(50, LARGE, 300);
        assertThat(slow(LARGE, 60_000)).isFalse();
        for (int i = 0; i < 20; i++) {
            assertThat(slow(LARGE, 300)).isFalse();
        }
    }

    @Test
    void largeRequestsAreNotHeldToWhatSmallOnesTake() {
        answers(50, SMALL, 10);
        for (int i = 0; i < 10; i++) {
            assertThat(slow(LARGE, 800)).isFalse();
        }
    }

    @Test
    void whatIsOverWithinAFifthOfASecondIsFine() {
        answers(50, SMALL, 5);
        for (int i = 0; i < 10; i++) {
            assertThat(slow(SMALL, 150)).isFalse();
        }
    }

    @Test
    void aServerThatStaysSlowBecomesUsualInTime() {
        answers(50, LARGE, 300);
        answers(10, LARGE, 1_200);
        int answers = 10;
        while (answers < 1_000 && slow(LARGE, 1_200)) {
            answers++;
        }
        assertThat(answers).isBetween(15, 300);
    }

    private void answers(int count, long bytes, long millis) {
        for (int i = 0; i < count; i++) {
            slow(bytes, millis);
        }
    }

    private boolean slow(long bytes, long millis) {
        return latency.isSlow(bytes, Duration.ofMillis(millis).toNanos());
    }
}
