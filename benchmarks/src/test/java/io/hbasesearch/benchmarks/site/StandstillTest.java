/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StandstillTest {
    private final Topic.Standstill standstill = new Topic.Standstill(Duration.ofNanos(100));

    @Test
    void itIsReachedOnceTheNumberWasTheSameForLongEnough() {
        assertThat(standstill.isReached(0, 1_000)).isFalse();
        assertThat(standstill.isReached(0, 1_099)).isFalse();
        assertThat(standstill.isReached(0, 1_100)).isTrue();
    }

    @Test
    void whateverComesBeginsItAnew() {
        standstill.isReached(5, 1_000);
        assertThat(standstill.isReached(6, 1_200)).isFalse();
        assertThat(standstill.isReached(6, 1_299)).isFalse();
        assertThat(standstill.isReached(6, 1_300)).isTrue();
    }
}
