/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.indexer.pipeline.StopSignal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares the rows of one chunk with what the index holds between its keys. They meet by document id, so the order in which
 * long row keys stand in the index does not matter. Safe for use by several threads. Borrows the searcher.
 */
final class ChunkComparison {
    private static final int HELD = 10_000;

    private final DocumentSearcher searcher;
    private final Function<Row, Document> mapper;
    private final boolean hashes;
    private final Tally tally;
    private final Rechecks rechecks;
    private final Pace pace;
    private final StopSignal stop;

    /** @param hashes whether a chunk whose stored hashes are right is not read */
    ChunkComparison(
            DocumentSearcher searcher,
            Function<Row, Document> mapper,
            boolean hashes,
            Tally tally,
            Rechecks rechecks,
            Pace pace,
            StopSignal stop) {
        this.searcher = searcher;
        this.mapper = mapper;
        this.hashes = hashes;
        this.tally = tally;
        this.rechecks = rechecks;
        this.pace = pace;
        this.stop = stop;
    }

    /** @return false if the stop signal came before the end: nothing is counted then */
    boolean compare(ChunkReader.Chunk chunk) {
        return new Run(chunk).run();
    }

    private final class Run {
        private final ChunkReader.Chunk chunk;
        private final Map<DocumentId, Expectation> open = new LinkedHashMap<>();
        // Handed over at the end, so that a chunk that fails half way is not counted twice.
        private final List<Difference> found = new ArrayList<>();
        private long documents;
        private long failed;

        Run(ChunkReader.Chunk chunk) {
            this.chunk = chunk;
        }

        boolean run() {
            for (Row row : chunk.rows()) {
                open.put(DocumentId.of(row.key()), Expectation.of(row, mapper));
            }
            if (hashes && hasRightHashes()) {
                return true;
            }
            try (DocumentCursor index = searcher.scan(chunk.keys())) {
                for (long seen = 1; index.hasNext(); seen++) {
                    next(index);
                    // Many more documents than rows: the table was truncated, or the index is another's.
                    if (seen % HELD == 0 && !pause()) {
                        return false;
                    }
                }
            }
            open.values().forEach(expected -> check(expected, Optional.empty()));
            boolean complete = handOver();
            if (complete) {
                tally.compared(chunk.rows().size(), documents, failed);
            }
            return complete;
        }

        /** One comparison for all rows of the chunk. */
        private boolean hasRightHashes() {
            RangeDigest expected = RangeDigest.empty();
            long unmappable = 0;
            for (Expectation row : open.values()) {
                expected = row.addTo(expected);
                unmappable += row instanceof Expectation.Unmappable ? 1 : 0;
            }
            boolean right = searcher.digest(chunk.keys()).equals(Optional.of(expected));
            if (right) {
                tally.compared(chunk.rows().size(), expected.documents() - unmappable, unmappable);
                tally.byHash(chunk.rows().size());
            }
            return right;
        }

        private void next(DocumentCursor index) {
            try {
                IndexedDocument document = index.next();
                documents += document.state() == IndexedDocument.State.LIVE ? 1 : 0;
                Expectation expected = open.remove(document.id());
                check(expected == null ? new Expectation.Nothing(document.row()) : expected, Optional.of(document));
            } catch (UnreadableDocumentException e) {
                Expectation expected = open.remove(e.id());
                found.add(Difference.unreadable(e, expected == null ? Optional.empty() : Optional.of(expected.row())));
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

        private boolean pause() {
            pace.await(HELD);
            return handOver();
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
