/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RetryPolicyTest {
    private static final Backoff BRIEF = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1));

    private final StopSignal stop = new StopSignal();
    private final List<String> reported = new ArrayList<>();
    private int calls;

    private RetryPolicy.Report report(String step, Throwable failure) {
        reported.add(step + ": " + failure.getMessage());
        return new RetryPolicy.Report() {
            @Override
            public void failedAgain(Throwable again) {
                reported.add("again: " + again.getMessage());
            }

            @Override
            public void close() {
                reported.add("over");
            }
        };
    }

    private static HBaseSearchException away() {
        return new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "away");
    }

    private static HBaseSearchException fatal() {
        return new HBaseSearchException(ErrorCode.TABLE_NOT_FOUND, "fatal");
    }

    private Supplier<String> failing(int times, RuntimeException failure) {
        return () -> {
            if (++calls <= times) {
                throw failure;
            }
            return "done";
        };
    }

    @Test
    void exactlyTransientAndThrottledFailuresAreRetryable() {
        assertThat(FailureClass.values())
                .filteredOn(FailureClass::isRetryable)
                .containsExactly(FailureClass.TRANSIENT, FailureClass.THROTTLED);
    }

    @Test
    void foreverRetriesAndReportsFromTheFirstFailureToTheSuccess() throws StoppedException {
        RetryPolicy policy = RetryPolicy.forever(stop, BRIEF, this::report);
        assertThat(policy.call("reading", failing(3, away()))).isEqualTo("done");
        assertThat(reported).containsExactly("reading: away", "again: away", "again: away", "over");
    }

    @Test
    void anyOtherFailureIsThrownAtOnceAndTheReportIsClosed() {
        RetryPolicy policy = RetryPolicy.forever(stop, BRIEF, this::report);
        assertThatThrownBy(() -> policy.call("reading", () -> {
                    throw ++calls == 1 ? away() : fatal();
                }))
                .hasMessage("fatal");
        assertThatThrownBy(() -> policy.call("reading", failing(9, new IllegalStateException("defect"))))
                .hasMessage("defect");
        assertThat(reported).containsExactly("reading: away", "over");
    }

    @Test
    void attemptsAreCountedAndTheLastFailureIsThrown() throws StoppedException {
        RetryPolicy policy = RetryPolicy.attempts(2, stop);
        assertThatThrownBy(() -> policy.call("comparing", failing(9, away()))).hasMessage("away");
        assertThat(calls).isEqualTo(2);
        assertThat(policy.call("comparing", failing(3, away()))).isEqualTo("done");
    }

    @Test
    void aStopEndsTheWaitBetweenTwoAttempts() {
        RetryPolicy policy =
                RetryPolicy.forever(stop, new Backoff(Duration.ofDays(9), Duration.ofDays(9)), (step, failure) -> {
                    stop.fire();
                    return report(step, failure);
                });
        assertThatThrownBy(() -> policy.call("reading", failing(9, away())))
                .isInstanceOf(StoppedException.class)
                .hasMessageContaining("reading");
        assertThat(reported).containsExactly("reading: away", "over");
    }

    @Test
    void anInterruptCountsAsAStopAndStaysSet() {
        RetryPolicy policy =
                RetryPolicy.forever(stop, new Backoff(Duration.ofDays(9), Duration.ofDays(9)), this::report);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> policy.call("reading", failing(9, away()))).isInstanceOf(StoppedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aStepThatSucceedsIsNotAbandonedByAStop() throws StoppedException {
        stop.fire();
        assertThat(RetryPolicy.within(Duration.ofDays(1), stop).call("reading", () -> "done"))
                .isEqualTo("done");
    }

    @Test
    void stopCancelsLimitedStepsAndEndlessStepsReportTheFailure() {
        stop.fire();
        assertThatThrownBy(() -> RetryPolicy.within(Duration.ofDays(1), stop).call("reading", failing(9, fatal())))
                .isInstanceOf(StoppedException.class);
        assertThatThrownBy(() -> RetryPolicy.forever(stop, BRIEF, this::report).call("reading", failing(9, fatal())))
                .hasMessage("fatal");
    }

    @Test
    void theTimeLimitBeginsWithTheFirstFailureSinceTheLastProgress() throws StoppedException {
        RetryPolicy.Failures failures = RetryPolicy.within(Duration.ZERO, stop).failures("scanning");
        failures.await(away());
        failures.reset();
        failures.await(away());
        assertThatThrownBy(() -> failures.await(away())).hasMessage("away");
    }

    @Test
    void attemptsBeginAnewWithProgress() throws StoppedException {
        RetryPolicy.Failures failures = RetryPolicy.attempts(2, stop).failures("comparing");
        failures.await(away());
        failures.reset();
        failures.await(away());
        assertThatThrownBy(() -> failures.await(away())).hasMessage("away");
    }
}
