/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.StopSignal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackpressureGateTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final StopSignal stop = new StopSignal();

    @Test
    void waitsUntilItIsQuiet() {
        AtomicInteger asked = new AtomicInteger();
        BackpressureGate gate = new BackpressureGate(() -> asked.incrementAndGet() > 3, LONG, Duration.ZERO, stop);
        assertThat(gate.pass(() -> false)).isTrue();
        assertThat(asked).hasValue(4);
    }

    @Test
    void whoWasLetPassHasItsTurn() {
        AtomicInteger asked = new AtomicInteger();
        BackpressureGate gate = new BackpressureGate(() -> asked.incrementAndGet() == 1, LONG, LONG, stop);
        assertThat(gate.isOpen()).as("quiet").isTrue();
        assertThat(gate.isOpen()).as("before anybody passed").isFalse();

        asked.set(0);
        assertThat(gate.pass(() -> false)).isTrue();
        assertThat(gate.isOpen()).isTrue();
        assertThat(gate.pass(() -> false)).as("again in the same turn").isTrue();
        assertThat(asked).as("not asked in a turn").hasValue(1);
    }

    @Test
    void whoWaitedLongIsLetPassAndHasItsTurnToo() {
        BackpressureGate gate = new BackpressureGate(() -> false, Duration.ofMillis(250), LONG, stop);
        long start = System.nanoTime();
        assertThat(gate.pass(() -> false)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(250));
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void neitherWaitsForNorLetsPassWhatIsCancelledOrStopped() {
        BackpressureGate gate = new BackpressureGate(() -> false, LONG, LONG, stop);
        assertThat(gate.pass(() -> true)).isFalse();
        stop.fire();
        assertThat(gate.pass(() -> false)).isFalse();
    }
}
