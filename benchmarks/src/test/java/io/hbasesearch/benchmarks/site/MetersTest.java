/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetersTest {
    private final Meters meters = new Meters();

    @Test
    void aTimeIsThatOfWhatWasTimedSinceTheReset() {
        meters.timer("read_seconds", "").record(Duration.ofMillis(900));
        meters.resetTimes();
        meters.timer("read_seconds", "").record(Duration.ofMillis(2));
        assertThat(meters.millis("read_seconds", 0.99)).isCloseTo(2, within(0.01));
    }

    @Test
    void timesAddUp() {
        meters.timer("read_seconds", "").record(Duration.ofMillis(2));
        meters.timer("read_seconds", "").record(Duration.ofMillis(4));
        assertThat(meters.timings("read_seconds")).isEqualTo(2);
        assertThat(meters.sumMillis("read_seconds")).isCloseTo(6, within(0.01));
    }

    @Test
    void nothingTimedIsNoTimeOfZero() {
        meters.timer("read_seconds", "").record(Duration.ofMillis(2));
        meters.resetTimes();
        assertThatIllegalStateException()
                .isThrownBy(() -> meters.millis("read_seconds", 0.5))
                .withMessage("nothing was timed as read_seconds");
        assertThatIllegalStateException().isThrownBy(() -> meters.millis("write_seconds", 0.5));
    }
}
