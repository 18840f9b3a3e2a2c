/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.benchmarks.baseline.BulkFile;
import io.hbasesearch.benchmarks.baseline.BulkSweep;
import io.hbasesearch.benchmarks.baseline.RawBulk;
import io.hbasesearch.benchmarks.baseline.RawBulk.Shape;
import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import java.io.IOException;
import java.net.URI;

/**
 * The best that bulk requests can do with what an index of ours holds: the same ids, external versions and sources, into an
 * index with the same mapping, settings and analyzers. For one thread.
 */
public final class BulkLoads implements AutoCloseable {
    private static final int SWEPT_ROWS = 100_000;
    private static final int SWEPT_ROWS_QUICK = 5_000;

    private final Run run;
    private final MeasuredSite site;
    private final RawElasticsearch elasticsearch;
    private final BulkFile documents;
    private final RawBulk bulk;
    private Shape shape = new Shape(1, 1);

    private BulkLoads(Run run, MeasuredSite site, RawElasticsearch elasticsearch, BulkFile documents) {
        this.run = run;
        this.site = site;
        this.elasticsearch = elasticsearch;
        this.documents = documents;
        this.bulk = new RawBulk(elasticsearch, documents);
    }

    /**
     * Copies the site's index, which must hold all rows, removes it, and seeks the best shape.
     *
     * @param uri of Elasticsearch, or of what stands before it
     */
    public static BulkLoads ofIndex(Run run, MeasuredSite site, URI uri) throws Exception {
        RawElasticsearch elasticsearch = new RawElasticsearch(uri);
        int rows = run.options().rows();
        requireAll(elasticsearch, site, rows);
        BulkFile documents = BulkFile.copyOf(
                elasticsearch,
                elasticsearch.physicalName(site.index()),
                rows,
                run.directory().resolve("documents"));
        site.deleteIndex();
        BulkLoads loads = new BulkLoads(run, site, elasticsearch, documents);
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
        shape = BulkSweep.best(swept, candidate -> rate(swept, candidate), run::tell);
    }

    /** Into an index that is made for it and removed again, in the best shape. */
    public Sample load() throws Exception {
        ProcessorSeconds before = run.servers().processorSeconds();
        double rate = rate(documents.documents(), shape);
        return Sample.of("rows/s", rate).and(run.servers().processorSeconds().minus(before));
    }

    private double rate(int number, Shape candidate) throws Exception {
        site.createIndex();
        double rate = bulk.load(elasticsearch.physicalName(site.index()), number, candidate);
        requireAll(elasticsearch, site, number);
        site.deleteIndex();
        return rate;
    }

    /** Fails unless the index holds all rows. */
    public void requireAll() throws IOException, InterruptedException {
        requireAll(elasticsearch, site, documents.documents());
    }

    private static void requireAll(RawElasticsearch elasticsearch, MeasuredSite site, int number)
            throws IOException, InterruptedException {
        long count = elasticsearch.count(elasticsearch.physicalName(site.index()));
        if (count != number) {
            throw new IllegalStateException("the index holds " + count + " documents, not " + number);
        }
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
