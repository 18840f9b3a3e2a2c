/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.benchmarks.baseline.BulkFile;
import io.hbasesearch.benchmarks.baseline.BulkRefusedException;
import io.hbasesearch.benchmarks.baseline.BulkSweep;
import io.hbasesearch.benchmarks.baseline.RawBulk;
import io.hbasesearch.benchmarks.baseline.RawBulk.Shape;
import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import java.io.IOException;
import java.net.URI;

/**
 * The best that bulk requests can do with what an index of ours holds: the same ids, external versions and sources, into an
 * index with the same mapping, settings and analyzers. For one thread.
 */
public final class BulkLoads implements AutoCloseable {
    private static final String RATE = "rows/s";
    /** Larger shapes need more of them, see {@link BulkSweep}. */
    private static final int SWEPT_ROWS = 200_000;

    private static final int SWEPT_ROWS_QUICK = 5_000;
    private static final Pause NONE = () -> {};

    private final Run run;
    private final MeasuredSite site;
    private final RawElasticsearch elasticsearch;
    private final BulkFile documents;
    private final RawBulk bulk;
    private final Pause pause;
    private Shape shape = new Shape(1_000, 2);

    private BulkLoads(Run run, MeasuredSite site, RawElasticsearch elasticsearch, BulkFile documents, Pause pause) {
        this.run = run;
        this.site = site;
        this.pause = run.options().quick() ? NONE : pause;
        this.elasticsearch = elasticsearch;
        this.documents = documents;
        this.bulk = new RawBulk(elasticsearch, documents);
    }

    /** Between the creation of an index and its load. */
    @FunctionalInterface
    public interface Pause {
        void take() throws InterruptedException;
    }

    /**
     * Copies the site's index, which must hold all rows, removes it, and seeks the best shape.
     *
     * @param uri of Elasticsearch, or of what stands before it
     * @param sort the field by whose values the documents are loaded, as they are by what the load is compared with
     * @param pause in which a new index is left alone, as it is by what the load is compared with
     */
    public static BulkLoads ofIndex(Run run, MeasuredSite site, URI uri, String sort, Pause pause) throws Exception {
        RawElasticsearch elasticsearch = new RawElasticsearch(uri);
        int rows = run.options().rows();
        requireAll(elasticsearch, site, rows);
        BulkFile documents = BulkFile.copyOf(
                elasticsearch,
                elasticsearch.physicalName(site.index()),
                rows,
                run.directory().resolve("documents"),
                sort);
        site.deleteIndex();
        BulkLoads loads = new BulkLoads(run, site, elasticsearch, documents, pause);
        try {
            loads.sweep();
            return loads;
        } catch (Exception e) {
            documents.close();
            throw e;
        }
    }

    private void sweep() throws Exception {
        int swept = Math.min(documents.documents(), run.options().quick() ? SWEPT_ROWS_QUICK : SWEPT_ROWS);
        // Otherwise the first candidate would be the one that warms everything up.
        load(swept, shape, NONE);
        shape = BulkSweep.best(
                swept,
                documents.size() / documents.documents(),
                candidate -> load(swept, candidate, NONE).figure(RATE),
                run::tell);
    }

    /** Into an index that is made for it and removed again, in the best shape. */
    public Sample load() throws Exception {
        return load(documents.documents(), shape, pause);
    }

    /** The processor time and the span are those of the requests, as the rate is. */
    private Sample load(int number, Shape candidate, Pause before) throws Exception {
        site.createIndex();
        before.take();
        String index = elasticsearch.physicalName(site.index());
        ProcessorSeconds earlier = run.servers().processorSeconds();
        long began = System.nanoTime();
        double rate = load(index, number, candidate);
        Span clock = Span.ofNanos(began, System.nanoTime());
        ProcessorSeconds spent = run.servers().processorSeconds().minus(earlier);
        requireAll(elasticsearch, site, number);
        site.deleteIndex();
        return Sample.of(RATE, rate).and(spent).during(clock);
    }

    private double load(String index, int number, Shape candidate) throws Exception {
        try {
            return bulk.load(index, number, candidate);
        } catch (BulkRefusedException e) {
            // Another shape may follow.
            site.deleteIndex();
            throw e;
        }
    }

    /** Fails unless the index holds all rows. */
    public void requireAll() throws IOException, InterruptedException {
        requireAll(elasticsearch, site, documents.documents());
    }

    private static void requireAll(RawElasticsearch elasticsearch, MeasuredSite site, int number)
            throws IOException, InterruptedException {
        elasticsearch.requireCount(elasticsearch.physicalName(site.index()), number);
    }

    /** How they were loaded, for a report. */
    public String note() {
        return "bulk loads: " + shape + " (documents in a request x requests at a time), "
                + documents.size() / documents.documents() + " bytes a document";
    }

    @Override
    public void close() throws IOException {
        documents.close();
    }
}
