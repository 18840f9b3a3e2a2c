/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.config.ScrubConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.indexer.pipeline.RangeRepair;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Creates the comparisons and repairs of one index. Safe for use by several threads. Opens the index for reading with the first
 * comparison, and closes it.
 */
public final class RangeRepairs implements AutoCloseable {
    private static final int LOOKS = 5;
    private static final int WAITING_FOR_ANOTHER_LOOK = 20_000;
    /** The maximum wait of a scrub: it has time, but not unlimited. */
    private static final Duration SCRUB_WAITS = Duration.ofHours(1);

    private static final Duration LOAD_WAITS = Duration.ofMinutes(1);
    private static final Duration TURN = Duration.ofMinutes(1);

    private final IndexDefinition definition;
    private final RowReader rows;
    private final Supplier<DocumentSearcher> opener;
    private final Consumer<Collection<RowKey>> touches;
    private final Duration readTimeout;
    private final ScrubConfig config;
    private final StopSignal stop;
    private @Nullable DocumentSearcher searcher;
    private boolean closed;

    /**
     * @param opener opens the index, once
     * @param touches appends a touch for each row; returns once all are acknowledged
     * @param readTimeout for one batch of rows
     */
    public RangeRepairs(
            IndexDefinition definition,
            RowReader rows,
            Supplier<DocumentSearcher> opener,
            Consumer<Collection<RowKey>> touches,
            Duration readTimeout,
            ScrubConfig config,
            StopSignal stop) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.rows = Objects.requireNonNull(rows, "rows");
        this.opener = Objects.requireNonNull(opener, "opener");
        this.touches = Objects.requireNonNull(touches, "touches");
        this.readTimeout = Objects.requireNonNull(readTimeout, "readTimeout");
        this.config = Objects.requireNonNull(config, "config");
        this.stop = Objects.requireNonNull(stop, "stop");
    }

    /**
     * Returns a patient repair: a difference counts only if it persists, and if the index has the events of that time; also during
     * a turn that it gets while the index lags.
     *
     * @param writable whether the index accepts writes normally, called often
     * @param offsets the index's offsets, whichever processes work on it; polled about every second
     */
    public RangeRepair forScrub(
            BooleanSupplier writable, Supplier<IndexOffsets> offsets, ScrubState state, MassDeletionGuard brake) {
        // An event that is no later than this is in the index before its row's difference counts.
        Duration tolerance = config.settle().multipliedBy(LOOKS);
        VerifyOptions options = VerifyOptions.standard()
                .withSettle(config.settle(), LOOKS)
                .withRechecks(WAITING_FOR_ANOTHER_LOOK)
                .withSamples(0)
                .withRowsPerSecond(config.rowsPerSecond());
        Backlog backlog = new Backlog(offsets, tolerance, System::nanoTime);
        BackpressureGate gate = new BackpressureGate(
                () -> writable.getAsBoolean() && backlog.isUpToDate(), SCRUB_WAITS, turn(tolerance), stop);
        return repair(verify -> verify.following(offsets, tolerance), options, gate, state.with(brake));
    }

    /** Returns a fast repair: nearly everything differs after a load, and a needless touch costs only one read. */
    public RangeRepair forBulkLoads(BooleanSupplier quiet) {
        VerifyOptions options = VerifyOptions.standard()
                .withSettle(config.settle(), 0)
                .withSamples(0)
                .withRowsPerSecond(config.bulkLoadRowsPerSecond());
        return repair(
                verify -> verify, options, new BackpressureGate(quiet, LOAD_WAITS, TURN, stop), RepairListener.none());
    }

    /**
     * Returns the duration of a turn: long enough for differences to count and to wait for events. Otherwise a gate that closes at
     * intervals would have them checked forever.
     */
    private static Duration turn(Duration tolerance) {
        Duration least = tolerance.multipliedBy(3);
        return least.compareTo(TURN) > 0 ? least : TURN;
    }

    private RangeRepair repair(
            UnaryOperator<Verify> kind, VerifyOptions options, BackpressureGate gate, RepairListener listener) {
        return new TouchingRepair(
                () -> kind.apply(new Verify(definition, rows, searcher(), readTimeout, options)),
                range -> rows.regions(definition.table()),
                touches,
                gate,
                listener);
    }

    private synchronized DocumentSearcher searcher() {
        if (closed) {
            // The caller is a thread that outlives its stop: a searcher opened now would never be closed.
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "comparing index " + definition.name() + ": closed");
        }
        if (searcher == null) {
            searcher = opener.get();
        }
        return searcher;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (searcher != null) {
            searcher.close();
            searcher = null;
        }
    }
}
