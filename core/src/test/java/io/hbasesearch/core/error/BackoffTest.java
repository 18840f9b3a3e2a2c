/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    @Test
    void staysUnderTheDoublingCeilingAndUsesAllOfIt() {
        Random random = new Random(7);
        for (int attempt = 0; attempt < 70; attempt++) {
            long ceiling = attempt < 9 ? 100L << attempt : 30_000;
            long longest = 0;
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < 300; i++) {
                long delay = BACKOFF.delay(attempt, random).toMillis();
                longest = Math.max(longest, delay);
                shortest = Math.min(shortest, delay);
            }
            assertThat(longest).as("attempt %d", attempt).isBetween(ceiling / 2, ceiling);
            assertThat(shortest).as("attempt %d", attempt).isBetween(0L, ceiling / 2);
        }
    }

    @Test
    void survivesAnyNumberOfAttemptsAndAnyLimit() {
        Backoff longest = new Backoff(Duration.ofDays(300), Duration.ofDays(100_000));
        Random random = new Random(8);
        for (int attempt : new int[] {0, 1, 29, 30, 31, 63, 64, Integer.MAX_VALUE}) {
            assertThat(longest.delay(attempt, random)).isBetween(Duration.ZERO, Duration.ofDays(100_000));
        }
    }

    @Test
    void refusesBoundsThatMakeNoSense() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(-1), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("PT2S");
    }
}
