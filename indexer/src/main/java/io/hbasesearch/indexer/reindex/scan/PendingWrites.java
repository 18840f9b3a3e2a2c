/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the index's responses to the writes of one piece, which arrive on the backend's threads. Keeps no completed operations
 * except rejected ones. Safe for use by several threads.
 */
final class PendingWrites {
    private static final long LOOK_MILLIS = 100;

    private final RunCounters tally;
    private long open;
    private boolean tooOld;
    private @Nullable Throwable failure;
    private List<Refusal> refused = new ArrayList<>();

    PendingWrites(RunCounters tally) {
        this.tally = tally;
    }

    /** An operation that the index rejected. */
    record Refusal(IndexOperation operation, WriteResult.Rejected rejected) {}

    /** Registers one batch, which is about to be submitted. */
    WriteListener expect(List<IndexOperation> batch) {
        synchronized (this) {
            open += batch.size();
        }
        return new Batch(batch);
    }

    private final class Batch implements WriteListener {
        private final List<IndexOperation> operations;

        Batch(List<IndexOperation> operations) {
            this.operations = operations;
        }

        @Override
        public void settled(List<Settled> part) {
            synchronized (PendingWrites.this) {
                part.forEach(settled -> take(operations.get(settled.position()), settled.result()));
                close(part.size());
            }
        }

        @Override
        public void failed(int position, Throwable cause) {
            PendingWrites.this.failed(1, cause);
        }
    }

    private void take(IndexOperation operation, WriteResult result) {
        if (result instanceof WriteResult.Applied) {
            tally.written.increment();
        } else if (result instanceof WriteResult.Superseded) {
            tally.superseded.increment();
        } else if (result instanceof WriteResult.ReadTooOld) {
            tooOld = true;
        } else if (result instanceof WriteResult.Rejected rejected) {
            refused.add(new Refusal(operation, rejected));
        }
    }

    /** Records the failure of operations. The listener of a batch that was not submitted receives no call. */
    synchronized void failed(int operations, Throwable cause) {
        failure = failure == null ? cause : failure;
        close(operations);
    }

    private void close(int answered) {
        open -= answered;
        notifyAll();
    }

    /** Returns whether some submitted operations were too old to be written. */
    synchronized boolean isTooOld() {
        return tooOld;
    }

    /** Returns the operations that were rejected since the last call. */
    synchronized List<Refusal> takeRefused() {
        List<Refusal> taken = refused;
        refused = new ArrayList<>();
        return taken;
    }

    /** @throws RuntimeException or Error if a write failed permanently */
    synchronized void rethrow() {
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    /** Waits until every operation has a result. */
    synchronized void await(StopSignal stop) throws StoppedException, InterruptedException {
        while (open > 0) {
            if (stop.isFired()) {
                throw new StoppedException("waiting for the index");
            }
            wait(LOOK_MILLIS);
        }
        rethrow();
    }
}
