/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestDeadlineTest {
    private final AtomicLong time = new AtomicLong();
    private final AtomicLong work = new AtomicLong(7);

    @Test
    void passesWhenTheTimeIsOver() {
        RequestDeadline deadline =
                RequestDeadline.ofSearch(Duration.ofSeconds(10), time::get, new ProcessorTime(work::get));
        assertThat(deadline.passed()).isFalse();
        time.set(Duration.ofSeconds(10).toNanos());
        assertThat(deadline.passed()).isTrue();
    }

    @Test
    void thatOfASearchPassesWhenItsThreadHasHadItsProcessorTime() {
        RequestDeadline deadline =
                RequestDeadline.ofSearch(Duration.ofSeconds(10), time::get, new ProcessorTime(work::get));
        RequestDeadline part = deadline.part(0.5);
        work.addAndGet(ProcessorTime.MOST.toNanos());
        assertThat(deadline.passed()).isFalse();
        work.incrementAndGet();
        assertThat(deadline.passed()).isTrue();
        assertThat(part.passed()).isTrue();
        assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(10));
        assertThat(CompletableFuture.supplyAsync(deadline::passed).join())
                .as("whether it has passed for another thread, whose work is another")
                .isFalse();
    }

    /** A search that needs little leaves more for its hits, and one that needs much leaves them less. */
    @Test
    void whatOtherThreadsDoForARequestIsCountedToo() {
        RequestDeadline deadline =
                RequestDeadline.ofSearch(Duration.ofSeconds(10), time::get, new ProcessorTime(work::get));
        ProcessorTime.Stage search = deadline.work().stage();

        work(search, ProcessorTime.OF_STAGE);
        assertThat(search.isOver()).isFalse();
        assertThat(deadline.work().hasOneMoreStage()).isFalse();
        work(search, Duration.ofNanos(1));
        assertThat(search.isOver()).isTrue();
        assertThat(deadline.work().stage().isOver()).as("another stage").isFalse();
        assertThat(deadline.passed()).isFalse();
        work(deadline.work().stage(), ProcessorTime.MOST.minus(ProcessorTime.OF_STAGE));
        assertThat(deadline.passed()).isTrue();
    }

    /** By another thread, whose clock is another: that of this one stands still meanwhile. */
    private void work(ProcessorTime.Stage stage, Duration took) {
        long before = work.get();
        CompletableFuture.runAsync(() -> stage.work(() -> work.addAndGet(took.toNanos())))
                .join();
        work.set(before);
    }

    @Test
    void othersHaveNoLimitOfWork() {
        RequestDeadline deadline = RequestDeadline.after(Duration.ofSeconds(10), time::get);
        work.set(Long.MAX_VALUE);
        assertThat(deadline.passed()).isFalse();
    }
}
