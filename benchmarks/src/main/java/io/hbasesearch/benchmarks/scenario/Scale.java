/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.ReindexSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a row costs {@code reindex} in tables of different sizes: a hundredth of the rows, a tenth, and all. A cost that grows
 * with the table would be in the largest first. For one thread.
 */
final class Scale {
    /** What stays the same whatever the rows, a run's beginning and end, is most of a smaller one. */
    private static final int LEAST_ROWS = 1_000;

    private static final String COST = "us/row";
    private static final String WORK = "CPU us/row of all";
    private static final List<String> PROCESSES = List.of("client", "HBase", "Kafka", "Elasticsearch");
    private static final Goal FLAT = Goal.atMost(1.2);

    private final Run run;
    private final RawElasticsearch elasticsearch;

    private Scale(Run run) {
        this.run = run;
        this.elasticsearch = new RawElasticsearch(run.servers().addresses().rawElasticsearch());
    }

    static Finding measure(Run run) throws Exception {
        return new Scale(run).measure();
    }

    private Finding measure() throws Exception {
        int most = run.options().rows();
        List<Integer> sizes = new ArrayList<>();
        for (int size = most / 100; size <= most; size = size * 10) {
            if (size >= LEAST_ROWS) {
                sizes.add(size);
            }
        }
        if (sizes.size() < 2) {
            throw new IllegalArgumentException(
                    "there are no two sizes to compare: give " + 10 * LEAST_ROWS + " --rows");
        }
        List<Way> ways = new ArrayList<>();
        for (int size : sizes) {
            ways.add(way(size));
        }
        Rounds rounds = run.rounds(ways.toArray(Way[]::new));
        String largest = name(sizes.get(sizes.size() - 1));
        String tenth = name(sizes.get(sizes.size() - 2));
        return new Finding(
                rounds,
                List.of(
                        Verdict.of(
                                "cost of a row among " + largest + " to that among " + tenth,
                                rounds.ratios(largest, tenth, COST),
                                FLAT),
                        Verdict.of(
                                "processor time of a row among " + largest + " to that among " + tenth,
                                rounds.ratios(largest, tenth, WORK),
                                FLAT)),
                "reindex into Elasticsearch; CPU us/row are those of each process, all cores together; us/row has in it what a"
                        + " run takes whatever its rows, and waits",
                run.options().documentBytes() + " bytes of text a row, about");
    }

    private static String name(int rows) {
        return String.format(Locale.ROOT, "%,d rows", rows);
    }

    private Way way(int rows) throws Exception {
        String table = "mail" + rows;
        run.tell("a table of " + name(rows));
        MailTable.unannounced(
                run.servers().connection(), table, new MailRows(run.options().documentBytes()), rows);
        MeasuredSite site = MeasuredSite.create(run, table, MeasuredSite.Backend.ELASTICSEARCH);
        site.announce(run.options().partitions());
        ReindexSite reindex = new ReindexSite(run, site, rows);
        return new Way(name(rows), round -> {
            Sample sample = perRow(reindex.reindex(), rows);
            String index = elasticsearch.physicalName(site.index());
            Sample withSize = sample.and("index bytes/row", (double) elasticsearch.storeBytes(index) / rows);
            site.deleteIndex();
            return withSize;
        });
    }

    private static Sample perRow(Sample reindex, int rows) {
        Sample sample = new Sample(Map.of(COST, 1e6 / reindex.figure("rows/s")), reindex.clock());
        double all = 0;
        for (String process : PROCESSES) {
            double each = 1e6 * reindex.figure(process + " CPU s") / rows;
            all += each;
            sample = sample.and(process + " CPU us/row", each);
        }
        return sample.and(WORK, all);
    }
}
