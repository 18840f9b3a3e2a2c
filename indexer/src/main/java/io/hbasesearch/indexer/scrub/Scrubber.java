/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.config.ScrubConfig;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.Piece;
import io.hbasesearch.indexer.pipeline.RangeRepair;
import io.hbasesearch.indexer.pipeline.UpkeepThread;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares an index with its table, pass after pass, and has the differences repaired that no event announces, such as those of
 * TTL expiry, truncates and restores. Of all indexing processes, only the one to which Kafka's consumer group assigns partition 0
 * scrubs. A process begins its first pass at a random range, so that no range is neglected where processes restart often.
 *
 * <p>Runs on its own thread. A failure is reported in the health and retried; it does not affect indexing. Safe for use by several
 * threads; starts once.
 */
public final class Scrubber implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Scrubber.class);

    /** The name of the failures in the health. */
    private static final String STEP = "scrubbing";

    private static final Duration LONGEST_FIRST_PAUSE = Duration.ofMinutes(1);

    private final String index;
    private final ScrubConfig config;
    private final RangeRepair repair;
    private final BooleanSupplier mine;
    private final ScrubState state;
    private final MassDeletionGuard brake;
    private final StopSignal stop;
    private final RandomGenerator random;
    private final UpkeepThread thread;
    // Used only by the thread:
    private boolean hasPassed;
    private @Nullable ByteArray givenUpAt;

    /** @param conditions tell whether this process has to scrub at present */
    public Scrubber(
            String index,
            ScrubConfig config,
            RangeRepair repair,
            UpkeepThread.Conditions conditions,
            ScrubState state,
            MassDeletionGuard brake,
            RandomGenerator random) {
        this.index = Objects.requireNonNull(index, "index");
        this.config = Objects.requireNonNull(config, "config");
        this.repair = Objects.requireNonNull(repair, "repair");
        this.mine = conditions.mine();
        this.state = Objects.requireNonNull(state, "state");
        this.brake = Objects.requireNonNull(brake, "brake");
        this.stop = conditions.stop();
        this.random = Objects.requireNonNull(random, "random");
        this.thread = new UpkeepThread("hbase-search-scrub-" + index, STEP, conditions, random, this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        Duration pause = config.pauseBetweenPasses();
        boolean stopped = stop.await(pause.compareTo(LONGEST_FIRST_PAUSE) < 0 ? pause : LONGEST_FIRST_PAUSE);
        try {
            // No wait follows a pass that a stop has ended, so nothing else would report the stop.
            while (!stopped && !stop.isFired()) {
                stopped = mine.getAsBoolean() ? pass() && thread.rest(pause, this::standDown) : awaitTurn();
            }
        } catch (StoppedException e) {
            LOG.debug("index {}: {}", index, e.getMessage());
        } finally {
            standDown();
        }
    }

    private boolean awaitTurn() {
        standDown();
        return thread.awaitTurn();
    }

    /** Discards the state: it is outdated once another process scrubs, and an alarm about it would never end. */
    private void standDown() {
        state.forget();
        brake.standDown();
    }

    /** @return whether the pass was completed */
    private boolean pass() throws StoppedException {
        List<Piece> pieces = thread.insist(this::begin);
        if (pieces == null) {
            return false;
        }
        int first = first(pieces);
        state.begin(pieces.size());
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get((first + i) % pieces.size());
            thread.insist(() -> {
                repair.repair(piece, row -> true, thread::isOver);
                return piece;
            });
            if (!piece.isDone()) {
                givenUpAt = piece.left().start();
                state.giveUp();
                brake.standDown();
                return false;
            }
            state.rangeDone();
        }
        end();
        return true;
    }

    private List<Piece> begin() {
        brake.begin();
        return repair.pieces(KeyRange.all());
    }

    /**
     * Returns the index of a pass's first range. After an abandoned pass, it is the range where that pass ended, so that the last
     * ranges are not neglected where partitions move often.
     */
    private int first(List<Piece> pieces) {
        ByteArray from = givenUpAt;
        if (from != null) {
            return (int) pieces.stream()
                            .filter(piece -> piece.left().start().compareTo(from) <= 0)
                            .count()
                    - 1;
        }
        return hasPassed ? 0 : random.nextInt(Math.max(1, pieces.size()));
    }

    private void end() {
        state.end();
        brake.end();
        hasPassed = true;
        givenUpAt = null;
        LOG.info("index {}: {}", index, state.describe());
    }

    /** Waits until a comparison in progress notices the stop, which the caller must have fired; then interrupts it. Idempotent. */
    @Override
    public void close() {
        thread.close();
    }
}
