/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores dead letters. Only once they are acknowledged does the row get its stub, and only then does its offset advance: a
 * crash in between repeats the letter rather than lose it. Safe for use by several threads.
 */
final class PoisonStage {
    private static final Logger LOG = LoggerFactory.getLogger(PoisonStage.class);

    private final PipelineContext context;
    private final Retrier retrier;
    private final PipelineMetrics metrics;

    PoisonStage(PipelineContext context, Retrier retrier, PipelineMetrics metrics) {
        this.context = context;
        this.retrier = retrier;
        this.metrics = metrics;
    }

    /** A row that has no document, and why. */
    record Poison(RowWork work, DeadLetter.Stage stage, ErrorCode code, String message, long readStartedMillis) {}

    /** Stores the letters and returns the stubs that are to be written now. */
    List<WriteStage.Pending> bury(List<Poison> poisoned) throws StoppedException {
        List<DeadLetter> letters = new ArrayList<>(poisoned.size());
        List<WriteStage.Pending> stubs = new ArrayList<>(poisoned.size());
        for (Poison poison : poisoned) {
            RowWork work = poison.work();
            letters.add(
                    letter(work.newest(), Optional.of(work.row()), poison.stage(), poison.code(), poison.message()));
            stubs.add(new WriteStage.Pending(
                    work, new IndexOperation.MarkFailed(work.row(), work.version(), poison.readStartedMillis())));
        }
        store(letters);
        return stubs;
    }

    /** Stores letters for events that could not be read. */
    void dismiss(List<UnreadableWork> unreadable) throws StoppedException {
        store(unreadable.stream()
                .map(work -> letter(
                        work.event(), work.row(), DeadLetter.Stage.DECODE, ErrorCode.EVENT_UNREADABLE, work.message()))
                .toList());
    }

    private void store(List<DeadLetter> letters) throws StoppedException {
        retrier.call("storing dead letters", () -> {
            context.deadLetters().store(letters);
            return letters;
        });
        for (DeadLetter letter : letters) {
            metrics.deadLetter(letter.stage());
            LOG.debug("index {}: dead letter for {}: {}", context.index(), letter.event(), letter.message());
        }
    }

    private DeadLetter letter(
            SourceEvent event, Optional<RowKey> row, DeadLetter.Stage stage, ErrorCode code, String message) {
        return new DeadLetter(
                context.index(),
                context.definition().table().toString(),
                context.metadata().topic(),
                event,
                row,
                stage,
                code,
                message,
                context.clock().instant());
    }
}
