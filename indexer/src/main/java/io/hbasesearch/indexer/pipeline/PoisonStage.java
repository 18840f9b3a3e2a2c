/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores dead letters, many at once. Only once they are acknowledged does a row get its stub, and only then does its offset
 * advance: a crash in between repeats the letter rather than lose it.
 *
 * <p>What comes in meanwhile waits here and makes up the next turn, so that poison never keeps a thread that reads or writes
 * waiting for Kafka. {@link #add} is for any thread; {@link #turn} is for the one that {@link Pipeline} keeps for it. Bounded by
 * {@link InFlight}, which has admitted all of it.
 */
final class PoisonStage {
    private static final Logger LOG = LoggerFactory.getLogger(PoisonStage.class);
    /** A failure repeats a whole turn, and readers of the letters see duplicates. */
    private static final int MAX_LETTERS = 500;

    private static final long MAX_BYTES = 8L << 20;

    private final PipelineContext context;
    private final Retrier retrier;
    private final PipelineMetrics metrics;
    private final Queue<Burial> waiting = new ConcurrentLinkedQueue<>();

    PoisonStage(PipelineContext context, Retrier retrier, PipelineMetrics metrics) {
        this.context = context;
        this.retrier = retrier;
        this.metrics = metrics;
    }

    /** What needs a dead letter. */
    sealed interface Burial permits Poison, UnreadableWork {
        /** The event whose bytes the letter holds. */
        SourceEvent event();

        /** If it is known. */
        Optional<RowKey> row();

        DeadLetter.Stage stage();

        ErrorCode code();

        String message();
    }

    /** A row that has no document, and why. */
    record Poison(RowWork work, DeadLetter.Stage stage, ErrorCode code, String message, long readStartedMillis)
            implements Burial {
        @Override
        public SourceEvent event() {
            return work.newest();
        }

        @Override
        public Optional<RowKey> row() {
            return Optional.of(work.row());
        }

        IndexOperation stub() {
            return new IndexOperation.MarkFailed(work.row(), work.version(), readStartedMillis);
        }
    }

    /** Takes over. A {@link #turn} after this will have it. */
    void add(List<? extends Burial> burials) {
        waiting.addAll(burials);
    }

    /** What to bury in one turn; empty if others have had all. */
    List<Burial> next() {
        List<Burial> burials = new ArrayList<>();
        long bytes = 0;
        while (burials.size() < MAX_LETTERS && bytes < MAX_BYTES) {
            Burial burial = waiting.poll();
            if (burial == null) {
                break;
            }
            burials.add(burial);
            bytes += burial.event().bytes();
        }
        return burials;
    }

    /** Stores the letters; returns once all are acknowledged. */
    void turn(List<Burial> burials) throws StoppedException {
        List<DeadLetter> letters = burials.stream().map(this::letter).toList();
        retrier.call("storing dead letters", () -> {
            context.deadLetters().store(letters);
            return letters;
        });
        for (DeadLetter letter : letters) {
            metrics.deadLetter(letter.stage());
            LOG.debug("index {}: dead letter for {}: {}", context.index(), letter.event(), letter.message());
        }
    }

    private DeadLetter letter(Burial burial) {
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
