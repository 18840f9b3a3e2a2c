/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.benchmarks.baseline.PlainIndexWriter;
import io.hbasesearch.benchmarks.baseline.PlainIndexWriter.Loaded;
import io.hbasesearch.benchmarks.baseline.PlainIndexWriter.Method;
import io.hbasesearch.benchmarks.baseline.PlainIndexWriter.Prepared;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.servers.DataDirectories;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The loop that anybody would write over an {@code IndexWriter}, with the documents of a site's table. For one thread. */
public final class PreparedRows {
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;
    /**
     * What a prepared row takes beside its text, with room to spare: a collector that is short of it would slow the loop down.
     */
    private static final int BYTES_FOR_A_ROW = 2_500;
    /** The text is held as it is searched, and as it is stored. */
    private static final int TIMES_THE_TEXT = 3;

    private static final int MEGABYTES_FOR_THE_REST = 512;

    private final Run run;
    private final MeasuredSite site;
    private final Method method;
    private final int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
    private final PlainIndexWriter loop;

    public PreparedRows(Run run, MeasuredSite site, Method method) {
        this.run = run;
        this.site = site;
        this.method = method;
        Configuration configuration = site.configuration();
        double buffer = configuration.service().index().lucene().bufferBytes() / BYTES_PER_MEBIBYTE;
        this.loop = new PlainIndexWriter(configuration.definition(site.index()), buffer, threads, method);
    }

    /** @throws IllegalArgumentException if this JVM's heap cannot hold the documents */
    public static void requireHeap(Options options) {
        long needed = heapMegabytes(options.rows(), options.documentBytes());
        if (Runtime.getRuntime().maxMemory() >> 20 < needed) {
            throw new IllegalArgumentException("the documents of " + options.rows()
                    + " rows are held in memory: set HBASE_SEARCH_OPTS='-Xms" + needed + "m -Xmx" + needed
                    + "m', or give fewer --rows");
        }
    }

    /** What a JVM needs that holds so many. */
    public static long heapMegabytes(int rows, int documentBytes) {
        long bytes = rows * (BYTES_FOR_A_ROW + (long) TIMES_THE_TEXT * documentBytes);
        return (bytes >> 20) + MEGABYTES_FOR_THE_REST;
    }

    /** Into an index that is made for it and removed again. */
    public Sample load() throws Exception {
        Path index = run.directory().resolve("plain");
        // Held only as long as it is used: what it is compared with has no such thing in its heap.
        List<Prepared> prepared = prepared();
        run.settle();
        ProcessorSeconds before = run.servers().processorSeconds();
        long began = System.nanoTime();
        Loaded loaded = loop.load(index, prepared);
        Span clock = Span.ofNanos(began, System.nanoTime());
        Sample sample = Sample.of("rows/s", loaded.rowsPerSecond())
                .and("segments", loaded.segments())
                .and(run.servers().processorSeconds().minus(before))
                .during(clock);
        DataDirectories.delete(index);
        return sample;
    }

    /**
     * In the order of their keys for {@code ADD}, as a reindex has them, in that of their writes for {@code UPDATE}, as an indexer.
     *
     * @throws IllegalStateException if the table does not have all rows
     */
    private List<Prepared> prepared() {
        Configuration configuration = site.configuration();
        IndexDefinition definition = configuration.definition(site.index());
        RowMapper mapper = new RowMapper(definition);
        Prepared[] prepared = new Prepared[run.options().rows()];
        int scanned = 0;
        try (HBaseConnections hbase =
                        new HBaseConnections(configuration.service().hbase());
                HBaseRowReader reader = new HBaseRowReader(hbase);
                RowCursor cursor = reader.scan(definition.table(), definition.columns(), KeyRange.all())) {
            for (; cursor.hasNext(); scanned++) {
                Row row = cursor.next();
                Document document = mapper.map(row);
                DocumentId id = DocumentId.of(row.key());
                int place = method == Method.ADD
                        ? scanned
                        : MailRows.number(row.key().bytes().unsafeBytes());
                prepared[place] = new Prepared(
                        id.value(), ContentHash.of(id, document), DocumentJson.write(document), document.fields());
            }
        }
        if (scanned != prepared.length) {
            throw new IllegalStateException("the table has " + scanned + " rows, not " + prepared.length);
        }
        return Arrays.asList(prepared);
    }

    /** How they were loaded, for a report. */
    public String note() {
        return "the loop over IndexWriter has " + threads + " threads";
    }
}
