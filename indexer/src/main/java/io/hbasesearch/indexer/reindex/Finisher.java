/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Brings pieces that were scanned to their end, many at a time: waits until the index has every event before their markers, has
 * documents without rows read again, and calls the pieces done once all of that is durable. {@link #add} is for the threads that
 * scan, {@link #run} for one of its own.
 */
final class Finisher {
    /** Pieces that wait: when full, scans wait. */
    private static final int MOST_WAITING = 100;

    private static final long LOOK_MILLIS = 100;
    /** Who waits for long asks Kafka less often. */
    private static final long MOST_LOOK_MILLIS = 1_000;

    private final ReindexContext context;
    private final boolean twoWay;
    private final AbsentRows absent;
    private final Throttle throttle;
    private final Duration patience;
    private final StopSignal stop;
    private final Consumer<List<KeyRange>> done;
    private final BlockingQueue<PieceScan.Scanned> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private volatile boolean last;
    private volatile String note = "";

    /**
     * @param twoWay whether documents without rows are looked for
     * @param patience how long the index may stand still before that is a failure
     * @param done is told of pieces that need not be repeated after a crash
     */
    Finisher(
            ReindexContext context,
            boolean twoWay,
            AbsentRows absent,
            Throttle throttle,
            Duration patience,
            StopSignal stop,
            Consumer<List<KeyRange>> done) {
        this.context = context;
        this.twoWay = twoWay;
        this.absent = absent;
        this.throttle = throttle;
        this.patience = patience;
        this.stop = stop;
        this.done = done;
    }

    /** Takes a piece over. Blocks while many wait. */
    void add(PieceScan.Scanned piece) throws StoppedException, InterruptedException {
        while (!waiting.offer(piece, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (stop.isFired()) {
                throw new StoppedException("finishing pieces");
            }
        }
    }

    /** No more pieces will come. */
    void finish() {
        last = true;
    }

    /** What is waited for, for people; empty if nothing is. */
    String note() {
        return note;
    }

    /** Until the last piece is done. */
    void run() throws StoppedException, InterruptedException {
        while (true) {
            boolean lastLook = last;
            PieceScan.Scanned first = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (stop.isFired()) {
                throw new StoppedException("finishing pieces");
            }
            if (first != null) {
                List<PieceScan.Scanned> pieces = new ArrayList<>(List.of(first));
                waiting.drainTo(pieces);
                finish(pieces);
            } else if (lastLook) {
                // What was announced last is part of the work, too.
                awaitIndexed(absent.goal());
                return;
            }
        }
    }

    private void finish(List<PieceScan.Scanned> pieces) throws StoppedException {
        if (twoWay) {
            Map<Integer, Long> goal = new HashMap<>();
            pieces.forEach(piece ->
                    piece.markers().goal().forEach((partition, offset) -> goal.merge(partition, offset, Math::max)));
            awaitIndexed(goal);
            context.searcher().refresh();
            for (PieceScan.Scanned piece : pieces) {
                absent.touch(piece);
            }
        }
        // An embedded index that was acknowledged is in its next commit.
        context.writer().positions().ifPresent(positions -> positions.commit(Map.of()));
        done.accept(pieces.stream().map(PieceScan.Scanned::keys).toList());
    }

    /** Waits until the index has everything before these offsets. */
    private void awaitIndexed(Map<Integer, Long> goal) throws StoppedException {
        long since = System.nanoTime();
        long before = -1;
        long look = LOOK_MILLIS;
        while (!goal.isEmpty()) {
            Optional<IndexOffsets> now = throttle.offsets();
            if (now.isPresent() && now.get().reach(goal)) {
                break;
            }
            long acknowledged = now.map(Finisher::sum).orElse(before);
            if (acknowledged > before) {
                before = acknowledged;
                since = System.nanoTime();
            }
            if (System.nanoTime() - since > patience.toNanos()) {
                throw standsStill();
            }
            note = "waiting for the indexers, which are "
                    + now.map(offsets -> offsets.behind() + " events behind").orElse("not known to be anywhere");
            if (stop.await(Duration.ofMillis(look))) {
                throw new StoppedException("waiting for the indexers");
            }
            look = Math.min(MOST_LOOK_MILLIS, 2 * look);
        }
        note = "";
    }

    private static long sum(IndexOffsets offsets) {
        return offsets.acknowledged().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private HBaseSearchException standsStill() {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "no process has indexed anything into " + context.index() + " for " + patience.toSeconds()
                        + " s, so nobody can tell which documents have no row any more",
                "Start an indexer, or serve.",
                null);
    }
}
