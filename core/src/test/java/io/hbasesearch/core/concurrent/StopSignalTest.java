/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopSignalTest {
    private static final Duration WHOLE = Duration.ofMillis(200);

    private final StopSignal stop = new StopSignal();

    @Test
    void timeRunsFromTheFirstSignalOnAndOutForAllSteps() {
        assertThat(stop.left(WHOLE)).isEqualTo(WHOLE);
        stop.fire();
        Duration left = stop.left(WHOLE);
        assertThat(left).isLessThanOrEqualTo(WHOLE);
        while (!stop.left(WHOLE).isZero()) {
            Thread.onSpinWait();
        }
        stop.fire();
        assertThat(stop.left(WHOLE)).isZero();
        assertThat(stop.left(Duration.ofHours(1))).isGreaterThan(Duration.ofMinutes(59));
    }

    @Test
    void aStepTakesNoMoreThanIsLeftOrItsOwn() {
        stop.fire();
        assertThat(stop.left(Duration.ofHours(1), Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
        assertThat(stop.left(WHOLE, Duration.ofHours(1))).isLessThanOrEqualTo(WHOLE);
    }
}
