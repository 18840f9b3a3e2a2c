/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StageTimesTest {
    @Test
    void timesOfAStageAreAddedUpInTheOrderOfTheStages() {
        StageTimes times = new StageTimes();
        assertThat(times.header()).isEmpty();

        times.add("search", Duration.ofMillis(12));
        times.add("fetch", Duration.ofNanos(1_460_000));
        times.add("search", Duration.ofMillis(3));

        assertThat(times.header()).isEqualTo("search;dur=15.0, fetch;dur=1.5");
    }
}
