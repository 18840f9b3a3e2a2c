/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import java.util.List;
import java.util.Set;

/**
 * One row that one poll told of, at the version of its newest event in that poll. Done when its writes are acknowledged; then
 * all its events are.
 *
 * @param buckets which of the row's documents are to be written; at least one
 * @param newest the event that the version comes from
 * @param tickets of every event of the row in that poll
 * @param oldestWriteMillis when the oldest of these edits was written, 0 if none says
 * @param shares what of it is on its way, also on that of others that this was divided into
 */
record RowWork(
        RowKey row,
        Set<Bucket> buckets,
        RowVersion version,
        SourceEvent newest,
        List<OffsetTracker.Ticket> tickets,
        long oldestWriteMillis,
        Shares shares) {
    RowWork {
        buckets = Set.copyOf(buckets);
        tickets = List.copyOf(tickets);
    }

    /** Of a row with one document. */
    RowWork(
            RowKey row,
            RowVersion version,
            SourceEvent newest,
            List<OffsetTracker.Ticket> tickets,
            long oldestWriteMillis) {
        this(row, Set.of(Bucket.ONLY), version, newest, tickets, oldestWriteMillis, new Shares());
    }

    /** The share of one document. This must be divided into as many by {@link Shares#divide}. */
    RowWork share(Bucket bucket) {
        return buckets.size() == 1
                ? this
                : new RowWork(row, Set.of(bucket), version, newest, tickets, oldestWriteMillis, shares);
    }

    /** What this holds in memory, about: only the newest event's bytes are kept. */
    long bytes() {
        return newest.bytes() + (tickets.size() - 1) * SourceEvent.OVERHEAD_BYTES;
    }

    /** Counts the shares of one piece of work that have not ended. Safe for use by several threads. */
    static final class Shares {
        private int open = 1;
        private boolean isAbandoned;

        enum End {
            /** Others are still on their way. */
            NOT_YET,
            DONE,
            /** At least one was given up: the events are to be read again. */
            ABANDONED
        }

        /** One of those that are open becomes so many. */
        synchronized void divide(int number) {
            open += number - 1;
        }

        synchronized End end(boolean isDone) {
            open--;
            isAbandoned |= !isDone;
            if (open > 0) {
                return End.NOT_YET;
            }
            return isAbandoned ? End.ABANDONED : End.DONE;
        }
    }
}
