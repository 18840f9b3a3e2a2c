/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.write;

import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.lucene.index.LuceneIndex;
import io.hbasesearch.lucene.index.VersionLookup;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to one {@link LuceneIndex} with its own small thread pool. Safe for use by several threads; closed by its opener, or
 * with the backend.
 */
public final class LuceneDocumentWriter implements DocumentWriter {
    private static final Logger LOG = LoggerFactory.getLogger(LuceneDocumentWriter.class);
    private static final int MAX_THREADS = 4;
    private static final int MAX_BUFFERED_OPERATIONS = 20_000;
    private static final long MAX_UNREFRESHED_BYTES = 16L << 20;
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(30);

    /** Time for the rest when the writer no longer drains: one operation for each thread. */
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(10);

    private final LuceneIndex index;
    private final DocumentStore store;
    private final Duration maxReadAge;
    private final Clock clock;
    private final Consumer<LuceneDocumentWriter> whenClosed;
    private final WriteBuffer buffer;
    private final ExecutorService threads;
    private final PositionStore positions;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean cancelled;

    /** @param whenClosed releases the index */
    public LuceneDocumentWriter(
            LuceneIndex index,
            DocumentStore store,
            Duration maxReadAge,
            long bufferBytes,
            Clock clock,
            Consumer<LuceneDocumentWriter> whenClosed) {
        this.index = index;
        this.store = store;
        this.maxReadAge = maxReadAge;
        this.clock = clock;
        this.whenClosed = whenClosed;
        this.buffer = new WriteBuffer(MAX_BUFFERED_OPERATIONS, bufferBytes);
        this.positions = new LucenePositionStore(index);
        int size = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        this.threads = new NamedThreads("lucene-" + index.metadata().physicalName() + "-writer").pool(size);
    }

    public LuceneIndex index() {
        return index;
    }

    @Override
    public void catchUp(boolean behind) {
        // After closing, nothing would remove it again.
        index.catchUp(this, behind && !closed.get());
    }

    @Override
    public void write(List<IndexOperation> batch, WriteListener listener) throws InterruptedException {
        List<IndexOperation> operations = List.copyOf(Objects.requireNonNull(batch, "batch"));
        long bytes = OperationSize.of(operations);
        Batch handedOver = new Batch(operations, listener, () -> buffer.release(operations.size(), bytes));
        if (!acquire(handedOver, operations.size(), bytes)) {
            return;
        }
        // An unbounded queue behind a bounded buffer; a pool that close() has just shut down rejects the slices.
        for (Batch.Slice slice : handedOver.slices()) {
            try {
                threads.execute(() -> run(slice));
            } catch (RejectedExecutionException e) {
                slice.cancel();
            }
        }
    }

    /** Returns false if nothing has to be written: the batch has been notified. */
    private boolean acquire(Batch batch, int operations, long bytes) throws InterruptedException {
        boolean acquired = operations == 0;
        try {
            acquired = acquired || buffer.acquire(operations, bytes);
        } finally {
            if (!acquired) {
                batch.refuse();
            }
        }
        return acquired;
    }

    private void run(Batch.Slice slice) {
        try {
            if (write(slice)) {
                slice.done();
            } else {
                slice.cancel();
            }
        } catch (HBaseSearchException e) {
            slice.fail(e);
        } catch (IOException | RuntimeException e) {
            slice.fail(index.fail(e));
        } catch (Error e) {
            slice.fail(index.fail(e));
            throw e;
        }
    }

    /** Returns false if the writer was closed meanwhile. */
    private boolean write(Batch.Slice slice) throws IOException {
        index.requireUsable();
        try (VersionLookup versions = index.versionLookup()) {
            for (int i = slice.from(); i < slice.to(); i++) {
                if (cancelled) {
                    return false;
                }
                slice.result(i, write(slice.operation(i), versions));
            }
        }
        if (index.unrefreshed().bytes() > MAX_UNREFRESHED_BYTES) {
            index.refreshNow();
        }
        return true;
    }

    private WriteResult write(IndexOperation operation, VersionLookup versions) throws IOException {
        if (clock.millis() - operation.readStartedMillis() > maxReadAge.toMillis()) {
            return new WriteResult.ReadTooOld();
        }
        return store.write(operation, versions);
    }

    @Override
    public PurgedStubs purgeStubs(long readBefore, int most) {
        CompletableFuture<PurgedStubs> purged;
        try {
            purged = CompletableFuture.supplyAsync(() -> new StubPurge(index, store).purge(readBefore, most), threads);
        } catch (RejectedExecutionException e) {
            return PurgedStubs.none();
        }
        try {
            return purged.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof HBaseSearchException failure ? failure : index.fail(e.getCause());
        }
    }

    @Override
    public Optional<PositionStore> positions() {
        return Optional.of(positions);
    }

    @Override
    public CheckResult check() {
        return index.check();
    }

    @Override
    public void close() {
        close(DRAIN_TIMEOUT);
    }

    @Override
    public void close(Duration drain) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        index.catchUp(this, false);
        buffer.close();
        threads.shutdown();
        boolean interrupted = !awaitThreads(drain);
        cancelled = true;
        // Regardless of interrupts: the last commit must not overtake a write that is about to be acknowledged.
        while (!threads.isTerminated() && !awaitThreads(CANCEL_TIMEOUT)) {
            interrupted = true;
        }
        if (!threads.isTerminated()) {
            LOG.warn("Writes to {} hang; they are abandoned", index.metadata().index());
        }
        whenClosed.accept(this);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits without interrupting the threads, which Lucene would treat as a broken disk. False if this thread was interrupted.
     */
    private boolean awaitThreads(Duration atMost) {
        try {
            boolean drained = threads.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
            LOG.debug("Drained the writer of {}: {}", index.metadata().index(), drained);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
