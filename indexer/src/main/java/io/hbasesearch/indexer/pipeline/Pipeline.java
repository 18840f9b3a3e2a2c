/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads, maps and writes on a fixed number of threads: while one batch waits for HBase, others are mapped or written. Every
 * piece of work ends in exactly one of two ways: {@link #done} acknowledges its events, {@link #abandon} leaves them to be
 * read again after the next start.
 *
 * <p>Safe for use by several threads. Owns its threads, nothing else. A failure that nothing but an operator can mend is
 * kept for {@link #failure()}, and fires the stop signal.
 */
final class Pipeline implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);
    private static final long CLOSE_SECONDS = 10;

    private final PipelineContext context;
    private final InFlight inFlight;
    private final StopSignal stop;
    private final PipelineMetrics metrics;
    private final ExecutorService executor;
    private final ReadStage reads;
    private final WriteStage writes;
    private final PoisonStage poison;
    private final AtomicReference<HBaseSearchException> failure = new AtomicReference<>();

    Pipeline(PipelineContext context, InFlight inFlight, StopSignal stop, Retrier retrier) {
        this.context = Objects.requireNonNull(context, "context");
        this.inFlight = inFlight;
        this.stop = stop;
        this.metrics = new PipelineMetrics(context.metrics(), context.index());
        this.reads = new ReadStage(context, inFlight, retrier, metrics);
        this.writes = new WriteStage(this, context, inFlight, metrics);
        this.poison = new PoisonStage(context, retrier, metrics);
        // The queue has no bound of its own: whatever stands in it was admitted by InFlight.
        this.executor = new ThreadPoolExecutor(
                context.config().readConcurrency(),
                context.config().readConcurrency(),
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                threads("hbase-search-indexer-" + context.index() + "-"));
    }

    PipelineMetrics metrics() {
        return metrics;
    }

    /** Rows to read, map and write. Returns at once. */
    void submit(List<RowWork> work) {
        int size = context.config().readBatch();
        for (int from = 0; from < work.size(); from += size) {
            List<RowWork> batch = List.copyOf(work.subList(from, Math.min(from + size, work.size())));
            RowBatch parts = new RowBatch(batch);
            execute(() -> index(parts), () -> abandon(parts.remaining()));
        }
    }

    /** Events for the dead letters; their rows, where known, are then read as any other. Returns at once. */
    void submitUnreadable(List<UnreadableWork> unreadable) {
        try {
            executor.execute(() -> guard(() -> dismiss(unreadable), () -> abandonUnreadable(unreadable)));
        } catch (RejectedExecutionException e) {
            abandonUnreadable(unreadable);
        }
    }

    /** Rows that have no document: first the dead letters, then the stubs. */
    void submitPoison(List<PoisonStage.Poison> poisoned) {
        if (poisoned.isEmpty()) {
            return;
        }
        List<RowWork> work = poisoned.stream().map(PoisonStage.Poison::work).toList();
        execute(() -> writes.write(poison.bury(poisoned), 0), () -> abandon(work));
    }

    private void index(RowBatch batch) throws StoppedException {
        while (!batch.isDone()) {
            ReadStage.Mapped mapped = reads.process(batch);
            // Both take over what they are given, failures included: from here on the part is no longer this task's.
            batch.handedOver();
            submitPoison(mapped.poisoned());
            writes.write(mapped.operations(), mapped.rowBytes());
        }
    }

    private void dismiss(List<UnreadableWork> unreadable) throws StoppedException {
        poison.dismiss(unreadable);
        Coalescer rows = new Coalescer(context.metadata().epoch());
        long bytes = 0;
        for (UnreadableWork work : unreadable) {
            bytes += work.event().bytes();
            work.row()
                    .ifPresentOrElse(row -> rows.add(row, work.event(), work.ticket(), 0), work.ticket()::acknowledge);
        }
        List<RowWork> work = rows.work();
        // First in, then out: a drain that waits for nothing in flight must not see a moment of it.
        work.forEach(row -> inFlight.addEvents(row.tickets().size(), row.bytes()));
        inFlight.removeEvents(unreadable.size(), bytes);
        submit(work);
    }

    void done(RowWork work) {
        work.tickets().forEach(OffsetTracker.Ticket::acknowledge);
        metrics.acknowledged(work.oldestWriteMillis(), context.clock().millis());
        inFlight.removeEvents(work.tickets().size(), work.bytes());
    }

    void abandon(List<RowWork> batch) {
        batch.forEach(work -> inFlight.removeEvents(work.tickets().size(), work.bytes()));
    }

    private void abandonUnreadable(List<UnreadableWork> unreadable) {
        unreadable.forEach(work -> inFlight.removeEvents(1, work.event().bytes()));
    }

    /** The first failure that stopped this pipeline. */
    @Nullable
    HBaseSearchException failure() {
        return failure.get();
    }

    void fail(Throwable cause) {
        HBaseSearchException reason = cause instanceof HBaseSearchException known
                ? known
                : new HBaseSearchException(
                        ErrorCode.INTERNAL,
                        "unexpected " + cause.getClass().getName() + ": " + cause.getMessage(),
                        "This is a defect: please report it with the log.",
                        cause);
        if (failure.compareAndSet(null, reason)) {
            LOG.error("index {}: stops: {}", context.index(), reason.getMessage(), reason);
            stop.fire();
        }
    }

    private void execute(Task task, Runnable abandon) {
        try {
            executor.execute(() -> guard(task, abandon));
        } catch (RejectedExecutionException e) {
            abandon.run();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a thread's failure is never silent, whatever it is
    private void guard(Task task, Runnable abandon) {
        try {
            task.run();
        } catch (StoppedException e) {
            LOG.debug("index {}: {}", context.index(), e.getMessage());
            abandon.run();
        } catch (Throwable e) {
            fail(e);
            abandon.run();
        }
    }

    /** Interrupts what still runs. Work that has not begun counts as abandoned. */
    @Override
    public void close() {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn(
                        "index {}: threads still run {} s after they were told to stop",
                        context.index(),
                        CLOSE_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadFactory threads(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> new Thread(task, prefix + number.incrementAndGet());
    }

    private interface Task {
        void run() throws StoppedException;
    }
}
