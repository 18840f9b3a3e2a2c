/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.error.NoRoomException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What counts against a backend, by a clock that the test moves. */
class PartBreakerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration SHORT = Duration.ofMillis(500);

    private final AtomicLong millis = new AtomicLong();
    private final PartBreaker breaker = new PartBreaker(
            CircuitBreaker.of(
                    "part",
                    CircuitBreakerConfig.custom()
                            .slidingWindowSize(1)
                            .minimumNumberOfCalls(1)
                            .currentTimestampFunction(clock -> millis.get(), TimeUnit.MILLISECONDS)
                            .build()),
            PATIENCE);

    private void timesOut(Duration allowance) {
        assertThat(breaker.allows()).isTrue();
        long start = breaker.begin();
        millis.addAndGet(allowance.toMillis());
        breaker.failed(new HBaseSearchException(ErrorCode.TIMED_OUT, "silence"), start, allowance);
    }

    @Test
    void aSilenceOfLongAgoSaysNothingOfOneCallersShortDeadlineNow() {
        timesOut(SHORT);
        millis.addAndGet(Duration.ofHours(1).toMillis());

        timesOut(SHORT);

        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void shortDeadlinesOneAfterTheOtherWithoutAnAnswerOpenIt() {
        for (int i = 0; i < 3; i++) {
            timesOut(SHORT);
            assertThat(breaker.isOpen()).isFalse();
        }

        timesOut(SHORT);

        assertThat(breaker.isOpen()).isTrue();
    }

    @Test
    void anAnswerEndsASilence() {
        for (int i = 0; i < 3; i++) {
            timesOut(SHORT);
        }
        assertThat(breaker.allows()).isTrue();
        breaker.succeeded(breaker.begin());

        timesOut(SHORT);

        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void aLackOfRoomInThisProcessIsNoFailureOfTheBackend() {
        assertThat(breaker.allows()).isTrue();
        long start = breaker.begin();
        millis.addAndGet(PATIENCE.toMillis());
        breaker.failed(new NoRoomException("no room", null), start, PATIENCE);

        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void aCallThatHadTimeEnoughCountsByItself() {
        timesOut(PATIENCE);

        assertThat(breaker.isOpen()).isTrue();
    }
}
