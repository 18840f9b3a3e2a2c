/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.RowParts;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.DocumentIdRange;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows of one chunk with the documents between its keys. They are matched by document id, so the order of long row
 * keys in the index does not matter. Where the index holds many more documents than the table has rows, the chunk is compared in
 * parts, so that progress is made however many documents lie between two rows. Safe for use by several threads. Borrows the
 * searcher.
 */
final class ChunkComparison {
    /** Maximum number of documents of one part, and of differences held. */
    static final int MOST_DOCUMENTS = 10_000;

    /** A snapshot of the index lasts for ten minutes without a fetch, and a slow pace may not fetch within that time. */
    private static final long LONGEST_PART_NANOS = Duration.ofMinutes(1).toNanos();

    /** An expected stub costs no read of the table. */
    private static final int STUBS_FOR_A_ROW = 10;

    /** About as many rows as are read at a time, so that documents without rows wait in steps no longer than those of rows. */
    private static final int STEP = 900;

    private final DocumentSearcher searcher;
    private final RowParts parts;
    private final Function<Row, RowOutcome> mapper;
    private final boolean hashes;
    private final VerifyCounters tally;
    private final Rechecks rechecks;
    private final Pace pace;
    private final StopSignal stop;

    /** @param hashes whether documents with correct stored hashes are not read */
    ChunkComparison(
            IndexDefinition definition,
            DocumentSearcher searcher,
            Function<Row, RowOutcome> mapper,
            boolean hashes,
            VerifyCounters tally,
            Rechecks rechecks,
            RunControl control) {
        this.parts = new RowParts(definition);
        this.searcher = searcher;
        this.mapper = mapper;
        this.hashes = hashes;
        this.tally = tally;
        this.rechecks = rechecks;
        this.pace = control.pace();
        this.stop = control.stop();
    }

    /**
     * Compares a chunk, or its first part.
     *
     * @return the key up to which everything was compared and counted: the chunk's end, or a key within it; empty if the stop
     *     signal came before: then nothing is counted
     */
    Optional<ByteArray> compare(ChunkReader.Chunk chunk) {
        return new Run(chunk).run();
    }

    /** Yields to the rechecks; to be called between two parts. */
    void giveWay() {
        if (pace.isLimited()) {
            rechecks.awaitInTime();
        }
    }

    private final class Run {
        private final ChunkReader.Chunk chunk;
        private final Map<DocumentId, Expectation> open = new LinkedHashMap<>();
        private final List<RowKey> leftOut = new ArrayList<>();
        // Submitted at the end, so that a part that fails half way is not counted twice.
        private final List<Difference> found = new ArrayList<>();
        private final long beganNanos = System.nanoTime();
        private long seen;
        private long documents;
        private long failed;
        private @Nullable ByteArray place;
        private int withoutRow;
        private int stubs;

        Run(ChunkReader.Chunk chunk) {
            this.chunk = chunk;
        }

        Optional<ByteArray> run() {
            chunk.rows().forEach(this::expect);
            ByteArray end = chunk.keys().stop();
            if (hashes && !chunk.isRest() && hasRightHashes()) {
                return Optional.of(end);
            }
            try (DocumentCursor index = searcher.scan(chunk.keys())) {
                while (index.hasNext()) {
                    Optional<ByteArray> cut = next(index);
                    if (cut.isPresent()) {
                        end = cut.get();
                        break;
                    }
                    if (!keepPace()) {
                        return Optional.empty();
                    }
                }
            }
            return end(new KeyRange(chunk.keys().start(), end)) ? Optional.of(end) : Optional.empty();
        }

        private void expect(Row row) {
            boolean hasDocument = false;
            for (Row part : parts.of(row)) {
                Expectation expected = Expectation.of(part, mapper);
                open.put(expected.id(), expected);
                hasDocument |= !(expected instanceof Expectation.Nothing);
            }
            if (!hasDocument) {
                leftOut.add(row.key());
            }
        }

        /** Compares one digest for all rows of the chunk. */
        private boolean hasRightHashes() {
            RangeDigest expected = RangeDigest.empty();
            long unmappable = 0;
            for (Expectation row : open.values()) {
                expected = row.addTo(expected);
                unmappable += row instanceof Expectation.Unmappable ? 1 : 0;
            }
            boolean right = searcher.digest(chunk.keys()).equals(Optional.of(expected));
            if (right) {
                tally.compared(chunk.rows().size(), leftOut.size(), expected.documents() - unmappable, unmappable);
                tally.byHash(chunk.rows().size());
            }
            return right;
        }

        /** @return where this part ends, if it does before this document, which then belongs to the next part */
        private Optional<ByteArray> next(DocumentCursor index) {
            try {
                IndexedDocument document = index.next();
                Optional<ByteArray> cut = cutBefore(document);
                if (cut.isEmpty()) {
                    take(document);
                }
                return cut;
            } catch (UnreadableDocumentException e) {
                Expectation expected = open.remove(e.id());
                found.add(Difference.unreadable(e, expected == null ? Optional.empty() : Optional.of(expected.row())));
                // It is unknown on which side of a key it is.
                place = null;
                return Optional.empty();
            }
        }

        /** Ends the part only at a key that divides ids and row keys in the same way. */
        private Optional<ByteArray> cutBefore(IndexedDocument document) {
            ByteArray before = place;
            place = DocumentIdRange.boundBefore(document.row());
            return isLong() && before != null && !before.equals(place) ? Optional.of(place) : Optional.empty();
        }

        /** Returns whether the part is long enough: each difference needs several checks, which come before the next part. */
        private boolean isLong() {
            return seen >= MOST_DOCUMENTS
                    || found.size() >= pace.atATime(MOST_DOCUMENTS)
                    || System.nanoTime() - beganNanos > LONGEST_PART_NANOS;
        }

        private void take(IndexedDocument document) {
            seen++;
            documents += document.state() == IndexedDocument.State.LIVE ? 1 : 0;
            Expectation expected = open.remove(document.id());
            if (expected == null) {
                count(document);
            }
            check(
                    expected == null ? Expectation.Nothing.gone(document.row(), document.id()) : expected,
                    Optional.of(document));
        }

        private void count(IndexedDocument document) {
            if (document.state() != IndexedDocument.State.DELETED) {
                withoutRow++;
            } else if (++stubs == STUBS_FOR_A_ROW) {
                stubs = 0;
                withoutRow++;
            }
        }

        private void check(Expectation expected, Optional<IndexedDocument> document) {
            Optional<Difference> difference = expected.difference(document);
            difference.ifPresent(found::add);
            failed += difference.isEmpty() && isFailed(document) ? 1 : 0;
        }

        private static boolean isFailed(Optional<IndexedDocument> document) {
            return document.isPresent() && document.get().state() == IndexedDocument.State.FAILED;
        }

        /** @return false if the stop signal came */
        private boolean keepPace() {
            if (withoutRow >= pace.atATime(STEP)) {
                pace.await(withoutRow);
                withoutRow = 0;
            }
            // There may be any number of unreadable documents without a key at which to end.
            return found.size() < 2 * MOST_DOCUMENTS ? !stop.isFired() : handOver();
        }

        /** Ends the part: rows before its end that are still open are missing in the index. */
        private boolean end(KeyRange part) {
            pace.await(withoutRow);
            open.values().stream()
                    .filter(expected -> part.contains(expected.row()))
                    .forEach(expected -> check(expected, Optional.empty()));
            long rows = chunk.rows().stream()
                    .filter(row -> part.contains(row.key()))
                    .count();
            boolean complete = handOver();
            if (complete) {
                tally.compared(rows, leftOut.stream().filter(part::contains).count(), documents, failed);
            }
            return complete;
        }

        private boolean handOver() {
            for (Difference difference : found) {
                if (stop.isFired()) {
                    return false;
                }
                rechecks.add(difference, chunk.keys().start());
            }
            found.clear();
            return !stop.isFired();
        }
    }
}
