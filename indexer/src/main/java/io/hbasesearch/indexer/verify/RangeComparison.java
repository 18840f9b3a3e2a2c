/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.indexer.pipeline.StopSignal;
import java.util.Optional;

/**
 * Works through ranges of the table, chunk after chunk, so that memory does not grow with the table and a failure that passes
 * costs no more than the chunk at hand. For one thread. Borrows everything.
 */
final class RangeComparison {
    /** About as many rows as an index returns documents at a time. */
    private static final int CHUNK_ROWS = 900;

    private final IndexDefinition definition;
    private final RowReader rows;
    private final ChunkComparison comparison;
    private final WorkQueue queue;
    private final Pace pace;
    private final Outages outages;
    private final StopSignal stop;

    RangeComparison(
            IndexDefinition definition,
            RowReader rows,
            ChunkComparison comparison,
            WorkQueue queue,
            Pace pace,
            Outages outages,
            StopSignal stop) {
        this.definition = definition;
        this.rows = rows;
        this.comparison = comparison;
        this.queue = queue;
        this.pace = pace;
        this.outages = outages;
        this.stop = stop;
    }

    /** Compares what the queue gives out, until there is nothing left or the stop signal comes. */
    void run() throws InterruptedException {
        for (WorkQueue.Work work = queue.take(); work != null; work = queue.take()) {
            compare(work);
        }
    }

    private void compare(WorkQueue.Work work) {
        int failures = 0;
        while (!work.isDone() && !stop.isFired()) {
            KeyRange rest = work.rest();
            try {
                scan(work, rest);
                failures = 0;
            } catch (HBaseSearchException e) {
                failures = work.rest().start().equals(rest.start()) ? failures + 1 : 1;
                outages.await(e, failures);
            }
        }
    }

    /** Until the range is through, or a part of it was given away: then the scanner would read too far. */
    private void scan(WorkQueue.Work work, KeyRange range) {
        try (RowCursor table = rows.scan(definition.table(), definition.columns(), range)) {
            ChunkReader chunks = new ChunkReader(table, range);
            boolean given = false;
            while (!work.isDone() && !given && !stop.isFired()) {
                ChunkReader.Chunk chunk = chunks.next(pace.atATime(CHUNK_ROWS));
                pace.await(Math.max(1, chunk.rows().size()));
                if (comparison.compare(chunk)) {
                    work.advance(chunk.keys().stop());
                    given = !work.isDone() && queue.isHungry() && giveHalf(work);
                }
            }
        }
    }

    private boolean giveHalf(WorkQueue.Work work) {
        KeyRange rest = work.rest();
        Optional<RowKey> last = rows.last(definition.table(), rest);
        return last.flatMap(key -> KeyMiddle.of(rest.start(), key.bytes()))
                .map(middle -> {
                    work.split(middle);
                    return true;
                })
                .orElse(false);
    }
}
