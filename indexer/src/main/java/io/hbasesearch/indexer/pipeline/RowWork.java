/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.List;
import java.util.Set;

/**
 * One row that events of one poll named, at the version of its newest event in that poll. Done when its writes are acknowledged;
 * then all its events are.
 *
 * @param buckets which of the row's documents are to be written; at least one
 * @param newest the event that the version comes from
 * @param tickets of every event of the row in that poll
 * @param oldestWriteMillis when the oldest of these edits was written, 0 if unknown
 * @param shares counts the shares in flight, including those of the work units that this was divided into
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

    /** Creates the work of a row with one document. */
    RowWork(
            RowKey row,
            RowVersion version,
            SourceEvent newest,
            List<OffsetTracker.Ticket> tickets,
            long oldestWriteMillis) {
        this(row, Set.of(Bucket.ONLY), version, newest, tickets, oldestWriteMillis, new Shares());
    }

    /** Returns the share of one document. The shares must be counted by {@link Shares#divide}. */
    RowWork share(Bucket bucket) {
        return buckets.size() == 1
                ? this
                : new RowWork(row, Set.of(bucket), version, newest, tickets, oldestWriteMillis, shares);
    }

    /** Returns about how many bytes this holds in memory: only the newest event's bytes are kept. */
    long bytes() {
        return newest.bytes() + (tickets.size() - 1) * SourceEvent.OVERHEAD_BYTES;
    }

    /** Counts the shares of one unit of work that have not ended. Safe for use by several threads. */
    static final class Shares {
        private int open = 1;
        private boolean isAbandoned;

        enum End {
            /** Other shares are still in flight. */
            NOT_YET,
            DONE,
            /** At least one share was abandoned: the events must be read again. */
            ABANDONED
        }

        /** Divides one of the open shares into this many. */
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
