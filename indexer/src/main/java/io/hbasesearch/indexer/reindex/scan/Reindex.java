/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.verify.KeyMiddle;
import io.hbasesearch.indexer.verify.RunThreads;
import io.hbasesearch.indexer.verify.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Fills or refreshes an index from a scan of its table while live edits continue. Each piece of the table is written at the
 * versions of markers that were appended before its scanner was opened (docs/spec, {@code backfill.pml}). Documents whose rows a
 * scan has not returned are announced, so that indexers read these rows.
 *
 * <p>Runs once; {@link #pause} is for any thread. Owns its threads; borrows everything passed to it.
 */
public final class Reindex implements Backfill {
    private static final Duration OUTAGE = Duration.ofMinutes(10);
    /** Maximum number of consecutive pieces that were too old to write, each with half the time of the one before. */
    private static final int MOST_IN_VAIN = 10;

    private final ReindexContext context;
    private final Selection selection;
    private final Limits limits;
    private final PieceScan.Bounds bounds;
    private final Duration patience;
    private final Finisher.Way way;
    private final StopSignal stop = new StopSignal();
    private final Throttle throttle;

    public Reindex(ReindexContext context, Selection selection, Limits limits) {
        this(context, selection, limits, PieceScan.Bounds.standard(), OUTAGE);
    }

    /**
     * Fills a generation that was begun empty and that readers do not see, from the whole table and one way: nobody looks for
     * documents without rows. There are none. Its group begins where the topic ended when it was begun, so each of its documents
     * comes from a read that began after that: by an indexer, at an event from there on, or by a scanner behind a marker that
     * was appended later still. If the row has gone since that read, its deletion became visible after the read began and was
     * announced after that (docs/decisions/002), so its event lies behind the document's version and behind where the group begins:
     * it is read for this generation, and its stub wins. A document whose deletion nobody will announce, which is what the second
     * way is for, can only be one that was there before. In {@code docs/spec} this is world {@code rebuild}; mutants
     * {@code one-way} and {@code begun-late} show what either half is needed for.
     */
    public static Reindex intoEmpty(ReindexContext context, Limits limits) {
        return new Reindex(context, Selection.all(), limits, PieceScan.Bounds.standard(), OUTAGE, Finisher.Way.FILL);
    }

    /** @param patience how long servers may be unavailable and indexers may make no progress */
    Reindex(ReindexContext context, Selection selection, Limits limits, PieceScan.Bounds bounds, Duration patience) {
        // With any other selection, a row that a scan has not returned may still exist.
        this(
                context,
                selection,
                limits,
                bounds,
                patience,
                selection.isByKey() ? Finisher.Way.TWO_WAY : Finisher.Way.ONE_WAY);
    }

    private Reindex(
            ReindexContext context,
            Selection selection,
            Limits limits,
            PieceScan.Bounds bounds,
            Duration patience,
            Finisher.Way way) {
        this.context = Objects.requireNonNull(context, "context");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.limits = Objects.requireNonNull(limits, "limits");
        this.bounds = bounds;
        this.patience = patience;
        this.way = way;
        this.throttle = new Throttle(
                context.index(),
                limits,
                context.topic().offsets(),
                context.topic().attended(),
                context.wholeCheck(),
                stop,
                patience);
    }

    @Override
    public void pause(boolean wanted) {
        throttle.pause(wanted);
    }

    @Override
    public boolean run(DoneRanges done, Counts before, ReindexListener listener) {
        RunCounters tally = new RunCounters(before);
        Scope scope = Scope.of(context.table().rows(), context.definition().table(), selection.range(), done);
        RetryPolicy outages = RetryPolicy.within(patience, stop);
        PieceScan.Control control = new PieceScan.Control(throttle, outages, stop);
        Finished finished = new Finished(done, tally, listener);
        MarkerRecorder marking =
                new MarkerRecorder(context.metadata().epoch(), context.topic().markerCheck(), listener);
        if (!markersAreThere(marking, outages)) {
            return false;
        }
        Finisher finisher = new Finisher(
                context, way, marking, new AbsentRows(context, tally, outages, stop), patience, control, finished::add);
        WorkQueue queue = new WorkQueue(scope.missing());
        PieceScan pieces = new PieceScan(
                context.with(() -> marking.note(context.topic().markers().get())),
                RowSources.of(
                        context.table().rows(),
                        context.definition(),
                        context.table().readTimeout(),
                        selection,
                        context.clock()),
                bounds,
                tally,
                control,
                scope::scanned);
        Worker worker = new Worker(queue, pieces, scope, finisher, outages);
        Runnable progress = () -> listener.progress(
                tally.counts(), scope.fraction(), throttle.reason().isEmpty() ? finisher.note() : throttle.reason());
        RunThreads threads = new RunThreads("hbase-search-reindex-" + context.index(), stop, queue::stop, progress);
        context.target().writer().catchUp(true);
        try {
            return threads.run(
                    limits.threads(),
                    "scan",
                    worker::run,
                    List.of(new RunThreads.Following("finish", finisher::run, finisher::finish)));
        } finally {
            context.target().writer().catchUp(false);
        }
    }

    /** Checks the markers of earlier starts, whose rows are not written again. Returns false if the stop signal came first. */
    private boolean markersAreThere(MarkerRecorder marking, RetryPolicy outages) {
        try {
            return outages.call("looking for the markers of index " + context.index(), () -> {
                marking.requireThere();
                return true;
            });
        } catch (StoppedException e) {
            return false;
        }
    }

    /** Collects completed pieces. For the finisher's thread. */
    private static final class Finished {
        private final RunCounters tally;
        private final ReindexListener listener;
        private DoneRanges done;

        Finished(DoneRanges done, RunCounters tally, ReindexListener listener) {
            this.done = done;
            this.tally = tally;
            this.listener = listener;
        }

        void add(List<KeyRange> pieces) {
            for (KeyRange piece : pieces) {
                done = done.plus(piece);
            }
            listener.done(done, tally.counts());
        }
    }

    /** Scans the work that the queue hands out, piece by piece. For several threads at once. */
    private final class Worker {
        private final WorkQueue queue;
        private final PieceScan pieces;
        private final Scope scope;
        private final Finisher finisher;
        private final RetryPolicy outages;

        Worker(WorkQueue queue, PieceScan pieces, Scope scope, Finisher finisher, RetryPolicy outages) {
            this.queue = queue;
            this.pieces = pieces;
            this.scope = scope;
            this.finisher = finisher;
            this.outages = outages;
        }

        void run() throws StoppedException, InterruptedException {
            for (WorkQueue.Work work = queue.take(); work != null; work = queue.take()) {
                scan(work);
            }
        }

        private void scan(WorkQueue.Work work) throws StoppedException, InterruptedException {
            RetryPolicy.Failures trial = outages.failures("scanning table " + table());
            int inVain = 0;
            for (boolean first = true; !work.isDone(); first = false) {
                throttle.awaitOpen();
                if (stop.isFired()) {
                    throw new StoppedException("scanning");
                }
                // Work that fits in one piece is not worth splitting.
                if (!first && queue.isHungry()) {
                    giveHalf(work);
                }
                try {
                    inVain = next(work, trial) ? 0 : inVain + 1;
                    if (inVain >= MOST_IN_VAIN) {
                        throw tooOld();
                    }
                } catch (HBaseSearchException e) {
                    trial.await(e);
                }
            }
        }

        /** @return false if what was read had become too old to be written by the time that it was */
        private boolean next(WorkQueue.Work work, RetryPolicy.Failures trial)
                throws StoppedException, InterruptedException {
            PieceScan.Scanned piece = pieces.scan(work.rest());
            if (!piece.keys().isEmpty()) {
                scope.scanned(piece.keys());
                finisher.add(piece);
                work.advance(piece.keys().stop());
                trial.reset();
            }
            if (piece.failure().isPresent()) {
                trial.await(piece.failure().get());
                return true;
            }
            return !piece.keys().isEmpty();
        }

        private HBaseSearchException tooOld() {
            return new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "rows of table " + table() + " are too old to be written by the time that index " + context.index()
                            + " receives them: it accepts only rows that were read less than a quarter of"
                            + " indexer.stubRetention ago, however small the pieces of the scan are",
                    "Increase indexer.stubRetention, to the same value for every process that writes to the index.",
                    null);
        }

        private void giveHalf(WorkQueue.Work work) throws StoppedException {
            KeyRange rest = work.rest();
            Optional<RowKey> last = outages.call(
                    "dividing a region of table " + table(),
                    () -> context.table().rows().last(table(), rest));
            last.flatMap(key -> KeyMiddle.of(rest.start(), key.bytes())).ifPresent(work::split);
        }

        private TableId table() {
            return context.definition().table();
        }
    }
}
