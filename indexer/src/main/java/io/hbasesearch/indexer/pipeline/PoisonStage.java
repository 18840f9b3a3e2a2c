/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexOperation;
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
 * Stores dead letters, many at once. Only once they are acknowledged does a row get its stub, and only then does its offset
 * advance: a crash in between repeats the letter rather than lose it.
 *
 * <p>What comes in meanwhile waits here and makes up the next turn, so that poison never keeps a thread that reads or writes
 * waiting for Kafka. {@link #add} is for any thread; {@link #gather}, {@link #next} and {@link #turn} are for the one that
 * {@link Pipeline} keeps for it. Bounded by {@link InFlight}, which has admitted all of it.
 */
final class PoisonStage {
    private static final Logger LOG = LoggerFactory.getLogger(PoisonStage.class);
    /** A failure repeats a whole turn, and readers of the letters see duplicates. */
    static final int MAX_LETTERS = 500;

    private static final long MAX_BYTES = 8L << 20;

    /**
     * A turn costs Kafka and the index a request each, however few the letters: one row of a hundred, each in a turn of its own,
     * would double the requests. While other rows are on their way, which may bring more letters, a turn waits this long.
     */
    static final Duration LINGER = Duration.ofMillis(250);

    private static final Duration LOOK = Duration.ofMillis(10);

    private final PipelineContext context;
    private final InFlight inFlight;
    private final Retrier retrier;
    private final PipelineMetrics metrics;
    private final Duration linger;
    private final Queue<DeadLetterEntry> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingLetters = new AtomicInteger();
    private final AtomicInteger waitingEvents = new AtomicInteger();

    PoisonStage(PipelineContext context, InFlight inFlight, Retrier retrier, PipelineMetrics metrics, Duration linger) {
        this.context = context;
        this.inFlight = inFlight;
        this.retrier = retrier;
        this.metrics = metrics;
        this.linger = linger;
    }

    /** What needs a dead letter. */
    sealed interface DeadLetterEntry permits Poison, UnreadableWork {
        /** The event whose bytes the letter holds. */
        SourceEvent event();

        /** How many events are in flight until it is buried. */
        int events();

        /** If it is known. */
        Optional<RowKey> row();

        DeadLetter.Stage stage();

        ErrorCode code();

        String message();
    }

    /**
     * A row that has no document, or some of whose documents it has not, and why.
     *
     * @param stubs that will stand in their places, each of which is a share of the work
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

    /** Takes over. A {@link #turn} after this will have it. */
    void add(List<? extends DeadLetterEntry> burials) {
        waitingLetters.addAndGet(burials.size());
        waitingEvents.addAndGet(burials.stream().mapToInt(DeadLetterEntry::events).sum());
        waiting.addAll(burials);
    }

    /** Waits until a turn is worth its requests: it is full, nothing else is in flight, or the time is up. */
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

    /** What to bury in one turn; empty if others have had all. */
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

    /** Stores the letters, then announces rows of other partitions; returns once all is acknowledged. */
    void turn(List<DeadLetterEntry> burials) throws StoppedException {
        List<DeadLetter> letters = burials.stream().map(this::letter).toList();
        retrier.call("storing dead letters", () -> {
            context.deadLetters().store(letters);
            return letters;
        });
        for (DeadLetter letter : letters) {
            metrics.deadLetter(letter.stage());
            LOG.debug("index {}: dead letter for {}: {}", context.index(), letter.event(), letter.message());
        }
        announceElsewhere(burials);
    }

    /** A version of another partition says nothing of these rows: they get an event of their own, in their partition. */
    private void announceElsewhere(List<DeadLetterEntry> burials) throws StoppedException {
        List<RowKey> rows = burials.stream()
                .filter(UnreadableWork.class::isInstance)
                .flatMap(burial -> ((UnreadableWork) burial).elsewhere().stream())
                .distinct()
                .toList();
        if (!rows.isEmpty()) {
            retrier.call("announcing rows whose events lie in another partition", () -> {
                context.touches().accept(rows);
                return rows;
            });
        }
    }

    private DeadLetter letter(DeadLetterEntry burial) {
        return new DeadLetter(
                context.index(),
                context.definition().table().toString(),
                context.metadata().topic(),
                burial.event(),
                burial.row(),
                burial.stage(),
                burial.code(),
                burial.message(),
                context.clock().instant());
    }
}
