/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.StopSignal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

class HeapThreadsTest {
    private final HeapThreads threads = new HeapThreads(512L << 20, 16L << 20);

    @Test
    void allRunsTogetherBorrowAsManyAsTheHeapHasRoomFor() {
        assertThat(threads.borrow(2)).isEqualTo(2);
        assertThat(threads.borrow(63)).isEqualTo(1);
        assertThat(threads.borrow(1)).isZero();
        threads.giveBack(2);
        assertThat(threads.borrow(3)).isEqualTo(2);
    }

    @Test
    void aRunHasItsOwnThreadAndNoMoreThanItIsLent() {
        assertThat(threadsOf(64)).hasSize(4);
        assertThat(threads.borrow(2)).isEqualTo(2);
        assertThat(threadsOf(64)).as("others have the rest").hasSize(2);
        assertThat(threads.borrow(9))
                .as("the run has given back what it was lent")
                .isEqualTo(1);
        assertThat(threadsOf(64)).hasSize(1);
    }

    private Set<String> threadsOf(int wanted) {
        Set<String> names = new ConcurrentSkipListSet<>();
        boolean whole = new RunThreads("test", new StopSignal(), () -> {}, () -> {}, threads)
                .run(wanted, "scan", () -> names.add(Thread.currentThread().getName()), List.of());
        assertThat(whole).isTrue();
        return names;
    }
}
