/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private static final Duration POLL = Duration.ofMillis(5);

    /** Longer than the limit in all, and never that long without a change. */
    @Test
    void theTimeLimitBeginsAnewWithEachProgress() throws InterruptedException {
        Duration limit = Duration.ofMillis(300);
        Duration whole = Patience.of(limit).multipliedBy(3);
        AtomicLong changes = new AtomicLong();
        long end = System.nanoTime() + whole.toNanos();
        Duration waited =
                Await.until("everything", limit, POLL, () -> System.nanoTime() - end > 0, changes::incrementAndGet);
        assertThat(waited).isGreaterThan(whole.minusMillis(50));
    }

    @Test
    void withoutProgressItEnds() {
        assertThatThrownBy(() -> Await.until("everything", Duration.ofMillis(50), POLL, () -> false, () -> 7))
                .hasMessageStartingWith("everything: not within ");
    }

    @Test
    void aBusyMachineHasMoreTime() {
        Duration minute = Duration.ofMinutes(1);
        assertThat(Patience.of(minute, 0.5, 2)).isEqualTo(minute);
        assertThat(Patience.of(minute, -1, 2)).isEqualTo(minute);
        assertThat(Patience.of(minute, 8, 2)).isEqualTo(minute.multipliedBy(4));
        assertThat(Patience.of(minute, 4_000, 2)).isEqualTo(minute.multipliedBy(20));
    }
}
