/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads, maps and writes on a fixed number of threads: while one batch waits for HBase, others are mapped or written. A dedicated
 * thread handles poison and waits for the acknowledgement of dead letters while the others continue. Every unit of work ends in
 * exactly one of two ways: {@link #done} acknowledges its events, {@link #abandon} leaves them to be read again after the next
 * start.
 *
 * <p>Safe for use by several threads. Owns its threads, nothing else. A failure that only an operator can fix is kept for {@link
 * #failure()}, and fires the stop signal.
 */
final class Pipeline {
    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

    private final PipelineContext context;
    private final InFlight inFlight;
    private final StopSignal stop;
    private final PipelineMetrics metrics;
    private final ExecutorService readers;
    private final ExecutorService deadLetterThread;
    private final ReadStage reads;
    private final WriteStage writes;
    private final PoisonStage poison;
    private final AtomicReference<HBaseSearchException> failure = new AtomicReference<>();

    Pipeline(PipelineContext context, InFlight inFlight, StopSignal stop, RetryPolicy retrier) {
        this.context = Objects.requireNonNull(context, "context");
        this.inFlight = inFlight;
        this.stop = stop;
        this.metrics = new PipelineMetrics(context.shared().metrics(), context.index());
        this.reads = new ReadStage(context, inFlight, retrier, metrics);
        this.writes = new WriteStage(this, context, inFlight, metrics);
        this.poison = new PoisonStage(context, inFlight, retrier, metrics, PoisonStage.LINGER);
        // The queue itself is unbounded: InFlight has admitted everything in it.
        String name = "hbase-search-indexer-" + context.index();
        this.readers = NamedThreads.lasting(name).pool(context.shared().config().readConcurrency());
        this.deadLetterThread = NamedThreads.lasting(name + "-dead-letters").pool(1);
    }

    PipelineMetrics metrics() {
        return metrics;
    }

    /** Submits rows to read, map and write. Returns at once. */
    void submit(List<RowWork> work) {
        int size = Math.min(
                context.shared().config().readBatch(), context.definition().rowsTogether());
        // In table order: adjacent rows are read together.
        List<RowWork> sorted =
                work.stream().sorted(Comparator.comparing(RowWork::row)).toList();
        for (int from = 0; from < work.size(); from += size) {
            List<RowWork> batch = List.copyOf(sorted.subList(from, Math.min(from + size, work.size())));
            RowBatch parts = new RowBatch(batch);
            execute(
                    readers,
                    () -> guard(() -> index(parts), () -> abandon(parts.remaining())),
                    () -> abandon(parts.remaining()));
        }
    }

    /** Submits events for the dead-letter topic; their rows, where known, are then read like any other. Returns at once. */
    void submitUnreadable(List<UnreadableWork> unreadable) {
        submitBurials(unreadable);
    }

    /** Submits rows that cannot be indexed: first the dead letters are stored, then the stubs are written. Returns at once. */
    void submitPoison(List<PoisonStage.Poison> poisoned) {
        if (!poisoned.isEmpty()) {
            submitBurials(poisoned);
        }
    }

    private void submitBurials(List<? extends PoisonStage.DeadLetterEntry> burials) {
        poison.add(burials);
        execute(deadLetterThread, this::sendDeadLetters, () -> abandonDeadLetters(poison.next()));
    }

    private void sendDeadLetters() {
        while (true) {
            poison.gather(stop);
            List<PoisonStage.DeadLetterEntry> burials = poison.next();
            if (burials.isEmpty()) {
                return;
            }
            guard(
                    () -> {
                        poison.turn(burials);
                        buried(burials);
                    },
                    () -> abandonDeadLetters(burials));
        }
    }

    private void buried(List<PoisonStage.DeadLetterEntry> burials) {
        List<WriteStage.Pending> stubs = new ArrayList<>(burials.size());
        List<UnreadableWork> unreadable = new ArrayList<>(0);
        for (PoisonStage.DeadLetterEntry burial : burials) {
            if (burial instanceof PoisonStage.Poison row) {
                row.stubs()
                        .forEach(stub ->
                                stubs.add(new WriteStage.Pending(row.work().share(stub.bucket()), stub, 0, false)));
            } else if (burial instanceof UnreadableWork event) {
                unreadable.add(event);
            }
        }
        // Neither throws: both take ownership of their arguments.
        readNevertheless(unreadable);
        writes.write(stubs);
    }

    private void index(RowBatch batch) throws StoppedException {
        while (!batch.isDone()) {
            ReadStage.Mapped mapped = reads.process(batch);
            // Both take ownership of their arguments, including failures: from here on the part no longer belongs to
            // this task.
            batch.handedOver();
            submitPoison(mapped.poisoned());
            writes.write(mapped.operations());
        }
    }

    /** Submits the rows of unreadable events, where their keys name them. */
    private void readNevertheless(List<UnreadableWork> unreadable) {
        Coalescer rows = new Coalescer(context.metadata().epoch());
        List<Bucket> all = context.definition().buckets();
        long bytes = 0;
        for (UnreadableWork work : unreadable) {
            bytes += work.event().bytes();
            work.here()
                    .ifPresentOrElse(
                            row -> rows.add(row, all, work.event(), work.ticket(), 0), work.ticket()::acknowledge);
        }
        List<RowWork> work = rows.work();
        // Add before removing: a drain that waits until nothing is in flight must not see a gap.
        work.forEach(row -> inFlight.addEvents(row.tickets().size(), row.bytes()));
        inFlight.removeEvents(unreadable.size(), bytes);
        submit(work);
    }

    void done(RowWork work) {
        end(work, true);
    }

    void abandon(List<RowWork> batch) {
        batch.forEach(work -> end(work, false));
    }

    /** Ends one share of a unit of work; the last share ends the unit. */
    private void end(RowWork work, boolean isDone) {
        RowWork.Shares.End end = work.shares().end(isDone);
        if (end == RowWork.Shares.End.NOT_YET) {
            return;
        }
        if (end == RowWork.Shares.End.DONE) {
            work.tickets().forEach(OffsetTracker.Ticket::acknowledge);
            metrics.acknowledged(
                    work.oldestWriteMillis(), context.shared().clock().millis());
        }
        inFlight.removeEvents(work.tickets().size(), work.bytes());
    }

    private void abandonDeadLetters(List<PoisonStage.DeadLetterEntry> burials) {
        for (PoisonStage.DeadLetterEntry burial : burials) {
            if (burial instanceof PoisonStage.Poison row) {
                row.stubs().forEach(stub -> abandon(List.of(row.work().share(stub.bucket()))));
            } else {
                inFlight.removeEvents(1, burial.event().bytes());
            }
        }
    }

    /** Returns the first failure that stopped this pipeline. */
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
            LOG.error("index {}: stopping: {}", context.index(), reason.getMessage(), reason);
            stop.fire();
        }
    }

    private static void execute(ExecutorService executor, Runnable task, Runnable abandon) {
        try {
            executor.execute(task);
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

    /** Interrupts the running threads, and waits for them no longer than this. Work that has not begun counts as abandoned. */
    void close(Duration atMost) {
        readers.shutdownNow();
        deadLetterThread.shutdownNow();
        Deadline deadline = Deadline.after(atMost);
        try {
            boolean ended = readers.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS)
                    && deadLetterThread.awaitTermination(deadline.leftMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                LOG.warn(
                        "index {}: threads are still running {} ms after the stop signal",
                        context.index(),
                        atMost.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Task {
        void run() throws StoppedException;
    }
}
