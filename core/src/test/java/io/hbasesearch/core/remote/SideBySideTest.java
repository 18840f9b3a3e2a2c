/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SideBySideTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    @Timeout(30)
    void allAreAskedAtOnceAndAnswersStandInOrder() throws Exception {
        List<Integer> whom = IntStream.range(0, 8).boxed().toList();
        CyclicBarrier all = new CyclicBarrier(whom.size());

        // Asked one after the other, the first would wait for the others for ever.
        assertThat(SideBySide.ask(whom, LONG, each -> meet(all, each), each -> -1))
                .isEqualTo(whom);
        assertThat(SideBySide.ask(List.<Integer>of(), LONG, each -> each, each -> -1))
                .isEmpty();
    }

    @Test
    @Timeout(30)
    void whoIsSilentIsToldAsSuchAndHoldsNobodyUp() throws Exception {
        CountDownLatch never = new CountDownLatch(1);

        assertThat(SideBySide.ask(
                        List.of("silent", "well"),
                        Duration.ofMillis(300),
                        each -> each.equals("well") ? "answer" : await(never),
                        each -> each + " is late"))
                .containsExactly("silent is late", "answer");
    }

    @Test
    void aFailureIsTheCallers() {
        assertThatThrownBy(() -> SideBySide.ask(
                        List.of("any"),
                        LONG,
                        each -> {
                            throw new IllegalArgumentException("planted");
                        },
                        each -> each))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("planted");
    }

    private static int meet(CyclicBarrier all, int each) {
        try {
            all.await(20, TimeUnit.SECONDS);
            return each;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String await(CountDownLatch never) {
        try {
            never.await();
            return "never";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
