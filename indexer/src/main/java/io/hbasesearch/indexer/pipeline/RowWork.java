/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import java.util.List;

/**
 * One row that one poll told of, at the version of its newest event in that poll. Done when its write is acknowledged; then
 * all its events are.
 *
 * @param newest the event that the version comes from
 * @param tickets of every event of the row in that poll
 * @param oldestWriteMillis when the oldest of these edits was written, 0 if none says
 */
record RowWork(
        RowKey row,
        RowVersion version,
        SourceEvent newest,
        List<OffsetTracker.Ticket> tickets,
        long oldestWriteMillis) {
    RowWork {
        tickets = List.copyOf(tickets);
    }

    /** What this holds in memory, about: only the newest event's bytes are kept. */
    long bytes() {
        return newest.bytes() + (tickets.size() - 1) * SourceEvent.OVERHEAD_BYTES;
    }
}
