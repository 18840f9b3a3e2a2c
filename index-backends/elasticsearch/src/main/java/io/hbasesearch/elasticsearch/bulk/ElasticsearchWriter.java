/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.RowRouting;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.core.spi.WriteListener;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to one physical index with as many concurrent bulk requests as {@link SendLimits} allows. A request is sent as soon as
 * possible, with whatever has been queued by then: nothing waits for a batch to fill. Safe for use by several threads. Owns one
 * thread for each possible concurrent request; listeners are called on these threads.
 */
public final class ElasticsearchWriter implements DocumentWriter {
    private static final Logger log = LoggerFactory.getLogger(ElasticsearchWriter.class);
    private static final Duration FORCED_STOP = Duration.ofSeconds(2);

    private final String index;
    private final RowRouting routing;
    private final List<String> reversed;
    private final BulkBuffer buffer;
    private final WriterHealth health;
    private final StopSignal stop;
    private final Duration drainTimeout;
    private final List<Thread> threads = new ArrayList<>();
    private final Purge purge;
    private final Consumer<ElasticsearchWriter> onClose;
    private final Object closing = new Object();
    private boolean closed;

    /** See {@link DocumentWriter#purgeStubs}. */
    public interface Purge {
        PurgedStubs stubs(long readBefore, int most);
    }

    /**
     * Starts the threads.
     *
     * @param definition of the documents, and of their routing to shards
     * @param concurrentRequests the number of threads
     * @param purge removes old stubs
     * @param onClose called once, when the writer is closed
     */
    public ElasticsearchWriter(
            String index,
            IndexDefinition definition,
            BulkSender.Shared shared,
            int concurrentRequests,
            Duration drainTimeout,
            Purge purge,
            Consumer<ElasticsearchWriter> onClose) {
        this.index = index;
        this.routing = new RowRouting(definition);
        this.reversed = definition.fields().stream()
                .filter(FieldMapping::reversed)
                .map(FieldMapping::name)
                .toList();
        this.buffer = shared.buffer();
        this.health = shared.health();
        this.stop = shared.stop();
        this.drainTimeout = drainTimeout;
        this.purge = purge;
        this.onClose = onClose;
        for (int n = 1; n <= concurrentRequests; n++) {
            BulkSender sender = new BulkSender(shared);
            threads.add(NamedThreads.lasting("hbase-search-" + index + "-bulk-" + n, () -> run(sender)));
        }
        threads.forEach(Thread::start);
    }

    private void run(BulkSender sender) {
        try {
            sender.run();
        } catch (InterruptedException e) {
            sender.failOpen(new CancellationException(
                    "the writer of the index " + index + " was closed before this was" + " written"));
            Thread.currentThread().interrupt();
        } catch (HBaseSearchException e) {
            fail(sender, e);
        } catch (RuntimeException | Error e) {
            String message = "writing to the index " + index + " failed: " + e;
            fail(sender, new HBaseSearchException(ErrorCode.INTERNAL, message, null, e));
        }
    }

    // First the state, then the listeners: a listener that receives the failure must find the writer stopped.
    private void fail(BulkSender sender, HBaseSearchException failure) {
        health.failed(failure);
        List<PendingWrite> queued = buffer.abandon();
        sender.failOpen(failure);
        queued.forEach(write -> write.fail(failure));
    }

    @Override
    public void write(List<IndexOperation> operations, WriteListener listener) throws InterruptedException {
        Queue<PendingWrite> writes = new ArrayDeque<>(operations.size());
        for (IndexOperation operation : operations) {
            writes.add(new PendingWrite(listener, writes.size(), operation, routing.of(operation.row()), reversed));
        }
        try {
            if (!buffer.add(writes)) {
                Throwable why = whyClosed();
                writes.forEach(write -> write.fail(why));
            }
        } catch (InterruptedException e) {
            CancellationException why =
                    new CancellationException("interrupted before there was room to write this to the index " + index);
            writes.forEach(write -> write.fail(why));
            throw e;
        }
    }

    private Throwable whyClosed() {
        HBaseSearchException fatal = health.fatal();
        return fatal != null ? fatal : new CancellationException("the writer of the index " + index + " is closed");
    }

    @Override
    public PurgedStubs purgeStubs(long readBefore, int most) {
        return purge.stubs(readBefore, most);
    }

    /** Returns empty: positions are the offsets of the consumer group. */
    @Override
    public Optional<PositionStore> positions() {
        return Optional.empty();
    }

    @Override
    public CheckResult check() {
        return health.check();
    }

    @Override
    public void close() {
        close(drainTimeout);
    }

    @Override
    public void close(Duration drain) {
        synchronized (closing) {
            if (closed) {
                return;
            }
            closed = true;
            buffer.close();
            boolean interrupted = join(drain);
            stop.fire();
            List<PendingWrite> left = buffer.abandon();
            left.forEach(write -> write.fail(whyClosed()));
            threads.forEach(Thread::interrupt);
            interrupted |= join(FORCED_STOP);
            report(left.size());
            onClose.accept(this);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** @return whether the calling thread was interrupted, which ends the wait */
    private boolean join(Duration atMost) {
        Deadline deadline = Deadline.after(atMost);
        try {
            for (Thread thread : threads) {
                thread.join(deadline.leftMillis());
            }
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void report(int neverSent) {
        long alive = threads.stream().filter(Thread::isAlive).count();
        if (neverSent > 0 || alive > 0) {
            log.warn(
                    "closed the writer of the index {} with {} operations never sent and {} requests still in progress",
                    index,
                    neverSent,
                    alive);
        }
    }
}
