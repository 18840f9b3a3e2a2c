/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Collects the results of a batch: its future completes with the last result, or with the first failure. */
final class BatchResults implements WriteListener {
    private final CompletableFuture<List<WriteResult>> future = new CompletableFuture<>();
    private final AtomicReferenceArray<WriteResult> results;
    private final AtomicInteger open;

    BatchResults(int operations) {
        results = new AtomicReferenceArray<>(operations);
        open = new AtomicInteger(operations);
        if (operations == 0) {
            future.complete(List.of());
        }
    }

    CompletableFuture<List<WriteResult>> future() {
        return future;
    }

    @Override
    public void settled(List<Settled> part) {
        part.forEach(settled -> results.set(settled.position(), settled.result()));
        if (open.addAndGet(-part.size()) == 0) {
            WriteResult[] all = new WriteResult[results.length()];
            Arrays.setAll(all, results::get);
            future.complete(List.of(all));
        }
    }

    @Override
    public void failed(int position, Throwable cause) {
        future.completeExceptionally(cause);
    }
}
