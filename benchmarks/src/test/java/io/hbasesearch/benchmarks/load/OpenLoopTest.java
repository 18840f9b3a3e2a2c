/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
    private static final int RATE = 100;
    private static final long APART_NANOS = TimeUnit.SECONDS.toNanos(1) / RATE;
    private static final Duration TIME = Duration.ofSeconds(1);

    /** Has every request come as long after the one before, and tells when so many moments were asked for. */
    private static final class Evenly extends Random {
        private static final long serialVersionUID = 1;

        private final transient CountDownLatch asked;

        Evenly(int moments) {
            this.asked = new CountDownLatch(moments);
        }

        @Override
        public double nextDouble() {
            asked.countDown();
            // Of which the exponential distribution makes its mean.
            return 1 - 1 / Math.E;
        }
    }

    @Test
    void oneStallIsInTheTimesOfAllThatWereDueMeanwhile() throws Exception {
        int due = 50;
        // Asked for once the one before was sent on.
        Evenly evenly = new Evenly(due + 1);
        try (OpenLoop loop = new OpenLoop(1)) {
            Latencies latencies = loop.run(RATE, TIME, evenly, number -> {
                if (number == 0) {
                    evenly.asked.await();
                }
            });
            assertThat(latencies.count()).isEqualTo(RATE);
            for (int i = 0; i < due; i++) {
                assertThat(latencies.millis((RATE - i) / (double) RATE))
                        .isGreaterThanOrEqualTo(((due - 1 - i) * APART_NANOS - RATE) / 1e6);
            }
        }
    }

    @Test
    void requestsComeWhetherOrNotEarlierOnesAreAnswered() throws Exception {
        CountDownLatch all = new CountDownLatch(RATE);
        try (OpenLoop loop = new OpenLoop()) {
            Latencies latencies = loop.run(RATE, TIME, new Evenly(RATE), number -> {
                all.countDown();
                all.await();
            });
            assertThat(latencies.millis(Latencies.MEDIAN)).isGreaterThan(489.9);
            assertThat(latencies.rate()).isBetween(0.0, RATE * 1.001);
        }
    }

    @Test
    void aRequestThatFailedIsNoTime() {
        try (OpenLoop loop = new OpenLoop(1)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> loop.run(RATE, TIME, new Evenly(RATE), number -> {
                        if (number == 7) {
                            throw new IOException("refused");
                        }
                    }))
                    .withMessageContaining("a request failed")
                    .withRootCauseInstanceOf(IOException.class);
        }
    }
}
