/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private final AtomicLong time = new AtomicLong();
    private final AtomicLong work = new AtomicLong(7);

    @Test
    void passesWhenTheTimeIsOver() {
        Deadline deadline = Deadline.ofSearch(Duration.ofSeconds(10), time::get, work::get);
        assertThat(deadline.passed()).isFalse();
        time.set(Duration.ofSeconds(10).toNanos());
        assertThat(deadline.passed()).isTrue();
    }

    @Test
    void thatOfASearchPassesWhenItsThreadHasHadItsProcessorTime() {
        Deadline deadline = Deadline.ofSearch(Duration.ofSeconds(10), time::get, work::get);
        Deadline part = deadline.part(0.5);
        work.addAndGet(Deadline.PROCESSOR_TIME.toNanos());
        assertThat(deadline.passed()).isFalse();
        work.incrementAndGet();
        assertThat(deadline.passed()).isTrue();
        assertThat(part.passed()).isTrue();
        assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(10));
        assertThat(CompletableFuture.supplyAsync(deadline::passed).join())
                .as("whether it has passed for another thread, whose work is another")
                .isFalse();
    }

    @Test
    void othersHaveNoLimitOfWork() {
        Deadline deadline = Deadline.after(Duration.ofSeconds(10), time::get);
        work.set(Long.MAX_VALUE);
        assertThat(deadline.passed()).isFalse();
    }
}
