/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.ReindexContext;
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
 * Completes scanned pieces, many at a time: waits until the index has every event up to their markers, has documents without rows
 * read again, and reports the pieces as done once all of that is durable. {@link #add} is for the threads that scan, {@link #run}
 * for a dedicated thread.
 */
final class Finisher {
    /** Maximum number of waiting pieces; scans wait when it is reached. */
    private static final int MOST_WAITING = 100;

    private static final long LOOK_MILLIS = 100;

    private final ReindexContext context;
    private final Way way;
    private final MarkerRecorder marking;
    private final AbsentRows absent;
    private final CatchUpWaiter arrival;
    private final StopSignal stop;
    private final RetryPolicy outages;
    private final Consumer<List<KeyRange>> done;
    private final BlockingQueue<PieceScan.Scanned> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private volatile boolean last;
    private volatile String note = "";

    /** The steps that complete a piece whose rows are written. */
    enum Way {
        /**
         * Does nothing: readers do not see the generation. The code that exposes it to them waits for the indexers and checks the
         * markers.
         */
        FILL,
        /** Waits until the index has the markers, then checks that the log still has them. */
        ONE_WAY,
        /** Also looks for documents without rows. */
        TWO_WAY
    }

    /**
     * @param marking has the markers of all pieces
     * @param patience how long the index may make no progress before that is a failure
     * @param done receives pieces that need not be repeated after a crash
     */
    Finisher(
            ReindexContext context,
            Way way,
            MarkerRecorder marking,
            AbsentRows absent,
            Duration patience,
            PieceScan.Control control,
            Consumer<List<KeyRange>> done) {
        this.context = context;
        this.way = way;
        this.marking = marking;
        this.absent = absent;
        this.arrival = new CatchUpWaiter(
                context.index(),
                control.throttle()::offsets,
                patience,
                context.topic().attended(),
                () -> {
                    // For example, no process indexes into an index that was restored: starting an indexer would not
                    // help.
                    context.wholeCheck().run();
                    marking.requireThere();
                });
        this.stop = control.stop();
        this.outages = control.outages();
        this.done = done;
    }

    /** Accepts a piece. Blocks while many are waiting. */
    void add(PieceScan.Scanned piece) throws StoppedException, InterruptedException {
        while (!waiting.offer(piece, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (stop.isFired()) {
                throw new StoppedException("finishing pieces");
            }
        }
    }

    /** Signals that no more pieces will come. */
    void finish() {
        last = true;
    }

    /** Describes what is being waited for; empty if nothing is. */
    String note() {
        return note;
    }

    /** Completes pieces until the last one is done. */
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
                // The last announcements are part of the work, too.
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
                context.target().searcher().refresh();
                return true;
            });
            for (PieceScan.Scanned piece : pieces) {
                absent.touch(piece);
            }
        }
        // An acknowledged write to an embedded index becomes durable with its next commit.
        outages.call("committing index " + context.index(), () -> {
            context.target().writer().positions().ifPresent(positions -> positions.commit(Map.of()));
            return true;
        });
        done.accept(pieces.stream().map(PieceScan.Scanned::keys).toList());
    }

    /**
     * Waits until the index has applied the markers, then makes sure that it was these markers. A log that lost its end after what
     * the index had read by then looks complete to the index, and new events get the offsets of the lost ones. These events have
     * lower versions than the rows that were read for the lost markers, so the index would reject what they announce. From here on
     * the index detects a loss by itself.
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
