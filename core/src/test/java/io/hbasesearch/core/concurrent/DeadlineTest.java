/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    @Test
    void aDeadlineIsOverOnceItsTimeHasPassed() {
        assertThat(Deadline.after(Duration.ZERO).isOver()).isTrue();
        assertThat(Deadline.after(Duration.ofSeconds(-1)).isOver()).isTrue();
        assertThat(Deadline.after(Duration.ofDays(1)).isOver()).isFalse();
    }

    @Test
    void theTimeLeftIsNeverZeroBecauseThatIsNoLimitToManyCalls() {
        assertThat(Deadline.after(Duration.ofSeconds(-1)).left()).isEqualTo(Duration.ofMillis(1));
        assertThat(Deadline.after(Duration.ofDays(1)).left()).isBetween(Duration.ofHours(23), Duration.ofDays(1));
    }
}
