/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.baseline.PlainIndexWriter.Method;
import io.hbasesearch.benchmarks.baseline.RawScan;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.site.BulkLoads;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.PreparedRows;
import io.hbasesearch.benchmarks.site.ReindexSite;
import io.hbasesearch.system.TestTable;
import java.util.List;

/** {@code reindex} of a table against what the machine can do with the same rows and documents. Stateless. */
final class Reindex {
    private static final String RATE = "rows/s";

    private Reindex() {}

    /** Against a scan that does nothing with its rows, and bulk requests that come from nowhere: whichever is slower. */
    static Finding intoElasticsearch(Run run) throws Exception {
        TestTable table = table(run);
        MeasuredSite site = site(run, MeasuredSite.Backend.ELASTICSEARCH);
        ReindexSite reindex = new ReindexSite(run, site);
        RawScan scan =
                new RawScan(run.servers().connection(), table, run.options().threads());
        run.tell("first reindex, for the documents of the bulk loads");
        reindex.reindex();
        try (BulkLoads bulk = BulkLoads.ofIndex(
                run,
                site,
                run.servers().addresses().rawElasticsearch(),
                MailRows.BY_KEY,
                () -> ReindexSite.settle(run))) {
            Rounds rounds = run.rounds(
                    new Way("scan", round -> {
                        ProcessorSeconds before = run.servers().processorSeconds();
                        double rate = scan.run(run.options().rows());
                        return Sample.of(RATE, rate)
                                .and(run.servers().processorSeconds().minus(before));
                    }),
                    new Way("bulk", round -> bulk.load()),
                    new Way("reindex", round -> {
                        Sample sample = reindex.reindex();
                        bulk.requireAll();
                        site.deleteIndex();
                        return sample;
                    }));
            Verdict ratio = Verdict.of(
                    "reindex to the slower of scan and bulk",
                    rounds.ratiosToSlowest("reindex", List.of("scan", "bulk"), RATE),
                    Goal.atLeast(0.95));
            return new Finding(rounds, List.of(ratio), bulk.note());
        }
    }

    /** Against a plain loop that adds the same documents, which are in memory already. */
    static Finding intoLucene(Run run) throws Exception {
        PreparedRows.requireHeap(run.options());
        table(run);
        MeasuredSite site = site(run, MeasuredSite.Backend.LUCENE);
        ReindexSite reindex = new ReindexSite(run, site);
        PreparedRows loop = new PreparedRows(run, site, Method.ADD);
        Rounds rounds = run.rounds(new Way("IndexWriter", round -> loop.load()), new Way("reindex", round -> {
            Sample sample = reindex.reindex();
            site.deleteIndex();
            return sample;
        }));
        Verdict ratio = Verdict.of(
                "reindex to IndexWriter.addDocument", rounds.ratios("reindex", "IndexWriter", RATE), Goal.atLeast(0.9));
        return new Finding(rounds, List.of(ratio), loop.note());
    }

    private static TestTable table(Run run) throws Exception {
        return MailTable.unannounced(
                run.servers().connection(),
                new MailRows(run.options().documentBytes()),
                run.options().rows());
    }

    private static MeasuredSite site(Run run, MeasuredSite.Backend backend) throws Exception {
        MeasuredSite site = MeasuredSite.create(run, MailTable.NAME, backend);
        site.announce(run.options().partitions());
        return site;
    }
}
