/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits until an index has applied certain events, no matter which process indexes them. Keeps no state. */
public final class CatchUpWaiter {
    private static final long LOOK_MILLIS = 100;
    /** Long waits poll Kafka less often. */
    private static final long MOST_LOOK_MILLIS = 1_000;

    private final String index;
    private final Supplier<Optional<IndexOffsets>> offsets;
    private final Duration patience;
    private final BooleanSupplier attended;
    private final Runnable loss;

    /**
     * @param offsets the index's offsets; empty if they are unknown at the moment
     * @param patience how long the index may make no progress before that is a failure, if no process indexes
     * @param attended whether any process is known to index. A process that makes no progress all the same is, for example,
     *     comparing the range of a bulk load or waiting for a server, and recovers by itself
     * @param loss throws if the log has lost what is waited for; checked before any other cause is reported
     */
    public CatchUpWaiter(
            String index,
            Supplier<Optional<IndexOffsets>> offsets,
            Duration patience,
            BooleanSupplier attended,
            Runnable loss) {
        this.index = Objects.requireNonNull(index, "index");
        this.offsets = Objects.requireNonNull(offsets, "offsets");
        this.patience = Objects.requireNonNull(patience, "patience");
        this.attended = Objects.requireNonNull(attended, "attended");
        this.loss = Objects.requireNonNull(loss, "loss");
    }

    /**
     * Waits until the index has applied everything before these offsets.
     *
     * @param note receives, at each poll, a description of what is waited for; an exception that it throws ends the wait
     * @return false if the stop signal or an interrupt came first; the interrupt flag stays set
     * @throws HBaseSearchException TIMED_OUT if no process is known to index; INDEX_INCOMPATIBLE if the awaited events are lost
     */
    public boolean await(Map<Integer, Long> goal, StopSignal stop, Consumer<String> note) {
        StallDetector standstill = new StallDetector(index, patience, attended, loss);
        long look = LOOK_MILLIS;
        while (!goal.isEmpty()) {
            Optional<IndexOffsets> now = offsets.get();
            if (now.isPresent() && now.get().reach(goal)) {
                break;
            }
            if (now.isPresent() && now.get().endBefore(goal) && standstill.isWhole()) {
                throw Remedies.endLost(index, "events that Kafka had acknowledged");
            }
            standstill.look(now);
            note.accept("waiting for the indexers, which are "
                    + now.map(known -> known.behind() + " events behind").orElse("at an unknown offset")
                    + standstill.words());
            if (stop.await(Duration.ofMillis(look))) {
                return false;
            }
            look = Math.min(MOST_LOOK_MILLIS, 2 * look);
        }
        return true;
    }
}
