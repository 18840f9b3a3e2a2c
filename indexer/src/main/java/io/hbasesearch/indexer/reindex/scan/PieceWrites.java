/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.RowParts;
import io.hbasesearch.core.mapping.UnmappableRowException;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps the rows of one piece and writes them at the versions of its markers. A row that cannot be indexed gets a dead letter first
 * and then a stub, as in the live path. For the thread that scans the piece.
 */
final class PieceWrites {
    private static final Logger LOG = LoggerFactory.getLogger(PieceWrites.class);
    private static final int BATCH_OPERATIONS = 500;
    /** Bytes of the rows that operations are made of: they wait in memory, twice that if the index is slow. */
    static final long BATCH_BYTES = 4L << 20;

    /** Dead letters are stored in batches, as each batch costs Kafka and the index a request. */
    private static final int MOST_FAILED = 500;

    private final ReindexContext context;
    private final RunCounters tally;
    private final RetryPolicy patience;
    private final StopSignal stop;
    private final Markers markers;
    private final int batch;
    private final RowParts parts;
    private long readMillis;
    private final PendingWrites answers;
    private final List<IndexOperation> pending = new ArrayList<>(BATCH_OPERATIONS);
    private long pendingBytes;
    private final List<Failed> failed = new ArrayList<>(0);
    private RangeDigest digest = RangeDigest.empty();
    private boolean digestHolds = true;

    PieceWrites(ReindexContext context, RunCounters tally, RetryPolicy patience, StopSignal stop, Markers markers) {
        this.context = context;
        this.tally = tally;
        this.patience = patience;
        this.stop = stop;
        this.markers = markers;
        this.readMillis = markers.readMillis();
        this.answers = new PendingWrites(tally);
        this.parts = new RowParts(context.definition());
        this.batch = (int) Math.min(
                BATCH_OPERATIONS,
                (long) context.definition().rowsTogether() * parts.buckets().size());
    }

    /** A row without a document, or without some of its documents. */
    private record Failed(List<IndexOperation.MarkFailed> stubs, DeadLetter.Failure failure) {
        RowKey row() {
            return stubs.get(0).row();
        }
    }

    /** Sets the read time of the rows that follow, which were read after the piece began. @param millis when that read began */
    void readAt(long millis) {
        readMillis = millis;
    }

    /** Accepts a row. Blocks while the index's buffer is full. */
    void add(Row row) throws StoppedException, InterruptedException {
        RowVersion version = markers.version(row.key());
        pendingBytes += row.bytes();
        Map<Problem, List<IndexOperation.MarkFailed>> problems = new LinkedHashMap<>(0);
        for (Row part : parts.of(row)) {
            Optional<Document> document;
            try {
                document = document(part);
            } catch (RuntimeException e) {
                problems.computeIfAbsent(problem(e), none -> new ArrayList<>(1))
                        .add(new IndexOperation.MarkFailed(row.key(), part.bucket(), version, readMillis));
                continue;
            }
            add(part, version, document);
        }
        for (Map.Entry<Problem, List<IndexOperation.MarkFailed>> problem : problems.entrySet()) {
            fail(problem.getKey(), problem.getValue());
        }
    }

    private void add(Row part, RowVersion version, Optional<Document> document)
            throws StoppedException, InterruptedException {
        if (document.isEmpty()) {
            add(new IndexOperation.MarkDeleted(part.key(), part.bucket(), version, readMillis));
            return;
        }
        IndexOperation.Upsert upsert =
                new IndexOperation.Upsert(part.key(), part.bucket(), version, readMillis, document.get());
        digest = digest.plus(upsert.hash());
        add(upsert);
    }

    /** Returns empty for a row that is gone, and for one that the definition excludes. */
    private Optional<Document> document(Row row) {
        return !row.isEmpty() && context.table().mapper().apply(row) instanceof RowOutcome.Indexed indexed
                ? Optional.of(indexed.document())
                : Optional.empty();
    }

    private void add(IndexOperation operation) throws StoppedException, InterruptedException {
        pending.add(operation);
        if (pending.size() >= batch || pendingBytes >= BATCH_BYTES) {
            handOver();
        }
    }

    /** The reason why documents could not be made: several documents of a row with the same reason share one dead letter. */
    private record Problem(ErrorCode code, String message) {}

    private Problem problem(RuntimeException failure) {
        if (failure instanceof UnmappableRowException) {
            return new Problem(ErrorCode.ROW_UNMAPPABLE, String.valueOf(failure.getMessage()));
        }
        String message = "unexpected " + failure.getClass() + at(failure);
        // A defect of the mapper. Its message may hold the row's values.
        LOG.error("index {}: mapping a row failed: {}", context.index(), message);
        return new Problem(ErrorCode.INTERNAL, message);
    }

    private void fail(Problem problem, List<IndexOperation.MarkFailed> stubs)
            throws StoppedException, InterruptedException {
        for (IndexOperation.MarkFailed stub : stubs) {
            digest = digest.plus(stub.hash());
        }
        failed.add(new Failed(stubs, new DeadLetter.Failure(DeadLetter.Stage.MAP, problem.code(), problem.message())));
        buryIfMany();
    }

    private static String at(RuntimeException failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        return frames.length == 0 ? "" : " at " + frames[0];
    }

    private void handOver() throws StoppedException, InterruptedException {
        if (!pending.isEmpty()) {
            write(List.copyOf(pending));
            pending.clear();
        }
        pendingBytes = 0;
        takeRefused();
        buryIfMany();
    }

    private void write(List<IndexOperation> batch) throws InterruptedException {
        answers.rethrow();
        var listener = answers.expect(batch);
        try {
            context.target().writer().write(batch, listener);
        } catch (RuntimeException | Error e) {
            // The listener receives no call in this case.
            answers.failed(batch.size(), e);
        }
    }

    private void takeRefused() {
        for (PendingWrites.Refusal refusal : answers.takeRefused()) {
            if (!(refusal.operation() instanceof IndexOperation.Upsert upsert)) {
                throw new HBaseSearchException(
                        ErrorCode.INDEX_INCOMPATIBLE,
                        "index " + context.index() + " rejects a stub: "
                                + refusal.rejected().reason(),
                        "Create the index anew: hbase-search index delete " + context.index() + ", then index create.",
                        null);
            }
            digestHolds = false;
            failed.add(new Failed(
                    List.of(IndexOperation.MarkFailed.of(upsert, refusal.rejected())),
                    new DeadLetter.Failure(
                            DeadLetter.Stage.WRITE,
                            ErrorCode.DOCUMENT_REJECTED,
                            refusal.rejected().reason())));
        }
    }

    private void buryIfMany() throws StoppedException, InterruptedException {
        if (failed.size() >= MOST_FAILED) {
            bury();
        }
    }

    /** Stores the dead letters, then writes the stubs: a crash in between repeats the dead letters rather than losing them. */
    private void bury() throws StoppedException, InterruptedException {
        List<DeadLetter> letters = failed.stream().map(this::letter).toList();
        patience.call("storing dead letters of index " + context.index(), () -> {
            context.target().deadLetters().store(letters);
            return letters;
        });
        tally.failed.add(failed.size());
        write(failed.stream()
                .flatMap(row -> row.stubs().stream())
                .map(IndexOperation.class::cast)
                .toList());
        failed.clear();
    }

    private DeadLetter letter(Failed row) {
        return new DeadLetter(
                new DeadLetter.Origin(
                        context.index(),
                        context.definition().table().toString(),
                        context.metadata().topic()),
                markers.of(row.row()),
                Optional.of(row.row()),
                row.failure(),
                context.clock().instant());
    }

    /**
     * Submits the remaining operations and waits until the index has responded to all.
     *
     * @return false if some of them had become too old to be written and must be read again
     */
    boolean finish() throws StoppedException, InterruptedException {
        handOver();
        answers.await(stop);
        takeRefused();
        while (!failed.isEmpty()) {
            bury();
            answers.await(stop);
            takeRefused();
        }
        return !answers.isTooOld();
    }

    /** Returns the digest that the index should have for the added rows; empty if it is unknown. */
    Optional<RangeDigest> digest() {
        return digestHolds ? Optional.of(digest) : Optional.empty();
    }
}
