/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Brings pieces that were scanned to their end, many at a time: waits until the index has every event up to their markers, has
 * documents without rows read again, and calls the pieces done once all of that is durable. {@link #add} is for the threads that
 * scan, {@link #run} for one of its own.
 */
final class Finisher {
    /** Pieces that wait: when full, scans wait. */
    private static final int MOST_WAITING = 100;

    private static final long LOOK_MILLIS = 100;

    private final ReindexContext context;
    private final Way way;
    private final MarkerRecorder marking;
    private final AbsentRows absent;
    private final CatchUpWaiter arrival;
    private final StopSignal stop;
    private final TimedRetry outages;
    private final Consumer<List<KeyRange>> done;
    private final BlockingQueue<PieceScan.Scanned> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private volatile boolean last;
    private volatile String note = "";

    /** What is done for a piece whose rows are written. */
    enum Way {
        /** Nothing: readers do not see the generation, and who lets them waits for the indexers and looks for the markers. */
        FILL,
        /** The index has to get the markers, and the log to have them then. */
        ONE_WAY,
        /** And documents without rows are looked for. */
        TWO_WAY
    }

    /**
     * @param marking that has the markers of all pieces
     * @param patience how long the index may stand still before that is a failure
     * @param outages how long it may not answer
     * @param done is told of pieces that need not be repeated after a crash
     */
    Finisher(
            ReindexContext context,
            Way way,
            MarkerRecorder marking,
            AbsentRows absent,
            Throttle throttle,
            Duration patience,
            StopSignal stop,
            TimedRetry outages,
            Consumer<List<KeyRange>> done) {
        this.context = context;
        this.way = way;
        this.marking = marking;
        this.absent = absent;
        this.arrival = new CatchUpWaiter(context.index(), throttle::offsets, patience, context.attended(), () -> {
            // Nobody indexes into one that was put back, say: to start an indexer would not help.
            context.wholeCheck().run();
            marking.requireThere();
        });
        this.stop = stop;
        this.outages = outages;
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
        if (way != Way.FILL) {
            awaitMarkers(pieces);
        }
        if (way == Way.TWO_WAY) {
            outages.call("making writes to index " + context.index() + " visible", () -> {
                context.searcher().refresh();
                return true;
            });
            for (PieceScan.Scanned piece : pieces) {
                absent.touch(piece);
            }
        }
        // An embedded index that was acknowledged is in its next commit.
        outages.call("committing index " + context.index(), () -> {
            context.writer().positions().ifPresent(positions -> positions.commit(Map.of()));
            return true;
        });
        done.accept(pieces.stream().map(PieceScan.Scanned::keys).toList());
    }

    /**
     * Waits until the index has got the markers, and then makes sure that it was these. A log that lost its end behind what the index
     * had read by then looks whole to it, and new events take the offsets of the lost ones: these have lower versions than what was
     * read for the lost markers, so the index would refuse what they announce. From here on the index notices by itself.
     */
    private void awaitMarkers(List<PieceScan.Scanned> pieces) throws StoppedException {
        Map<Integer, Long> goal = new HashMap<>();
        pieces.forEach(piece ->
                piece.markers().goal().forEach((partition, offset) -> goal.merge(partition, offset, Math::max)));
        awaitIndexed(goal);
        outages.call("looking for the markers of index " + context.index(), () -> {
            marking.requireThere();
            return true;
        });
    }

    private void awaitIndexed(Map<Integer, Long> goal) throws StoppedException {
        if (!arrival.await(goal, stop, waits -> note = waits)) {
            throw new StoppedException("waiting for the indexers");
        }
        note = "";
    }
}
