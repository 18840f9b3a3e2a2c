/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** One process's access to a log in memory. */
public final class MemoryLog implements ReindexLog {
    /** What all processes share. */
    public static final class Store {
        public final AtomicReference<Entries> entries = new AtomicReference<>(Entries.none());
        private final AtomicInteger owner = new AtomicInteger();
    }

    private final Store store;
    private int owned;

    /** Runs in each read, before it answers. */
    volatile Runnable onRead = () -> {};

    public MemoryLog(Store store) {
        this.store = store;
    }

    @Override
    public void create() {}

    @Override
    public Entries read(Duration wait) {
        Entries before = store.entries.get();
        long deadline = System.nanoTime() + wait.toNanos();
        while (store.entries.get() == before && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
        onRead.run();
        return store.entries.get();
    }

    @Override
    public void own() {
        owned = store.owner.incrementAndGet();
    }

    @Override
    public void write(RunState run) {
        if (owned == 0 || owned != store.owner.get()) {
            throw new HBaseSearchException(ErrorCode.INDEX_LOCKED, "taken over");
        }
        // Through its text, as any log holds it.
        RunState written = ReindexJson.run(ReindexJson.write(run));
        store.entries.updateAndGet(now -> new Entries(Optional.of(written), now.request(), now.refusal()));
    }

    @Override
    public void request(ReindexRequest request) {
        ReindexRequest made = ReindexJson.request(ReindexJson.write(request));
        store.entries.updateAndGet(now -> new Entries(now.run(), Optional.of(made), now.refusal()));
    }

    @Override
    public void refuse(ReindexRefusal refusal) {
        ReindexRefusal made = ReindexJson.refusal(ReindexJson.write(refusal));
        store.entries.updateAndGet(now -> now.with(made));
    }

    @Override
    public void close() {}
}
