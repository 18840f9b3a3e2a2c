/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.baseline.PlainIndexWriter.Method;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
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
import java.time.Duration;
import java.util.List;

/** An indexer on a topic that is full already, its reads of every row included. Stateless. */
final class Indexing {
    private static final String RATE = "rows/s";
    private static final String INDEXER = "indexer";
    private static final int POISON_EVERY = 100;
    /** About how long an indexer takes from its index's creation to its first event. */
    private static final Duration INDEXER_START = Duration.ofSeconds(3);

    private Indexing() {}

    /** Against the best bulk load of the same documents with the same external versions. */
    static Finding intoElasticsearch(Run run) throws Exception {
        FilledTopic topic = FilledTopic.prepare(run, MailTable.NAME, rows(run), MeasuredSite.Backend.ELASTICSEARCH);
        run.tell("first indexer, for the documents of the bulk loads");
        topic.index();
        try (BulkLoads bulk = BulkLoads.ofIndex(
                run,
                topic.site(),
                run.servers().addresses().rawElasticsearch(),
                MailRows.BY_NUMBER,
                () -> Thread.sleep(INDEXER_START.toMillis()))) {
            Rounds rounds = run.rounds(new Way("bulk", round -> bulk.load()), new Way(INDEXER, round -> {
                Sample sample = topic.index();
                bulk.requireAll();
                topic.site().deleteIndex();
                return sample;
            }));
            Verdict ratio = Verdict.of("indexer to bulk", rounds.ratios(INDEXER, "bulk", RATE), Goal.atLeast(0.9));
            return new Finding(rounds, List.of(ratio), bulk.note());
        }
    }

    /** Against a plain loop that updates the same documents by id, which are in memory already. */
    static Finding intoLucene(Run run) throws Exception {
        PreparedRows.requireHeap(run.options());
        FilledTopic topic = FilledTopic.prepare(run, MailTable.NAME, rows(run), MeasuredSite.Backend.LUCENE);
        PreparedRows loop = new PreparedRows(run, topic.site(), Method.UPDATE);
        Rounds rounds = run.rounds(
                new Way("IndexWriter", round -> loop.load()), new Way(INDEXER, round -> indexAndDelete(topic)));
        Verdict ratio = Verdict.of(
                "indexer to IndexWriter.updateDocument",
                rounds.ratios(INDEXER, "IndexWriter", RATE),
                Goal.atLeast(0.9));
        return new Finding(rounds, List.of(ratio), loop.note());
    }

    /** Against itself, on rows that can all be mapped. */
    static Finding ofPoison(Run run) throws Exception {
        MailRows rows = rows(run);
        FilledTopic clean = FilledTopic.prepare(run, "clean", rows, MeasuredSite.Backend.ELASTICSEARCH);
        FilledTopic poison =
                FilledTopic.prepare(run, "poison", rows.withPoison(POISON_EVERY), MeasuredSite.Backend.ELASTICSEARCH);
        Rounds rounds = run.rounds(
                new Way("clean", round -> indexAndDelete(clean)), new Way("poison", round -> indexAndDelete(poison)));
        Verdict ratio = Verdict.of("poison to clean", rounds.ratios("poison", "clean", RATE), Goal.atLeast(0.95));
        return new Finding(
                rounds, List.of(ratio), "one row of " + POISON_EVERY + " cannot be mapped and becomes a dead letter");
    }

    private static MailRows rows(Run run) {
        return new MailRows(run.options().documentBytes());
    }

    private static Sample indexAndDelete(FilledTopic topic) throws InterruptedException {
        Sample sample = topic.index();
        topic.site().deleteIndex();
        return sample;
    }
}
