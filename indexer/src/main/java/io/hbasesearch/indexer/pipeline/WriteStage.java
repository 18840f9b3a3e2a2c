/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Submits operations to the index and handles its responses, which arrive on the backend's threads: nothing here blocks those. Each
 * row is done when its own response arrives, regardless of the others of its batch. Safe for use by several threads.
 */
final class WriteStage {
    private final Pipeline pipeline;
    private final PipelineContext context;
    private final InFlight inFlight;
    private final PipelineMetrics metrics;

    WriteStage(Pipeline pipeline, PipelineContext context, InFlight inFlight, PipelineMetrics metrics) {
        this.pipeline = pipeline;
        this.context = context;
        this.inFlight = inFlight;
        this.metrics = metrics;
    }

    /**
     * An operation, with the work that is done when it is acknowledged.
     *
     * @param rowBytes in flight for the operation; released when the response arrives
     * @param isGone whether no cell of the row was read, or the definition excludes the row
     */
    record Pending(RowWork work, IndexOperation operation, long rowBytes, boolean isGone) {}

    /**
     * Takes ownership of the operations: each ends as done, abandoned or resubmitted. Blocks while the index's buffer is full;
     * never throws, but keeps an interrupt set.
     */
    @SuppressWarnings("CatchingUnchecked") // ownership was taken: whatever happens, the work must end
    void write(List<Pending> pending) {
        if (pending.isEmpty()) {
            return;
        }
        Batch batch = new Batch(pending);
        try {
            context.outputs()
                    .writer()
                    .write(pending.stream().map(Pending::operation).toList(), batch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            batch.failed(e);
        }
    }

    /**
     * Keeps only those operations of a batch that have no response yet: one operation may wait for very long. Safe for use by
     * several threads.
     */
    private final class Batch implements WriteListener {
        private final long started = System.nanoTime();
        private final AtomicReferenceArray<Pending> open;

        Batch(List<Pending> pending) {
            open = new AtomicReferenceArray<>(pending.toArray(Pending[]::new));
        }

        @Override
        public void settled(List<Settled> part) {
            metrics.writeLatency.record(Duration.ofNanos(System.nanoTime() - started));
            Leftovers leftovers = new Leftovers();
            long rowBytes = 0;
            for (Settled settled : part) {
                Pending pending = open.getAndSet(settled.position(), null);
                if (pending != null) {
                    rowBytes += pending.rowBytes();
                    settle(pending, settled.result(), leftovers);
                }
            }
            inFlight.removeRows(rowBytes);
            pipeline.submit(leftovers.again);
            pipeline.submitPoison(leftovers.poisoned);
        }

        @Override
        public void failed(int position, Throwable cause) {
            Pending pending = open.getAndSet(position, null);
            if (pending == null) {
                return;
            }
            inFlight.removeRows(pending.rowBytes());
            // Cancelled means that the writer was closed meanwhile, which only a stop does.
            if (!(cause instanceof CancellationException)) {
                pipeline.fail(cause);
            }
            pipeline.abandon(List.of(pending.work()));
        }

        void failed(Throwable cause) {
            for (int position = 0; position < open.length(); position++) {
                failed(position, cause);
            }
        }
    }

    /** The operations that are not done with their response. */
    private static final class Leftovers {
        private final List<RowWork> again = new ArrayList<>(0);
        private final List<PoisonStage.Poison> poisoned = new ArrayList<>(0);
    }

    /** Handles one response. The backend ignores exceptions that are thrown here, so they become the pipeline's failure. */
    @SuppressWarnings("CatchingUnchecked")
    private void settle(Pending pending, WriteResult result, Leftovers leftovers) {
        try {
            if (result instanceof WriteResult.Applied) {
                metrics.applied(pending.operation(), pending.isGone());
                pipeline.done(pending.work());
            } else if (result instanceof WriteResult.Superseded) {
                metrics.superseded.increment();
                pipeline.done(pending.work());
            } else if (result instanceof WriteResult.ReadTooOld) {
                metrics.readTooOld.increment();
                leftovers.again.add(pending.work());
            } else if (result instanceof WriteResult.Rejected rejected) {
                metrics.rejected.increment();
                reject(pending, rejected, leftovers);
            }
        } catch (Throwable e) {
            pipeline.fail(e);
            pipeline.abandon(List.of(pending.work()));
        }
    }

    /** Submits a stub for a rejected document. Its version was not accepted, so the stub has the same version. */
    private void reject(Pending pending, WriteResult.Rejected rejected, Leftovers leftovers) {
        if (pending.operation() instanceof IndexOperation.Upsert upsert) {
            RowWork work = pending.work();
            leftovers.poisoned.add(new PoisonStage.Poison(
                    work,
                    DeadLetter.Stage.WRITE,
                    ErrorCode.DOCUMENT_REJECTED,
                    rejected.reason(),
                    IndexOperation.MarkFailed.of(upsert, rejected)));
        } else {
            refuseStub(pending.work(), rejected.reason());
        }
    }

    /** Fails the pipeline. A stub contains nothing that an index could reject: so the index differs from what was created. */
    private void refuseStub(RowWork work, String reason) {
        pipeline.fail(new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "the index rejects a stub: " + reason,
                "Create the index anew: hbase-search index delete " + context.index() + ", then index create.",
                null));
        pipeline.abandon(List.of(work));
    }
}
