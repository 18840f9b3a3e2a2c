/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.mapping.UnmappableRowException;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a batch of rows and maps them. The read always begins after the poll that brought the batch returned: that, and no
 * cache, is what makes its version true. Safe for use by several threads.
 */
final class ReadStage {
    private static final Logger LOG = LoggerFactory.getLogger(ReadStage.class);
    private static final int CELL_OVERHEAD_BYTES = 100;

    private final PipelineContext context;
    private final InFlight inFlight;
    private final Retrier retrier;
    private final PipelineMetrics metrics;

    ReadStage(PipelineContext context, InFlight inFlight, Retrier retrier, PipelineMetrics metrics) {
        this.context = context;
        this.inFlight = inFlight;
        this.retrier = retrier;
        this.metrics = metrics;
    }

    /**
     * What became of a batch.
     *
     * @param rowBytes counted as in flight on behalf of the operations; whoever writes them takes it off
     */
    record Mapped(List<WriteStage.Pending> operations, long rowBytes, List<PoisonStage.Poison> poisoned) {}

    private record Reading(long startedMillis, List<Row> rows) {}

    Mapped process(List<RowWork> batch) throws StoppedException, InterruptedException {
        inFlight.awaitRoomForRows();
        List<RowKey> keys = batch.stream().map(RowWork::row).toList();
        Reading reading =
                retrier.call("reading rows of table " + context.definition().table(), () -> read(keys));
        metrics.rowsRead.add(keys.size());
        long mapStart = System.nanoTime();
        Mapped mapped = map(batch, reading);
        metrics.mapLatency.record(Duration.ofNanos(System.nanoTime() - mapStart));
        inFlight.addRows(mapped.rowBytes());
        return mapped;
    }

    private Reading read(List<RowKey> keys) {
        // Taken anew for each attempt, and before the read: the age of what was read counts from here.
        long startedMillis = context.clock().millis();
        long start = System.nanoTime();
        List<Row> rows = context.rows()
                .read(context.definition().table(), context.definition().columns(), keys, context.readTimeout());
        metrics.readLatency.record(Duration.ofNanos(System.nanoTime() - start));
        if (rows.size() != keys.size()) {
            throw new IllegalStateException("asked for " + keys.size() + " rows, got " + rows.size());
        }
        return new Reading(startedMillis, rows);
    }

    private Mapped map(List<RowWork> batch, Reading reading) {
        List<WriteStage.Pending> operations = new ArrayList<>(batch.size());
        List<PoisonStage.Poison> poisoned = new ArrayList<>(0);
        long rowBytes = 0;
        for (int i = 0; i < batch.size(); i++) {
            RowWork work = batch.get(i);
            Row row = reading.rows().get(i);
            try {
                operations.add(new WriteStage.Pending(work, operation(work, row, reading.startedMillis())));
                rowBytes += bytes(row);
            } catch (UnmappableRowException e) {
                poisoned.add(poison(work, reading, ErrorCode.ROW_UNMAPPABLE, String.valueOf(e.getMessage())));
            } catch (RuntimeException e) {
                // A defect of the mapper that one row brings to light must not stop all others. Its message may hold
                // the row's values, so neither the log nor the letter has it.
                LOG.error("index {}: mapping a row failed with {} at {}", context.index(), e.getClass(), at(e));
                String message = "unexpected " + e.getClass().getName() + " at " + at(e);
                poisoned.add(poison(work, reading, ErrorCode.INTERNAL, message));
            }
        }
        return new Mapped(operations, rowBytes, poisoned);
    }

    private IndexOperation operation(RowWork work, Row row, long startedMillis) {
        return row.isEmpty()
                ? new IndexOperation.MarkDeleted(work.row(), work.version(), startedMillis)
                : new IndexOperation.Upsert(
                        work.row(),
                        work.version(),
                        startedMillis,
                        context.mapper().apply(row));
    }

    private static PoisonStage.Poison poison(RowWork work, Reading reading, ErrorCode code, String message) {
        return new PoisonStage.Poison(work, DeadLetter.Stage.MAP, code, message, reading.startedMillis());
    }

    private static String at(RuntimeException failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        return frames.length == 0 ? "an unknown place" : frames[0].toString();
    }

    private static long bytes(Row row) {
        long bytes = 0;
        for (Cell cell : row.cells()) {
            bytes += CELL_OVERHEAD_BYTES + cell.value().length();
        }
        return bytes;
    }
}
