/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowReader;
import java.util.Optional;

/**
 * Processes ranges of the table, chunk by chunk, so that memory does not grow with the table and a transient failure costs only the
 * current chunk. For one thread. Borrows everything.
 */
final class RangeComparison {
    /** About as many rows as an index returns documents at a time. */
    private static final int CHUNK_ROWS = 900;

    private static final int SKIPPED_AT_A_TIME = 20_000;

    private final IndexDefinition definition;
    private final RowReader rows;
    private final ChunkComparison comparison;
    private final WorkQueue queue;
    private final Sample sample;
    private final VerifyCounters tally;
    private final Pace pace;
    private final RetryPolicy outages;
    private final StopSignal stop;

    RangeComparison(
            IndexDefinition definition,
            RowReader rows,
            ChunkComparison comparison,
            WorkQueue queue,
            Sample sample,
            VerifyCounters tally,
            RunControl control) {
        this.definition = definition;
        this.rows = rows;
        this.comparison = comparison;
        this.queue = queue;
        this.sample = sample;
        this.tally = tally;
        this.pace = control.pace();
        this.outages = control.outages();
        this.stop = control.stop();
    }

    /** Compares the queue's work until there is none left or the stop signal fires. */
    void run() throws StoppedException, InterruptedException {
        for (WorkQueue.Work work = queue.take(); work != null; work = queue.take()) {
            compare(work);
        }
    }

    private void compare(WorkQueue.Work work) throws StoppedException {
        RetryPolicy.Failures failures = outages.failures("comparing rows");
        while (!work.isDone() && !stop.isFired()) {
            KeyRange rest = work.rest();
            try {
                skip(work);
                scan(work, work.rest());
                failures.reset();
            } catch (HBaseSearchException e) {
                if (!work.rest().start().equals(rest.start())) {
                    failures.reset();
                }
                failures.await(e);
            }
        }
    }

    /** Advances to the next chunk that the sample includes; the work may be done then. */
    private void skip(WorkQueue.Work work) {
        long left = (long) sample.skip() * CHUNK_ROWS;
        while (left > 0 && !work.isDone() && !stop.isFired()) {
            KeyRange rest = work.rest();
            int step = (int) Math.min(left, SKIPPED_AT_A_TIME);
            Optional<RowKey> next = rows.after(definition.table(), rest, step);
            work.advance(next.map(RowKey::bytes).orElse(rest.stop()));
            tally.skipped(next.isPresent() ? step : 0);
            left -= step;
        }
    }

    /** Scans until the range is done, or a part of it was given away: then the scanner would read too far. */
    private void scan(WorkQueue.Work work, KeyRange range) {
        if (work.isDone()) {
            return;
        }
        try (RowCursor table = rows.scan(definition.table(), definition.columns(), range)) {
            ChunkReader chunks = new ChunkReader(table, range);
            boolean given = false;
            while (!work.isDone() && !given && !stop.isFired()) {
                ChunkReader.Chunk chunk = chunks.next(pace.atATime(CHUNK_ROWS));
                pace.await(Math.max(1, chunk.rows().size()));
                if (compare(work, chunk)) {
                    given = !work.isDone() && queue.isHungry() && giveHalf(work);
                    given |= !sample.isEverything();
                }
            }
        }
    }

    /** Compares the parts of a chunk, each of which is then done. Returns false if the stop signal came before the end. */
    private boolean compare(WorkQueue.Work work, ChunkReader.Chunk chunk) {
        ChunkReader.Chunk rest = chunk;
        while (!stop.isFired()) {
            Optional<ByteArray> reached = comparison.compare(rest);
            reached.ifPresent(work::advance);
            comparison.giveWay();
            if (reached.isEmpty() || reached.get().equals(chunk.keys().stop())) {
                return reached.isPresent();
            }
            rest = rest.from(reached.get());
        }
        return false;
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
