/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.spi.WriteResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A caller's batch whose operations may travel in different requests. Safe for use by several threads. */
final class PendingBatch {
    private final CompletableFuture<List<WriteResult>> future = new CompletableFuture<>();
    private final AtomicReferenceArray<WriteResult> results;
    private final AtomicInteger open;

    PendingBatch(int size) {
        results = new AtomicReferenceArray<>(size);
        open = new AtomicInteger(size);
        if (size == 0) {
            future.complete(List.of());
        }
    }

    CompletableFuture<List<WriteResult>> future() {
        return future;
    }

    /** Once for each operation. */
    void complete(int position, WriteResult result) {
        results.set(position, result);
        if (open.decrementAndGet() == 0) {
            WriteResult[] all = new WriteResult[results.length()];
            for (int i = 0; i < all.length; i++) {
                all[i] = results.get(i);
            }
            future.complete(List.of(all));
        }
    }

    void fail(Throwable cause) {
        future.completeExceptionally(cause);
    }
}
