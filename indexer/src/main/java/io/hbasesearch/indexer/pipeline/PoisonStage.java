/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores dead letters in batches. A row gets its stub only after its dead letter is acknowledged, and its offset advances only
 * after that: a crash in between repeats the dead letter rather than losing it.
 *
 * <p>Entries that arrive meanwhile wait here and form the next batch, so that poison never makes a thread that reads or writes wait
 * for Kafka. {@link #add} is for any thread; {@link #gather}, {@link #next} and {@link #turn} are for the dedicated thread of
 * {@link Pipeline}. Bounded by {@link InFlight}, which has admitted all of it.
 */
final class PoisonStage {
    private static final Logger LOG = LoggerFactory.getLogger(PoisonStage.class);
    /** Maximum batch size. A failure repeats a whole batch, and readers of the dead letters see duplicates. */
    static final int MAX_LETTERS = 500;

    private static final long MAX_BYTES = 8L << 20;

    /**
     * Each batch costs Kafka and the index a request, however few dead letters it has: if one row of a hundred fails, each in a
     * batch of its own, the number of requests doubles. While other rows are in flight, which may add more dead letters, a batch
     * waits this long.
     */
    static final Duration LINGER = Duration.ofMillis(250);

    private static final Duration LOOK = Duration.ofMillis(10);

    private final PipelineContext context;
    private final InFlight inFlight;
    private final RetryPolicy retrier;
    private final PipelineMetrics metrics;
    private final Duration linger;
    private final Queue<DeadLetterEntry> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingLetters = new AtomicInteger();
    private final AtomicInteger waitingEvents = new AtomicInteger();

    PoisonStage(
            PipelineContext context, InFlight inFlight, RetryPolicy retrier, PipelineMetrics metrics, Duration linger) {
        this.context = context;
        this.inFlight = inFlight;
        this.retrier = retrier;
        this.metrics = metrics;
        this.linger = linger;
    }

    /** An entry that needs a dead letter. */
    sealed interface DeadLetterEntry permits Poison, UnreadableWork {
        /** The event whose bytes the dead letter contains. */
        SourceEvent event();

        /** The number of events in flight until the dead letter is stored. */
        int events();

        /** The row, if it is known. */
        Optional<RowKey> row();

        DeadLetter.Stage stage();

        ErrorCode code();

        String message();
    }

    /**
     * A row that lacks its document, or some of its documents, and the reason.
     *
     * @param stubs that will replace these documents; each is a share of the work
     */
    record Poison(
            RowWork work, DeadLetter.Stage stage, ErrorCode code, String message, List<IndexOperation.MarkFailed> stubs)
            implements DeadLetterEntry {
        Poison(RowWork work, DeadLetter.Stage stage, ErrorCode code, String message, IndexOperation.MarkFailed stub) {
            this(work, stage, code, message, List.of(stub));
        }

        @Override
        public SourceEvent event() {
            return work.newest();
        }

        @Override
        public int events() {
            return work.tickets().size();
        }

        @Override
        public Optional<RowKey> row() {
            return Optional.of(work.row());
        }
    }

    /** Takes ownership of entries. A later {@link #turn} will store them. */
    void add(List<? extends DeadLetterEntry> burials) {
        waitingLetters.addAndGet(burials.size());
        waitingEvents.addAndGet(
                burials.stream().mapToInt(DeadLetterEntry::events).sum());
        waiting.addAll(burials);
    }

    /** Waits until a batch is worth its requests: it is full, nothing else is in flight, or the time is up. */
    void gather(StopSignal stop) {
        long start = System.nanoTime();
        while (waitingLetters.get() > 0
                && waitingLetters.get() < MAX_LETTERS
                && inFlight.events() > waitingEvents.get()
                && System.nanoTime() - start < linger.toNanos()) {
            if (stop.await(LOOK)) {
                return;
            }
        }
    }

    /** Returns the entries of the next batch; empty if earlier batches have taken all. */
    List<DeadLetterEntry> next() {
        List<DeadLetterEntry> burials = new ArrayList<>();
        long bytes = 0;
        while (burials.size() < MAX_LETTERS && bytes < MAX_BYTES) {
            DeadLetterEntry burial = waiting.poll();
            if (burial == null) {
                break;
            }
            waitingLetters.decrementAndGet();
            waitingEvents.addAndGet(-burial.events());
            burials.add(burial);
            bytes += burial.event().bytes();
        }
        return burials;
    }

    /** Stores the dead letters, then announces rows of other partitions; returns once everything is acknowledged. */
    void turn(List<DeadLetterEntry> burials) throws StoppedException {
        List<DeadLetter> letters = burials.stream().map(this::letter).toList();
        retrier.call("storing dead letters", () -> {
            context.outputs().deadLetters().store(letters);
            return letters;
        });
        for (DeadLetter letter : letters) {
            metrics.deadLetter(letter.failure().stage());
            LOG.debug(
                    "index {}: dead letter for {}: {}",
                    context.index(),
                    letter.event(),
                    letter.failure().message());
        }
        announceElsewhere(burials);
    }

    /**
     * Announces rows that belong to other partitions. A version of this partition does not apply to them: they get an event in
     * their own partition.
     */
    private void announceElsewhere(List<DeadLetterEntry> burials) throws StoppedException {
        List<RowKey> rows = burials.stream()
                .filter(UnreadableWork.class::isInstance)
                .flatMap(burial -> ((UnreadableWork) burial).elsewhere().stream())
                .distinct()
                .toList();
        if (!rows.isEmpty()) {
            retrier.call("announcing rows whose events lie in another partition", () -> {
                context.outputs().touches().accept(rows);
                return rows;
            });
        }
    }

    private DeadLetter letter(DeadLetterEntry burial) {
        return new DeadLetter(
                new DeadLetter.Origin(
                        context.index(),
                        context.definition().table().toString(),
                        context.metadata().topic()),
                burial.event(),
                burial.row(),
                new DeadLetter.Failure(burial.stage(), burial.code(), burial.message()),
                context.shared().clock().instant());
    }
}
