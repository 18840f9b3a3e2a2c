/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A table that changes all the time, an indexer that lags behind its events and holds what it has read for a while, and a
 * backfill of an index that is wrong in every way: when all of it is over, the index is what the table is.
 */
@Timeout(60)
class ReindexConvergenceTest extends ReindexRig {
    private static final int ROWS = 120;

    private final List<List<Optional<RowKey>>> topic = new ArrayList<>();
    private final AtomicLongArray committed = new AtomicLongArray(PARTITIONS);
    private volatile boolean written;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theIndexIsWhatTheTableIsOnceAllIsQuiet(long seed) throws InterruptedException {
        Random random = new Random(seed);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            topic.add(Collections.synchronizedList(new ArrayList<>()));
        }
        plant(random);
        // In the midst of the scans: what they return is older by then.
        table.onRow = scanned -> edit(random);
        List<Thread> indexers = List.of(indexer(0, seed), indexer(1, seed));
        indexers.forEach(Thread::start);
        Reindex reindex = new Reindex(
                context(),
                Selection.all(),
                new Limits(3, 0, 0, 0),
                new PieceScan.Bounds(7, Duration.ofMinutes(1)),
                Duration.ofSeconds(20));
        assertThat(reindex.run(done, counts, listener())).isTrue();
        written = true;
        for (Thread indexer : indexers) {
            indexer.join();
        }
        assertThat(live()).isEqualTo(expected());
        assertThat(counts.touched()).isPositive();
    }

    /** Rows that no event tells of, and documents that are missing, stale, and of no row. */
    private void plant(Random random) {
        table.splits = List.of(row(ROWS / 3).bytes());
        for (int i = 0; i < ROWS; i++) {
            if (random.nextInt(3) > 0) {
                table.rows.put(row(i), ByteArray.utf8("old " + i));
            }
            if (random.nextInt(2) > 0) {
                index.put(row(i), random.nextBoolean() ? "old " + i : "stale");
            }
        }
    }

    private synchronized void edit(Random random) {
        RowKey row = row(random.nextInt(ROWS));
        if (random.nextInt(3) == 0) {
            table.rows.remove(row);
        } else {
            table.rows.put(row, ByteArray.utf8("new " + random.nextInt()));
        }
        announced(row);
    }

    private Thread indexer(int partition, long seed) {
        Random random = new Random(seed + partition);
        return new Thread(() -> {
            for (int next = 0; !written || next < topic.get(partition).size(); ) {
                if (next == topic.get(partition).size()) {
                    Thread.onSpinWait();
                    continue;
                }
                Optional<RowKey> row = topic.get(partition).get(next);
                RowVersion version = RowVersion.of(1, next);
                row.ifPresent(key -> index(key, version, random));
                next++;
                committed.set(partition, next);
            }
        });
    }

    /** Reads, holds what it has read for a moment, and writes it. */
    private void index(RowKey row, RowVersion version, Random random) {
        ByteArray read = table.rows.get(row);
        for (int i = random.nextInt(2_000); i > 0; i--) {
            Thread.onSpinWait();
        }
        IndexOperation operation = read == null
                ? new IndexOperation.MarkDeleted(row, version, System.currentTimeMillis())
                : new IndexOperation.Upsert(
                        row, version, System.currentTimeMillis(), new Document(Map.of("body", read.utf8())));
        writer.write(List.of(operation), new WriteListener() {
            @Override
            public void settled(List<Settled> part) {}

            @Override
            public void failed(int position, Throwable cause) {
                throw new AssertionError(cause);
            }
        });
    }

    @Override
    void appended(int partition, Optional<RowKey> row) {
        topic.get(partition).add(row);
    }

    @Override
    public synchronized IndexOffsets offsets() {
        return new IndexOffsets(
                Map.of(0, committed.get(0), 1, committed.get(1)),
                Map.of(0, (long) topic.get(0).size(), 1, (long) topic.get(1).size()));
    }

    private Map<RowKey, String> expected() {
        Map<RowKey, String> rows = new TreeMap<>();
        table.rows.forEach((row, body) -> rows.put(row, body.utf8()));
        return rows;
    }

    private Map<RowKey, String> live() {
        Map<RowKey, String> live = new TreeMap<>();
        index.documents.values().stream()
                .filter(document -> document.state() == IndexedDocument.State.LIVE)
                .forEach(document -> live.put(
                        document.row(),
                        String.valueOf(document.document().fields().get("body"))));
        return live;
    }
}
