/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Combines all events of a row that are read together into one unit of work: those of one poll, or those of one batch of dead
 * letters whose keys name a row. The read begins after the newest of them was taken, no matter which polls returned them. A later
 * event is never added, as the read may have begun before it was appended. For one thread, used once.
 */
final class Coalescer {
    private final int epoch;
    private final Map<RowKey, Builder> rows = new LinkedHashMap<>();

    Coalescer(int epoch) {
        this.epoch = epoch;
    }

    /**
     * @param buckets those of the row's documents that the event may have changed
     * @param event of a partition, in offset order
     */
    void add(RowKey row, Collection<Bucket> buckets, SourceEvent event, OffsetTracker.Ticket ticket, long writeMillis) {
        rows.computeIfAbsent(row, key -> new Builder(event)).add(buckets, event, ticket, writeMillis);
    }

    /** Returns the work in the order of each row's first event. */
    List<RowWork> work() {
        List<RowWork> work = new ArrayList<>(rows.size());
        rows.forEach((row, builder) -> work.add(builder.build(row, epoch)));
        return work;
    }

    private static final class Builder {
        private final List<OffsetTracker.Ticket> tickets = new ArrayList<>(1);
        private final Set<Bucket> buckets = new HashSet<>(2);
        private SourceEvent newest;
        private long oldestWriteMillis;

        Builder(SourceEvent first) {
            newest = first;
        }

        void add(Collection<Bucket> changed, SourceEvent event, OffsetTracker.Ticket ticket, long writeMillis) {
            buckets.addAll(changed);
            newest = event.offset() > newest.offset() ? event : newest;
            tickets.add(ticket);
            if (writeMillis > 0 && (oldestWriteMillis == 0 || writeMillis < oldestWriteMillis)) {
                oldestWriteMillis = writeMillis;
            }
        }

        RowWork build(RowKey row, int epoch) {
            return new RowWork(
                    row,
                    buckets,
                    RowVersion.of(epoch, newest.offset()),
                    newest,
                    tickets,
                    oldestWriteMillis,
                    new RowWork.Shares());
        }
    }
}
