/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.kafka.Remedies;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits until an index has got certain events, which it gets from whatever process indexes. Keeps no state. */
public final class CatchUpWaiter {
    private static final long LOOK_MILLIS = 100;
    /** Who waits for long asks Kafka less often. */
    private static final long MOST_LOOK_MILLIS = 1_000;

    private final String index;
    private final Supplier<Optional<IndexOffsets>> offsets;
    private final Duration patience;
    private final BooleanSupplier attended;
    private final Runnable loss;

    /**
     * @param offsets how far the index is; empty if that cannot be told at the moment
     * @param patience how long it may stand still before that is a failure, if nobody indexes
     * @param attended whether any process is known to index: one that stands still all the same compares the range of a bulk load, say,
     *     or waits for a server, and goes on by itself
     * @param loss throws if the log has lost what is waited for; asked before anything else is called the cause
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
     * Waits until the index has everything before these offsets.
     *
     * @param note told at each look what is waited for, for people; what it throws ends the waiting
     * @return false if the stop signal or an interrupt came first; an interrupt stays set
     * @throws HBaseSearchException TIMED_OUT if nobody indexes, as far as that is known; INDEX_INCOMPATIBLE if what is waited for is lost
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
                    + now.map(known -> known.behind() + " events behind").orElse("not known to be anywhere")
                    + standstill.words());
            if (stop.await(Duration.ofMillis(look))) {
                return false;
            }
            look = Math.min(MOST_LOOK_MILLIS, 2 * look);
        }
        return true;
    }
}
