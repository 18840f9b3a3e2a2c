/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.List;
import java.util.Optional;

/**
 * An event that goes to the dead-letter topic unchanged.
 *
 * @param here a row of the event's partition that it still names, so that the row is read nevertheless
 * @param elsewhere rows of other partitions that it names, to be announced there
 */
record UnreadableWork(
        SourceEvent event, OffsetTracker.Ticket ticket, Optional<RowKey> here, List<RowKey> elsewhere, String message)
        implements PoisonStage.DeadLetterEntry {
    UnreadableWork {
        elsewhere = List.copyOf(elsewhere);
    }

    @Override
    public Optional<RowKey> row() {
        return here.or(() -> elsewhere.stream().findFirst());
    }

    @Override
    public int events() {
        return 1;
    }

    @Override
    public DeadLetter.Stage stage() {
        return DeadLetter.Stage.DECODE;
    }

    @Override
    public ErrorCode code() {
        return ErrorCode.EVENT_UNREADABLE;
    }
}
