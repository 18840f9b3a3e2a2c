/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.concurrent.StopSignal;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Suspends a comparison while the index has more urgent work. It works in turns: after a pass, the gate stays open for some time,
 * and after a long wait it opens in any case, so that a comparison makes progress even where there is always more urgent work. For
 * one thread.
 */
final class BackpressureGate {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final BooleanSupplier quiet;
    private final Duration patience;
    private final Duration turn;
    private final StopSignal stop;
    private long openUntilNanos = System.nanoTime();

    /**
     * @param patience after which it opens nevertheless
     * @param turn how long it stays open at least
     */
    BackpressureGate(BooleanSupplier quiet, Duration patience, Duration turn, StopSignal stop) {
        this.quiet = Objects.requireNonNull(quiet, "quiet");
        this.patience = Objects.requireNonNull(patience, "patience");
        this.turn = Objects.requireNonNull(turn, "turn");
        this.stop = Objects.requireNonNull(stop, "stop");
    }

    boolean isOpen() {
        return isTurn() || quiet.getAsBoolean();
    }

    private boolean isTurn() {
        return System.nanoTime() - openUntilNanos < 0;
    }

    /** Waits until it is open. Returns false if it was cancelled or stopped first. */
    boolean pass(BooleanSupplier cancelled) {
        long start = System.nanoTime();
        while (!cancelled.getAsBoolean()) {
            if (isTurn()) {
                return true;
            }
            if (quiet.getAsBoolean() || System.nanoTime() - start >= patience.toNanos()) {
                openUntilNanos = System.nanoTime() + turn.toNanos();
                return true;
            }
            if (stop.await(LOOK)) {
                return false;
            }
        }
        return false;
    }
}
