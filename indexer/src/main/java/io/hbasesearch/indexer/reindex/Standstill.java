/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Notices, while somebody waits for an index, that it has not got on for long, and tells one that goes on by itself from one that nobody
 * brings anything. For one thread, and one time of waiting.
 */
final class Standstill {
    /** How often who stands still is looked at, once that is so. */
    private static final long AGAIN_NANOS = Duration.ofSeconds(5).toNanos();

    private final String index;
    private final Duration patience;
    private final BooleanSupplier attended;
    private final Runnable loss;
    private long sinceNanos = System.nanoTime();
    private long askedNanos = sinceNanos;
    private long acknowledged = -1;
    private boolean stands;

    /**
     * @param patience how long it may stand still before that is a failure, if nobody indexes
     * @param attended whether any process is known to index: one that stands still all the same compares the range of a bulk load, say,
     *     or waits for a server, and goes on by itself
     * @param loss throws if what is waited for is lost; asked before anything else is called the cause
     */
    Standstill(String index, Duration patience, BooleanSupplier attended, Runnable loss) {
        this.index = index;
        this.patience = patience;
        this.attended = attended;
        this.loss = loss;
    }

    /**
     * To be asked again and again.
     *
     * @param now how far the index is; empty if that cannot be told at the moment
     * @throws HBaseSearchException TIMED_OUT if nobody does, as far as that is known; or what {@code loss} says
     */
    void look(Optional<IndexOffsets> now) {
        long then = now.map(Standstill::sum).orElse(acknowledged);
        if (then > acknowledged) {
            acknowledged = then;
            sinceNanos = System.nanoTime();
            stands = false;
        } else if (System.nanoTime() - sinceNanos > patience.toNanos()
                && (!stands || System.nanoTime() - askedNanos > AGAIN_NANOS)) {
            loss.run();
            if (!attended.getAsBoolean()) {
                throw unattended();
            }
            askedNanos = System.nanoTime();
            stands = true;
        }
    }

    /** For people; empty unless it stands still though somebody indexes. */
    String words() {
        return stands
                ? " and there, but have not got on for " + patience.toSeconds()
                        + " s: they compare the range of a bulk load, or wait for a server; see their health and log"
                : "";
    }

    private static long sum(IndexOffsets offsets) {
        return offsets.acknowledged().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private HBaseSearchException unattended() {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "no process has indexed anything into " + index + " for " + patience.toSeconds()
                        + " s, so nobody can tell what it lacks",
                "Start an indexer, or serve.",
                null);
    }
}
