/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.verify.KeyMiddle;
import io.hbasesearch.indexer.verify.RunThreads;
import io.hbasesearch.indexer.verify.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Fills or refreshes an index from a scan of its table while live edits go on. Each piece of the table is written at the versions
 * of markers that were appended before its scanner was opened (docs/spec, {@code backfill.pml}); documents whose rows a scan has
 * not returned are announced, so that indexers look at these rows.
 *
 * <p>Runs once; {@link #pause} is for any thread. Owns its threads, borrows what it works with.
 */
public final class Reindex {
    private static final Duration OUTAGE = Duration.ofMinutes(10);

    private final ReindexContext context;
    private final Selection selection;
    private final Limits limits;
    private final PieceScan.Bounds bounds;
    private final Duration patience;
    private final StopSignal stop = new StopSignal();
    private final Throttle throttle;

    public Reindex(ReindexContext context, Selection selection, Limits limits) {
        this(context, selection, limits, PieceScan.Bounds.standard(), OUTAGE);
    }

    /** @param patience with servers that do not answer, and with indexers that stand still */
    Reindex(ReindexContext context, Selection selection, Limits limits, PieceScan.Bounds bounds, Duration patience) {
        this.context = Objects.requireNonNull(context, "context");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.limits = Objects.requireNonNull(limits, "limits");
        this.bounds = bounds;
        this.patience = patience;
        this.throttle = new Throttle(limits, context.offsets(), stop);
    }

    /** Stops reading, or goes on. */
    public void pause(boolean wanted) {
        throttle.pause(wanted);
    }

    /**
     * Runs to the end, or until the calling thread is interrupted; the interrupt stays set then.
     *
     * @param done what earlier starts were done with
     * @param before what they counted
     * @return whether everything is done
     * @throws io.hbasesearch.core.error.HBaseSearchException if a server stays away, or somebody has to act
     */
    public boolean run(DoneRanges done, Counts before, ReindexListener listener) {
        Tally tally = new Tally(before);
        Scope scope = Scope.of(context.rows(), context.definition().table(), selection.range(), done);
        Patience outages = new Patience(stop, patience);
        Finished finished = new Finished(done, tally, listener);
        Finisher finisher = new Finisher(
                context,
                selection.isByKey(),
                new AbsentRows(context, tally, outages, stop),
                throttle,
                patience,
                stop,
                finished::add);
        WorkQueue queue = new WorkQueue(scope.missing());
        PieceScan pieces = new PieceScan(
                context,
                RowSources.of(context.rows(), context.definition(), context.readTimeout(), selection),
                bounds,
                tally,
                throttle,
                outages,
                stop,
                scope::scanned);
        Worker worker = new Worker(queue, pieces, scope, finisher, outages);
        Runnable progress = () -> listener.progress(
                tally.counts(), scope.fraction(), throttle.reason().isEmpty() ? finisher.note() : throttle.reason());
        RunThreads threads = new RunThreads("hbase-search-reindex-" + context.index(), stop, queue::stop, progress);
        return threads.run(
                limits.threads(),
                "scan",
                worker::run,
                List.of(new RunThreads.Following("finish", finisher::run, finisher::finish)));
    }

    /** Collects what is done. For the finisher's thread. */
    private static final class Finished {
        private final Tally tally;
        private final ReindexListener listener;
        private DoneRanges done;

        Finished(DoneRanges done, Tally tally, ReindexListener listener) {
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

    /** Scans what the queue gives out, piece after piece. For several threads at once. */
    private final class Worker {
        private final WorkQueue queue;
        private final PieceScan pieces;
        private final Scope scope;
        private final Finisher finisher;
        private final Patience outages;

        Worker(WorkQueue queue, PieceScan pieces, Scope scope, Finisher finisher, Patience outages) {
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
            Patience.Trial trial = outages.new Trial("scanning table " + table());
            for (boolean first = true; !work.isDone(); first = false) {
                throttle.awaitOpen();
                if (stop.isFired()) {
                    throw new StoppedException("scanning");
                }
                // What is done within one piece is not worth dividing.
                if (!first && queue.isHungry()) {
                    giveHalf(work);
                }
                try {
                    next(work, trial);
                } catch (HBaseSearchException e) {
                    trial.failed(e);
                }
            }
        }

        private void next(WorkQueue.Work work, Patience.Trial trial) throws StoppedException, InterruptedException {
            PieceScan.Scanned piece = pieces.scan(work.rest());
            if (!piece.keys().isEmpty()) {
                scope.scanned(piece.keys());
                finisher.add(piece);
                work.advance(piece.keys().stop());
                trial.succeeded();
            }
            if (piece.failure().isPresent()) {
                trial.failed(piece.failure().get());
            }
        }

        private void giveHalf(WorkQueue.Work work) throws StoppedException {
            KeyRange rest = work.rest();
            Optional<RowKey> last = outages.call("dividing a region of table " + table(), () -> context.rows()
                    .last(table(), rest));
            last.flatMap(key -> KeyMiddle.of(rest.start(), key.bytes())).ifPresent(work::split);
        }

        private TableId table() {
            return context.definition().table();
        }
    }
}
