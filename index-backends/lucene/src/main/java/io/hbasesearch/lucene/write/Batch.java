/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.write;

import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteListener.Settled;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A batch in progress, cut into slices for several threads. Its listener receives results slice by slice. Safe for use by
 * several threads, one for each slice.
 */
final class Batch {
    /** Small enough that a usual batch keeps every core busy, large enough to be worth the setup of a slice's look-up. */
    private static final int SLICE = 256;

    private final List<IndexOperation> operations;
    private final WriteListener listener;
    private final AtomicInteger openSlices;
    private final Runnable whenOver;

    /** @param whenOver called once, when no thread works on the batch any more */
    Batch(List<IndexOperation> operations, WriteListener listener, Runnable whenOver) {
        this.operations = operations;
        this.listener = listener;
        this.openSlices = new AtomicInteger((operations.size() + SLICE - 1) / SLICE);
        this.whenOver = whenOver;
    }

    List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (int from = 0; from < operations.size(); from += SLICE) {
            slices.add(new Slice(from, Math.min(operations.size(), from + SLICE)));
        }
        return slices;
    }

    /** Reports that the writer has not accepted the batch. */
    void refuse() {
        for (int i = 0; i < operations.size(); i++) {
            listener.failed(i, cancelled());
        }
    }

    private static CancellationException cancelled() {
        return new CancellationException("the writer was closed, or its caller interrupted, before this was written");
    }

    /**
     * Operations {@code from} to {@code to}, exclusive. Every slice ends once, by {@link #done}, {@link #fail} or {@link
     * #cancel}.
     */
    final class Slice {
        private final int from;
        private final int to;
        private final List<Settled> results;

        private Slice(int from, int to) {
            this.from = from;
            this.to = to;
            this.results = new ArrayList<>(to - from);
        }

        int from() {
            return from;
        }

        int to() {
            return to;
        }

        IndexOperation operation(int i) {
            return operations.get(i);
        }

        void result(int i, WriteResult result) {
            results.add(new Settled(i, result));
        }

        void done() {
            over();
            listener.settled(results);
        }

        void fail(Throwable failure) {
            over();
            for (int i = from; i < to; i++) {
                listener.failed(i, failure);
            }
        }

        void cancel() {
            fail(cancelled());
        }

        // Releases room first, so that a listener that receives the results finds it.
        private void over() {
            if (openSlices.decrementAndGet() == 0) {
                whenOver.run();
            }
        }
    }
}
