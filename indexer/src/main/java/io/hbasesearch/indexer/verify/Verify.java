/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares a table with its index in one pass over both, in the order of row keys, so that memory does not grow with the
 * table. Live writes raise no alarm: what differs is looked at again.
 *
 * <p>A row key that is too long for a document id sorts by its prefix only, so such rows and documents are left out of the
 * merge and looked up one by one instead. For one thread and one run. Borrows reader and searcher.
 */
public final class Verify {
    private static final int LONG_KEY_BATCH = 100;
    private static final int REPORT_EVERY = 5_000;

    private final IndexDefinition definition;
    private final RowReader rows;
    private final DocumentSearcher searcher;
    private final Duration readTimeout;
    private final Function<Row, Document> mapper;
    private final Tally tally;
    private final Rechecks rechecks;
    private final List<RowKey> longKeysOfIndex = new ArrayList<>();

    /** @param readTimeout for one batch of rows */
    public Verify(
            IndexDefinition definition,
            RowReader rows,
            DocumentSearcher searcher,
            Duration readTimeout,
            VerifyOptions options) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.rows = Objects.requireNonNull(rows, "rows");
        this.searcher = Objects.requireNonNull(searcher, "searcher");
        this.readTimeout = Objects.requireNonNull(readTimeout, "readTimeout");
        this.mapper = new RowMapper(definition)::map;
        this.tally = new Tally(definition.name(), options.samples());
        this.rechecks = new Rechecks(options, tally, this::read, this::compareNow);
    }

    /**
     * Runs to the end, or until the thread is interrupted; then the report says that it is not complete, and the interrupt
     * stays set.
     *
     * @param progress is told of the counts from time to time
     * @throws io.hbasesearch.core.error.HBaseSearchException if table or index cannot be read
     */
    public VerifyReport run(Consumer<VerifyReport> progress) {
        searcher.refresh();
        try (RowCursor table = rows.scan(definition.table(), definition.columns(), KeyRange.all());
                DocumentCursor index = searcher.scan()) {
            merge(table, index, progress);
            lookUpLongKeys();
            settle();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return tally.report(false);
        }
        return tally.report(true);
    }

    private void merge(RowCursor table, DocumentCursor index, Consumer<VerifyReport> progress)
            throws InterruptedException {
        Row row = nextRow(table);
        IndexedDocument document = nextDocument(index);
        for (long step = 1; row != null || document != null; step++) {
            int order = compareKeys(row, document);
            if (row != null && order <= 0) {
                compare(row, order == 0 ? Optional.ofNullable(document) : Optional.empty());
            } else if (document != null) {
                compare(new Row(document.row(), List.of()), Optional.of(document));
            }
            row = order <= 0 ? nextRow(table) : row;
            document = order >= 0 ? nextDocument(index) : document;
            rechecks.work();
            if (step % REPORT_EVERY == 0) {
                progress.accept(tally.report(false));
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Null sorts behind every key. */
    private static int compareKeys(@Nullable Row row, @Nullable IndexedDocument document) {
        if (row == null || document == null) {
            return row == null ? 1 : -1;
        }
        return row.key().compareTo(document.row());
    }

    private void compare(Row row, Optional<IndexedDocument> document) {
        Expectation expected = Expectation.of(row, mapper);
        Optional<Difference> difference = expected.difference(document);
        if (!row.isEmpty()) {
            tally.compared++;
        }
        if (difference.isPresent()) {
            rechecks.add(difference.get());
        } else if (expected instanceof Expectation.Unmappable) {
            tally.failed++;
        }
    }

    private Optional<Difference> compareNow(Row row) {
        return Expectation.of(row, mapper).difference(searcher.get(DocumentId.of(row.key())));
    }

    /** The next row with a key that an id holds whole; the others on the way are compared by look-up. */
    private @Nullable Row nextRow(RowCursor table) {
        while (table.hasNext()) {
            Row row = table.next();
            tally.rows++;
            if (!isLong(row.key())) {
                return row;
            }
            compare(row, searcher.get(DocumentId.of(row.key())));
        }
        return null;
    }

    /** The next document with a whole key; of the others the table is asked whether their row exists. */
    private @Nullable IndexedDocument nextDocument(DocumentCursor index) {
        while (index.hasNext()) {
            IndexedDocument document = index.next();
            if (document.state() == IndexedDocument.State.LIVE) {
                tally.documents++;
            }
            if (!isLong(document.row())) {
                return document;
            }
            if (document.state() != IndexedDocument.State.DELETED) {
                longKeysOfIndex.add(document.row());
                if (longKeysOfIndex.size() >= LONG_KEY_BATCH) {
                    lookUpLongKeys();
                }
            }
        }
        return null;
    }

    private static boolean isLong(RowKey key) {
        return key.bytes().length() > DocumentId.MAX_WHOLE_KEY_LENGTH;
    }

    /** Those whose row exists were compared when the table's scan met it. */
    private void lookUpLongKeys() {
        for (Row row : read(longKeysOfIndex)) {
            if (row.isEmpty()) {
                compareNow(row).ifPresent(rechecks::add);
            }
        }
        longKeysOfIndex.clear();
    }

    private void settle() throws InterruptedException {
        for (Optional<Duration> due = rechecks.nextDue(); due.isPresent(); due = rechecks.nextDue()) {
            TimeUnit.NANOSECONDS.sleep(due.get().toNanos());
            rechecks.work();
        }
    }

    private List<Row> read(List<RowKey> keys) {
        return rows.read(definition.table(), definition.columns(), List.copyOf(keys), readTimeout);
    }
}
