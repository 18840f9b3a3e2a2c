/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.verify.RowToucher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds documents between the keys of a piece whose rows the scan has not returned, and has those rows read again: the second
 * direction of a backfill. Every row that the scan returned has the version of its marker or a later one. So a document with an
 * earlier version was not returned by the scan, and no list of returned rows is needed. For one thread.
 *
 * <p>Call it only after the index has applied every event before the piece's markers. Until then, a write whose read is older than
 * the scan may still be in flight and may add a document that this search misses (docs/spec, {@code listed-at-once}).
 */
final class AbsentRows {
    private static final int TOUCHES_AT_A_TIME = 1_000;

    private final ReindexContext context;
    private final RunCounters tally;
    private final RetryPolicy patience;
    private final StopSignal stop;
    private final Map<Integer, Long> touched = new HashMap<>();

    AbsentRows(ReindexContext context, RunCounters tally, RetryPolicy patience, StopSignal stop) {
        this.context = context;
        this.tally = tally;
        this.patience = patience;
        this.stop = stop;
    }

    /** The offsets after all touches so far, by partition; a partition without a touch is absent. */
    Map<Integer, Long> goal() {
        return Map.copyOf(touched);
    }

    /** Returns once every touch is acknowledged. */
    void touch(PieceScan.Scanned piece) throws StoppedException {
        String step = "looking for documents without rows in index " + context.index();
        patience.call(step, () -> {
            if (!holdsNoMore(piece)) {
                list(piece);
            }
            return piece;
        });
        if (stop.isFired()) {
            throw new StoppedException(step);
        }
    }

    /** Compares one digest instead of every document, which suffices where there are no concurrent writes. */
    private boolean holdsNoMore(PieceScan.Scanned piece) {
        return piece.digest().isPresent()
                && context.target().searcher().digest(piece.keys()).equals(piece.digest());
    }

    private void list(PieceScan.Scanned piece) {
        List<RowKey> absent = new ArrayList<>();
        try (DocumentCursor documents = context.target().searcher().scan(piece.keys())) {
            while (documents.hasNext() && !stop.isFired()) {
                Optional<RowKey> next = next(documents, piece.markers());
                // A row's documents are adjacent, except those of very long keys.
                if (next.isPresent()
                        && (absent.isEmpty() || !absent.get(absent.size() - 1).equals(next.get()))) {
                    absent.add(next.get());
                }
                if (absent.size() >= TOUCHES_AT_A_TIME) {
                    announce(absent);
                }
            }
        }
        announce(absent);
    }

    private Optional<RowKey> next(DocumentCursor documents, Markers markers) {
        try {
            IndexedDocument document = documents.next();
            boolean absent = document.state() != IndexedDocument.State.DELETED
                    && document.version() < markers.version(document.row()).value();
            return absent ? Optional.of(document.row()) : Optional.empty();
        } catch (UnreadableDocumentException e) {
            // Its version is unknown. If its id belongs to a row, touching the row corrects it.
            Optional<RowKey> row = row(e);
            if (row.isEmpty()) {
                tally.placeless.increment();
            }
            return row;
        }
    }

    private static Optional<RowKey> row(UnreadableDocumentException unreadable) {
        try {
            return unreadable.id().rowKey();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void announce(List<RowKey> absent) {
        if (absent.isEmpty()) {
            return;
        }
        RowToucher touches = context.topic().touches();
        touches.touch(absent)
                .forEach((row, version) -> touched.merge(
                        RowPartition.of(
                                row.bytes().unsafeBytes(), context.metadata().partitions()),
                        version.offset() + 1,
                        Math::max));
        tally.touched.add(absent.size());
        absent.clear();
    }
}
