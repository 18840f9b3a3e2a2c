/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Detects, while a caller waits for an index, that it makes no progress for long. Distinguishes an index that recovers by itself
 * from one that no process feeds. For one thread, and one wait.
 */
final class StallDetector {
    /** Interval of the checks once the index makes no progress. */
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
    // Since when the requests that explain the stall have failed.
    private boolean unknown;
    private long unknownNanos;

    /**
     * @param patience how long the index may make no progress before that is a failure, if no process indexes
     * @param attended whether any process is known to index. A process that makes no progress all the same is, for example,
     *     comparing the range of a bulk load or waiting for a server, and recovers by itself
     * @param loss throws if what is waited for is lost; checked before any other cause is reported
     */
    StallDetector(String index, Duration patience, BooleanSupplier attended, Runnable loss) {
        this.index = index;
        this.patience = patience;
        this.attended = attended;
        this.loss = loss;
        this.againNanos = Math.min(AGAIN.toNanos(), patience.toNanos());
    }

    /**
     * Checks for progress; call it repeatedly.
     *
     * @param now the index's offsets; empty if they are unknown at the moment
     * @throws HBaseSearchException TIMED_OUT if no process is known to index; the exception of {@code loss}; or the failure that
     *     kept both from being checked for longer than the patience
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
     * Returns whether it is known that nothing that is waited for is lost.
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

    /** Tolerates a short failure, which must not end a wait of hours. */
    private void bear(HBaseSearchException e) {
        long now = System.nanoTime();
        unknownNanos = unknown ? unknownNanos : now;
        unknown = true;
        if (!e.failureClass().isRetryable() || now - unknownNanos > patience.toNanos()) {
            throw e;
        }
    }

    /** Describes the stall; empty unless the index makes no progress although a process indexes. */
    String words() {
        return stands
                ? " and running, but have made no progress for " + patience.toSeconds()
                        + " s: they compare the range of a bulk load, wait for a server, or cannot commit their offsets; see"
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
                        + " s, so it is unknown which events it lacks",
                "Start an indexer, or serve.",
                null);
    }
}
