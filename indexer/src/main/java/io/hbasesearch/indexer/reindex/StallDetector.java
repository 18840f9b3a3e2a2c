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
final class StallDetector {
    /** How often who stands still is looked at, once that is so. */
    private static final Duration AGAIN = Duration.ofSeconds(30);

    private final String index;
    private final Duration patience;
    private final BooleanSupplier attended;
    private final Runnable loss;
    private final long againNanos;
    private long sinceNanos = System.nanoTime();
    private long askedNanos = sinceNanos;
    private long acknowledged = -1;
    private boolean asked;
    private boolean stands;
    // Since when nobody answers who stands still and why.
    private boolean unknown;
    private long unknownNanos;

    /**
     * @param patience how long it may stand still before that is a failure, if nobody indexes
     * @param attended whether any process is known to index: one that stands still all the same compares the range of a bulk load, say,
     *     or waits for a server, and goes on by itself
     * @param loss throws if what is waited for is lost; asked before anything else is called the cause
     */
    StallDetector(String index, Duration patience, BooleanSupplier attended, Runnable loss) {
        this.index = index;
        this.patience = patience;
        this.attended = attended;
        this.loss = loss;
        this.againNanos = Math.min(AGAIN.toNanos(), patience.toNanos());
    }

    /**
     * To be asked again and again.
     *
     * @param now how far the index is; empty if that cannot be told at the moment
     * @throws HBaseSearchException TIMED_OUT if nobody indexes, as far as that is known; what {@code loss} says; or why neither could
     *     be told for as long as the patience
     */
    void look(Optional<IndexOffsets> now) {
        long then = now.map(StallDetector::sum).orElse(acknowledged);
        if (then > acknowledged) {
            acknowledged = then;
            sinceNanos = System.nanoTime();
            asked = false;
            stands = false;
            unknown = false;
        } else if (System.nanoTime() - sinceNanos > patience.toNanos()
                && (!asked || System.nanoTime() - askedNanos > againNanos)) {
            ask();
            askedNanos = System.nanoTime();
            asked = true;
        }
    }

    private void ask() {
        boolean there;
        try {
            loss.run();
            there = attended.getAsBoolean();
        } catch (HBaseSearchException e) {
            bear(e);
            return;
        }
        unknown = false;
        if (!there) {
            throw unattended();
        }
        stands = true;
    }

    /**
     * Whether it is known that nothing is lost that is waited for.
     *
     * @throws HBaseSearchException as {@link #look}
     */
    boolean isWhole() {
        try {
            loss.run();
        } catch (HBaseSearchException e) {
            bear(e);
            return false;
        }
        unknown = false;
        return true;
    }

    /** A moment without an answer is no reason to end what has waited for hours. */
    private void bear(HBaseSearchException e) {
        boolean passes =
                switch (e.failureClass()) {
                    case TRANSIENT, THROTTLED -> true;
                    case CONFLICT, POISON, FATAL -> false;
                };
        long now = System.nanoTime();
        unknownNanos = unknown ? unknownNanos : now;
        unknown = true;
        if (!passes || now - unknownNanos > patience.toNanos()) {
            throw e;
        }
    }

    /** For people; empty unless it stands still though somebody indexes. */
    String words() {
        return stands
                ? " and there, but have not got on for " + patience.toSeconds()
                        + " s: they compare the range of a bulk load, wait for a server, or cannot commit how far they are; see"
                        + " their health and log"
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
