/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RemainingTimeTest {
    private final RemainingTime remaining = new RemainingTime();

    @Test
    void anEstimateOfASecondIsNotRepeatedForAMinute() {
        assertThat(at(0, 100)).hasValue(1);
        assertThat(at(3, 100)).hasValue(1);
        assertThat(at(5, 100)).isEmpty();
        assertThat(at(60, 100)).isEmpty();
    }

    @Test
    void aLongEstimateIsCorrectedAsOftenAsIsNeeded() {
        for (int second = 0; second < 120; second += 10) {
            assertThat(at(second, 6_000)).hasValue(60);
        }
        assertThat(at(120, 100)).hasValue(1);
    }

    @Test
    void withoutARateThereIsNone() {
        assertThat(remaining.seconds(5, 0, 1)).isEmpty();
    }

    private OptionalLong at(int second, long left) {
        return remaining.seconds(left, 100, Duration.ofSeconds(second).toNanos());
    }
}
