/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    @Test
    void eachNumberIsTakenOnce() {
        Turns turns = new Turns(2);

        assertThat(turns.take(() -> false)).isZero();
        assertThat(turns.take(() -> false)).isEqualTo(1);
        assertThat(turns.take(() -> false)).isEqualTo(Turns.NONE);
        assertThat(turns.take(() -> false)).isEqualTo(Turns.NONE);
    }

    @Test
    void noneIsTakenOnceItIsEnough() {
        Turns turns = new Turns(2);

        assertThat(turns.take(() -> true)).isEqualTo(Turns.NONE);
        assertThat(turns.take(() -> false)).isZero();
    }

    /** While one thread asks, another one takes all others and finds enough: the first may not have taken one that it drops. */
    @Test
    void noNumberIsLostThatSomebodyTookBeforeItWasEnough() {
        Turns turns = new Turns(3);
        List<Integer> used = new ArrayList<>();

        int late = turns.take(() -> {
            for (int number = turns.take(() -> false); number != Turns.NONE; number = turns.take(() -> false)) {
                used.add(number);
            }
            return true;
        });

        assertThat(late).isEqualTo(Turns.NONE);
        assertThat(used).containsExactly(0, 1, 2);
    }
}
