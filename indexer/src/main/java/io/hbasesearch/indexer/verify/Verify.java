/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentSearcher;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Compares a table, or a range of its keys, with its index, both ways. Several ranges are compared at a time, each in the order
 * of row keys and a few hundred rows at a time, so that memory does not grow with the table. Live writes raise no alarm: what
 * differs is looked at again, a few times, and counts only if it still differs.
 *
 * <p>Safe for use by several threads, each with runs of its own. Borrows reader and searcher.
 */
public final class Verify {
    private final IndexDefinition definition;
    private final RowReader rows;
    private final DocumentSearcher searcher;
    private final Duration readTimeout;
    private final VerifyOptions options;

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
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Runs to the end, or until the calling thread is interrupted; then the report says how far it came, and the interrupt stays
     * set. The work is done by threads of the run's own, which end before this returns.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException if table or index cannot be read, also after some patience
     */
    public VerifyReport run(KeyRange range, VerifyListener listener) {
        searcher.refresh();
        List<KeyRange> regions = rows.regions(definition.table()).stream()
                .map(region -> region.intersection(range))
                .toList();
        WorkQueue queue = new WorkQueue(regions);
        Tally tally = new Tally(definition.name(), options.samples(), listener);
        VerifyThreads threads = new VerifyThreads(definition.name(), tally, queue);
        Pace pace = new Pace(options.rowsPerSecond(), threads.stop());
        Function<Row, Document> mapper = new RowMapper(definition)::map;
        SecondLook secondLook = new SecondLook(definition, rows, searcher, mapper, readTimeout);
        Outages outages = new Outages(threads.stop());
        Rechecks rechecks = new Rechecks(options, tally, secondLook, pace, outages, threads.stop());
        ChunkComparison chunks = new ChunkComparison(searcher, mapper, tally, rechecks, pace, threads.stop());
        RangeComparison comparison =
                new RangeComparison(definition, rows, chunks, queue, pace, outages, threads.stop());
        return threads.run(options.threads(), comparison, rechecks);
    }
}
