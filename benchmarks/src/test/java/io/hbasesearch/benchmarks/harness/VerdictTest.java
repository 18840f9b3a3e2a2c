/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void aGoalIsMetOnlyIfTheWorseEndReachesIt() {
        // The median is 0.92, but the interval goes down to 0.88.
        List<Double> scattered = List.of(0.87, 0.9, 0.92, 0.94, 0.96);
        assertThat(Verdict.of("ratio", scattered, Goal.atLeast(0.9)).met()).isFalse();
        assertThat(Verdict.of("ratio", scattered, Goal.atLeast(0.85)).met()).isTrue();
        assertThat(Verdict.of("ratio", scattered, Goal.atMost(0.95)).met()).isFalse();
        assertThat(Verdict.of("ratio", scattered, Goal.atMost(1)).met()).isTrue();
    }

    @Test
    void aDifferenceMayBeNegative() {
        Verdict verdict = Verdict.ofDifferences("extra MB", List.of(-1.0, 2.0, 0.0, 1.0, 3.0), Goal.atMost(64));
        assertThat(verdict.met()).isTrue();
        assertThat(verdict)
                .hasToString("extra MB: mean 1 (arithmetic), 95 % interval -0.963 to 2.963,"
                        + " median 1 (-1 to 3), goal <= 64: met");
    }

    @Test
    void theMeanOfRatiosIsThatOfTheirLogarithms() {
        Verdict verdict = Verdict.of("ratio", List.of(0.5, 1.0, 4.0, 1.0, 0.5), Goal.atLeast(0.1));
        assertThat(verdict.estimate()).isEqualTo("1 (geometric)");
        assertThat(verdict.spread().median()).isEqualTo(1);
    }
}
