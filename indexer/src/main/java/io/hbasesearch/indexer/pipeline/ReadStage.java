/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.RowParts;
import io.hbasesearch.core.mapping.UnmappableRowException;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowSizeEstimator;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a batch of rows and maps them. The read always begins after the poll that returned the batch: this makes its version
 * correct, without any cache. Safe for use by several threads.
 */
final class ReadStage {
    private static final Logger LOG = LoggerFactory.getLogger(ReadStage.class);
    private static final int CELL_OVERHEAD_BYTES = 100;
    /** For a cell that becomes a document within the row's document: a small one is a map with a handful of values. */
    private static final int CELL_DOCUMENT_BYTES = 600;

    private final PipelineContext context;
    private final InFlight inFlight;
    private final RetryPolicy retrier;
    private final PipelineMetrics metrics;
    private final RowParts parts;
    private final int overheadBytes;
    /** Estimates the size of a row, or of one bucket of a row if it has several. */
    private final RowSizeEstimator usual = RowSizeEstimator.careful();
    /** Of the rows that are in flight. */
    private final long most;

    ReadStage(PipelineContext context, InFlight inFlight, RetryPolicy retrier, PipelineMetrics metrics) {
        this.context = context;
        this.inFlight = inFlight;
        this.retrier = retrier;
        this.metrics = metrics;
        this.parts = new RowParts(context.definition());
        boolean hasCells = context.definition().cells().isPresent();
        this.overheadBytes = hasCells ? CELL_DOCUMENT_BYTES : CELL_OVERHEAD_BYTES;
        this.most = context.shared().config().buffer().bytes() / 2;
    }

    /** Of the rows that are read at once: each of those that read may hold so many, and each index of the process. */
    private long bytesTogether() {
        // The rest is for rows that wait to be written: else those would keep a reader waiting.
        return Math.min(
                most / (context.shared().config().readConcurrency() + 2),
                context.shared().room().bytesOfRead());
    }

    /** The result of a batch. The operations' row bytes are counted as in flight; the stage that writes them releases them. */
    record Mapped(List<WriteStage.Pending> operations, List<PoisonStage.Poison> poisoned) {
        long rowBytes() {
            return operations.stream().mapToLong(WriteStage.Pending::rowBytes).sum();
        }
    }

    /** @param rowBytes counted as in flight */
    private record Reading(long startedMillis, List<Row> rows, long rowBytes) {}

    /** Reads and maps the next readable part of a batch. The part belongs to the batch until it is handed over. */
    Mapped process(RowBatch batch) throws StoppedException {
        Reading reading = retrier.call(
                "reading rows of table " + context.definition().table(),
                () -> MissingTable.mayComeBack(() -> attempt(batch)));
        metrics.rowsRead.add(reading.rows().size());
        long mapStart = System.nanoTime();
        Mapped mapped = map(batch.first(), reading);
        metrics.mapLatency.record(Duration.ofNanos(System.nanoTime() - mapStart));
        // Those that are poison are not written.
        inFlight.removeRows(reading.rowBytes() - mapped.rowBytes());
        return mapped;
    }

    private Reading attempt(RowBatch batch) {
        long needed = 0;
        while (true) {
            Set<Bucket> buckets = batch.first().stream()
                    .flatMap(work -> work.buckets().stream())
                    .collect(Collectors.toSet());
            long bytesTogether = bytesTogether();
            int documents = usual.rowsIn(bytesTogether, batch.first().size() * buckets.size());
            batch.limitFirst(Math.max(1, documents / buckets.size()));
            List<RowKey> keys = batch.first().stream().map(RowWork::row).toList();
            long reserved = reserve(Math.max(needed, toReserve(keys.size() * buckets.size(), bytesTogether)));
            boolean settled = false;
            try {
                Reading reading = read(keys, buckets, bytesTogether);
                settled = inFlight.settleRows(reserved, reading.rowBytes());
                if (settled) {
                    batch.limitFirst(reading.rows().size());
                    return reading;
                }
                // Larger than any before, and others have the room: nobody waits for it with rows in hand.
                needed = reading.rowBytes();
            } catch (HBaseSearchException e) {
                batch.failed(e);
                throw e;
            } finally {
                if (!settled) {
                    inFlight.removeRows(reserved);
                }
            }
        }
    }

    /**
     * Reserves as many bytes as one read may return, not counting the last row of the read.
     *
     * @param documents number of documents read: an edit of a cell may need one bucket of a row or all of them
     */
    private long toReserve(int documents, long bytesTogether) {
        long known = usual.bytes();
        if (known > 0) {
            return Math.max(bytesTogether, documents * known);
        }
        // Where a row may fill all the room, the first ones are read one after the other.
        long ofUnknown = Math.min(
                most / context.definition().rowsTogether(),
                context.shared().room().bytesOfRead());
        return Math.max(bytesTogether, ofUnknown);
    }

    private long reserve(long bytes) {
        try {
            return inFlight.reserveRows(bytes);
        } catch (InterruptedException e) {
            // The retrier treats the interrupt as a stop.
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(
                    ErrorCode.TIMED_OUT, "interrupted while waiting for buffer space for rows", null, e);
        }
    }

    private Reading read(List<RowKey> keys, Set<Bucket> buckets, long bytesTogether) {
        // Taken anew for each attempt, and before the read: the age of what was read counts from here.
        long startedMillis = context.shared().clock().millis();
        long start = System.nanoTime();
        List<Row> rows = context.table()
                .rows()
                .readSome(
                        context.definition().table(),
                        context.definition().columns(buckets),
                        keys,
                        bytesTogether,
                        context.table().readTimeout());
        metrics.readLatency.record(Duration.ofNanos(System.nanoTime() - start));
        if (rows.isEmpty() || rows.size() > keys.size()) {
            throw new IllegalStateException("asked for " + keys.size() + " rows, got " + rows.size());
        }
        long bytes = rows.stream().mapToLong(this::bytes).sum();
        int found = (int) rows.stream().filter(row -> !row.isEmpty()).count();
        usual.learn(rows.size() * buckets.size(), found * buckets.size(), bytes);
        return new Reading(startedMillis, rows, bytes);
    }

    private Mapped map(List<RowWork> batch, Reading reading) {
        Mapped mapped = new Mapped(new ArrayList<>(batch.size()), new ArrayList<>(0));
        for (int i = 0; i < batch.size(); i++) {
            map(batch.get(i), reading.rows().get(i), reading.startedMillis(), mapped);
        }
        return mapped;
    }

    /** Adds an operation for each document to write, or the reason why the document cannot be made. */
    private void map(RowWork work, Row row, long startedMillis, Mapped mapped) {
        Map<Problem, List<IndexOperation.MarkFailed>> failed = new LinkedHashMap<>(0);
        work.shares().divide(work.buckets().size());
        long bytes = bytes(row);
        for (Row part : parts.of(row)) {
            if (!work.buckets().contains(part.bucket())) {
                continue;
            }
            try {
                IndexOperation operation = operation(work, part, startedMillis);
                boolean isGone = row.isEmpty() || parts.buckets().size() == 1;
                mapped.operations().add(new WriteStage.Pending(work.share(part.bucket()), operation, bytes, isGone));
                // All bytes count as in flight until the first document is written: about right, as the others follow
                // soon.
                bytes = 0;
            } catch (RuntimeException e) {
                failed.computeIfAbsent(problem(e), none -> new ArrayList<>(1))
                        .add(new IndexOperation.MarkFailed(work.row(), part.bucket(), work.version(), startedMillis));
            }
        }
        failed.forEach((problem, stubs) -> mapped.poisoned()
                .add(new PoisonStage.Poison(work, DeadLetter.Stage.MAP, problem.code(), problem.message(), stubs)));
    }

    private IndexOperation operation(RowWork work, Row part, long startedMillis) {
        if (!part.isEmpty() && context.table().mapper().apply(part) instanceof RowOutcome.Indexed made) {
            return new IndexOperation.Upsert(work.row(), part.bucket(), work.version(), startedMillis, made.document());
        }
        return new IndexOperation.MarkDeleted(work.row(), part.bucket(), work.version(), startedMillis);
    }

    /** The reason why documents could not be made: several documents of a row with the same reason share one dead letter. */
    private record Problem(ErrorCode code, String message) {}

    private Problem problem(RuntimeException failure) {
        if (failure instanceof UnmappableRowException) {
            return new Problem(ErrorCode.ROW_UNMAPPABLE, String.valueOf(failure.getMessage()));
        }
        // A defect of the mapper that affects one row must not stop all others. Its message may contain the row's
        // values, so
        // neither the log nor the dead letter has it.
        LOG.error("index {}: mapping a row failed with {} at {}", context.index(), failure.getClass(), at(failure));
        return new Problem(
                ErrorCode.INTERNAL, "unexpected " + failure.getClass().getName() + " at " + at(failure));
    }

    private static String at(RuntimeException failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        return frames.length == 0 ? "an unknown place" : frames[0].toString();
    }

    private long bytes(Row row) {
        return (long) overheadBytes * row.cellCount() + row.valueBytes();
    }
}
