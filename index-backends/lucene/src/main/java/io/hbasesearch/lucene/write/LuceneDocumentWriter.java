/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.write;

import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.Position;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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

    /** Stores positions in the user data of the index's commits. Safe for use by several threads; commits exclude each other. */
    private static final class LucenePositionStore implements PositionStore {
        private final LuceneIndex index;

        LucenePositionStore(LuceneIndex index) {
            this.index = index;
        }

        @Override
        public Map<Integer, Position> load() {
            return index.positions();
        }

        @Override
        public void commit(Map<Integer, Position> positions) {
            index.commit(Map.copyOf(positions));
        }
    }

    /**
     * Counts operations and bytes that were handed over and are not yet in the index, and blocks callers when it is full. A batch
     * that is larger than the whole buffer passes when the buffer is empty. Safe for use by several threads.
     */
    private static final class WriteBuffer {
        private final int maxOperations;
        private final long maxBytes;
        private final ReentrantLock lock = new ReentrantLock(true);
        private final Condition changed = lock.newCondition();
        private int operations;
        private long bytes;
        private boolean closed;

        WriteBuffer(int maxOperations, long maxBytes) {
            this.maxOperations = maxOperations;
            this.maxBytes = maxBytes;
        }

        /** Waits for room. False if the buffer was closed before there was any. */
        boolean acquire(int addedOperations, long addedBytes) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (!closed && !fits(addedOperations, addedBytes)) {
                    changed.await();
                }
                if (closed) {
                    return false;
                }
                operations += addedOperations;
                bytes += addedBytes;
                return true;
            } finally {
                lock.unlock();
            }
        }

        private boolean fits(int addedOperations, long addedBytes) {
            return operations == 0 || operations + addedOperations <= maxOperations && bytes + addedBytes <= maxBytes;
        }

        void release(int doneOperations, long doneBytes) {
            lock.lock();
            try {
                operations -= doneOperations;
                bytes -= doneBytes;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Closes the buffer: all current and later callers stop waiting, without room. */
        void close() {
            lock.lock();
            try {
                closed = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
