/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Hands operations to the index and deals with its answers, which come on the backend's threads: nothing here blocks those.
 * Safe for use by several threads.
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

    /** An operation and the work that is done when it is acknowledged. */
    record Pending(RowWork work, IndexOperation operation) {}

    /**
     * Takes the operations over: each ends as done, abandoned or sent on. Blocks while the index's buffer is full; never
     * throws, but keeps an interrupt set.
     *
     * @param rowBytes in flight on behalf of these operations; taken off when the answer is there
     */
    @SuppressWarnings("CatchingUnchecked") // ownership was taken: whatever happens, the work must end
    void write(List<Pending> pending, long rowBytes) {
        if (pending.isEmpty()) {
            inFlight.removeRows(rowBytes);
            return;
        }
        long start = System.nanoTime();
        CompletableFuture<List<WriteResult>> answer;
        try {
            answer = context.writer()
                    .write(pending.stream().map(Pending::operation).toList());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer = CompletableFuture.failedFuture(new CancellationException("interrupted"));
        } catch (RuntimeException | Error e) {
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete((results, failure) -> {
            inFlight.removeRows(rowBytes);
            complete(pending, results, failure, start);
        });
    }

    private void complete(
            List<Pending> pending, @Nullable List<WriteResult> results, @Nullable Throwable failure, long start) {
        if (results != null && results.size() == pending.size()) {
            metrics.writeLatency.record(Duration.ofNanos(System.nanoTime() - start));
            settle(pending, results);
            return;
        }
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure == null
                        ? new IllegalStateException("the index answered another number of operations than it was given")
                        : failure;
        // Cancelled means that the writer was closed under it, which only a stop does.
        if (!(cause instanceof CancellationException)) {
            pipeline.fail(cause);
        }
        pipeline.abandon(pending.stream().map(Pending::work).toList());
    }

    /** Whoever made the answer sees nothing of what is thrown here, so it ends in the pipeline's failure. */
    @SuppressWarnings("CatchingUnchecked")
    private void settle(List<Pending> pending, List<WriteResult> results) {
        List<RowWork> open = new ArrayList<>(pending.stream().map(Pending::work).toList());
        try {
            settle(pending, results, open);
        } catch (Throwable e) {
            pipeline.fail(e);
            pipeline.abandon(open);
        }
    }

    /** @param open loses each piece of work once it is done or somebody else's */
    private void settle(List<Pending> pending, List<WriteResult> results, List<RowWork> open) {
        List<RowWork> again = new ArrayList<>(0);
        List<PoisonStage.Poison> poisoned = new ArrayList<>(0);
        for (int i = 0; i < pending.size(); i++) {
            RowWork work = pending.get(i).work();
            IndexOperation operation = pending.get(i).operation();
            WriteResult result = results.get(i);
            if (result instanceof WriteResult.Applied) {
                metrics.applied(operation);
                open.remove(work);
                pipeline.done(work);
            } else if (result instanceof WriteResult.Superseded) {
                metrics.superseded.increment();
                open.remove(work);
                pipeline.done(work);
            } else if (result instanceof WriteResult.ReadTooOld) {
                metrics.readTooOld.increment();
                again.add(work);
            } else if (result instanceof WriteResult.Rejected rejected) {
                metrics.rejected.increment();
                if (!(operation instanceof IndexOperation.Upsert)) {
                    open.remove(work);
                }
                reject(work, operation, rejected.reason(), poisoned);
            }
        }
        open.clear();
        pipeline.submit(again);
        pipeline.submitPoison(poisoned);
    }

    /** The version was not taken, so the stub that follows has it. */
    private void reject(RowWork work, IndexOperation operation, String reason, List<PoisonStage.Poison> poisoned) {
        if (operation instanceof IndexOperation.Upsert upsert) {
            long refused = ContentHash.ofRefused(upsert.id(), upsert.document());
            IndexOperation.MarkFailed stub =
                    new IndexOperation.MarkFailed(work.row(), work.version(), upsert.readStartedMillis(), refused);
            poisoned.add(
                    new PoisonStage.Poison(work, DeadLetter.Stage.WRITE, ErrorCode.DOCUMENT_REJECTED, reason, stub));
        } else {
            refuseStub(work, reason);
        }
    }

    /** A stub holds nothing that an index could object to: the index itself is not as it was created. */
    private void refuseStub(RowWork work, String reason) {
        pipeline.fail(new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "the index refuses a stub: " + reason,
                "Create the index anew: hbase-search index delete " + context.index() + ", then index create.",
                null));
        pipeline.abandon(List.of(work));
    }
}
