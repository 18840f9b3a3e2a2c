/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A batch on its way, cut into slices that several threads work on. Its future completes with the last slice, or with the
 * first failure. Safe for use by several threads, one for each slice.
 */
final class Batch {
    /** Small enough that a usual batch keeps every core busy, large enough that a slice is worth its look-up's set-up. */
    private static final int SLICE = 256;

    private final List<IndexOperation> operations;
    private final AtomicReferenceArray<WriteResult> results;
    private final AtomicInteger openSlices;
    private final Runnable whenOver;
    private final CompletableFuture<List<WriteResult>> future = new CompletableFuture<>();

    /** @param whenOver is called once, when no thread works on the batch any more */
    Batch(List<IndexOperation> operations, Runnable whenOver) {
        this.operations = operations;
        this.results = new AtomicReferenceArray<>(operations.size());
        this.openSlices = new AtomicInteger((operations.size() + SLICE - 1) / SLICE);
        this.whenOver = whenOver;
    }

    CompletableFuture<List<WriteResult>> future() {
        return future;
    }

    List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (int from = 0; from < operations.size(); from += SLICE) {
            slices.add(new Slice(from, Math.min(operations.size(), from + SLICE)));
        }
        return slices;
    }

    /** Operations {@code from} to {@code to}, exclusive. Every slice is ended once, by {@link #done}, {@link #fail} or {@link #cancel}. */
    final class Slice {
        private final int from;
        private final int to;

        private Slice(int from, int to) {
            this.from = from;
            this.to = to;
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
            results.set(i, result);
        }

        void done() {
            if (over() && !future.isDone()) {
                WriteResult[] all = new WriteResult[operations.size()];
                Arrays.setAll(all, results::get);
                future.complete(List.of(all));
            }
        }

        void fail(Throwable failure) {
            over();
            future.completeExceptionally(failure);
        }

        void cancel() {
            over();
            future.cancel(false);
        }

        private boolean over() {
            boolean last = openSlices.decrementAndGet() == 0;
            if (last) {
                whenOver.run();
            }
            return last;
        }
    }
}
