/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RangeQueueTest {
    @Test
    void eachNumberIsTakenOnce() {
        RangeQueue turns = new RangeQueue(2);

        assertThat(turns.take(() -> false)).isZero();
        assertThat(turns.hasMore()).isTrue();
        assertThat(turns.take(() -> false)).isEqualTo(1);
        assertThat(turns.hasMore()).isFalse();
        assertThat(turns.take(() -> false)).isEqualTo(RangeQueue.NONE);
        assertThat(turns.take(() -> false)).isEqualTo(RangeQueue.NONE);
    }

    @Test
    void noneIsTakenOnceItIsEnough() {
        RangeQueue turns = new RangeQueue(2);

        assertThat(turns.take(() -> true)).isEqualTo(RangeQueue.NONE);
        assertThat(turns.take(() -> false)).isZero();
    }

    /** While one thread asks, another one takes all others and finds enough: the first may not have taken one that it drops. */
    @Test
    void noNumberIsLostThatSomebodyTookBeforeItWasEnough() {
        RangeQueue turns = new RangeQueue(3);
        List<Integer> used = new ArrayList<>();

        int late = turns.take(() -> {
            for (int number = turns.take(() -> false); number != RangeQueue.NONE; number = turns.take(() -> false)) {
                used.add(number);
            }
            return true;
        });

        assertThat(late).isEqualTo(RangeQueue.NONE);
        assertThat(used).containsExactly(0, 1, 2);
    }
}
