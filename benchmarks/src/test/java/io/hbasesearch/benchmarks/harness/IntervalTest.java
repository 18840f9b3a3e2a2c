/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalTest {
    private static final double TINY = 1e-3;

    @Test
    void fiveDifferencesHaveTheIntervalThatStudentsTableGives() {
        // Mean 3, standard deviation 1.5811, t of 4 degrees of freedom 2.776: 3 -+ 2.776 * 1.5811 / sqrt(5).
        Interval interval = Interval.ofDifferences(List.of(1.0, 2.0, 3.0, 4.0, 5.0));
        assertThat(interval.estimate()).isEqualTo(3);
        assertThat(interval.low()).isCloseTo(1.037, within(TINY));
        assertThat(interval.high()).isCloseTo(4.963, within(TINY));
    }

    @Test
    void ratiosTurnedAroundHaveTheReciprocalInterval() {
        List<Double> ratios = List.of(0.8, 0.9, 1.0, 1.1, 0.95);
        Interval there = Interval.ofRatios(ratios);
        Interval back =
                Interval.ofRatios(ratios.stream().map(ratio -> 1 / ratio).toList());
        assertThat(back.low()).isCloseTo(1 / there.high(), within(1e-12));
        assertThat(back.estimate()).isCloseTo(1 / there.estimate(), within(1e-12));
        assertThat(back.high()).isCloseTo(1 / there.low(), within(1e-12));
    }

    @Test
    void equalRatiosHaveNoWidth() {
        Interval interval = Interval.ofRatios(List.of(0.9, 0.9, 0.9, 0.9, 0.9));
        assertThat(interval.high() - interval.low()).isCloseTo(0, within(1e-12));
    }

    @Test
    void nineteenOfTwentyIntervalsHoldTheTrueRatio() {
        Random random = new Random(7);
        int held = 0;
        int experiments = 4_000;
        for (int i = 0; i < experiments; i++) {
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                ratios.add(0.9 * Math.exp(0.05 * random.nextGaussian()));
            }
            Interval interval = Interval.ofRatios(ratios);
            held += interval.low() <= 0.9 && 0.9 <= interval.high() ? 1 : 0;
        }
        assertThat((double) held / experiments).isBetween(0.94, 0.96);
    }

    @Test
    void ofOneValueOrOfNoRatioThereIsNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> Interval.ofRatios(List.of(1.0)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interval.ofRatios(List.of(1.0, 0.0)))
                .withMessageContaining("above 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Interval.ofRatios(List.of(1.0, Double.NaN)));
    }
}
