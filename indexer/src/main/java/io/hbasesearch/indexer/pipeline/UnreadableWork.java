/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import java.util.Optional;

/**
 * An event that is for the dead letters as it is.
 *
 * @param row if its record key still tells which row changed, so that the row is read nevertheless
 */
record UnreadableWork(SourceEvent event, OffsetTracker.Ticket ticket, Optional<RowKey> row, String message)
        implements PoisonStage.Burial {
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
