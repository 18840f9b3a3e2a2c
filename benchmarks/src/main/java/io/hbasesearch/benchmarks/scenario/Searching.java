/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.load.OpenLoop;
import io.hbasesearch.benchmarks.load.OpenLoop.Request;
import io.hbasesearch.benchmarks.load.OpenLoop.Times;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.ReindexSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What a search of 20 hits costs when the rows come with it, against the index's own search and HBase's own batch of gets:
 * searches per second of clients that wait for their answers, and the slowest callers' latency when requests come at a share of
 * what the gateway can answer. For one thread.
 */
final class Searching {
    private static final int CLIENTS = 16;
    private static final int WORDS = 500;
    private static final int WORDS_QUICK = 50;
    private static final String RATE = "requests/s";
    private static final String P99 = "p99 ms";
    private static final String GATEWAY = "gateway";
    private static final String BOTH = "search, then get";

    private final Run run;
    private final SearchedMail mail;
    private final OpenLoop loop;
    private final double rate;

    private Searching(Run run, SearchedMail mail, OpenLoop loop, double rate) {
        this.run = run;
        this.mail = mail;
        this.loop = loop;
        this.rate = rate;
    }

    static Finding overElasticsearch(Run run) throws Exception {
        return measure(run, MeasuredSite.Backend.ELASTICSEARCH);
    }

    static Finding overLucene(Run run) throws Exception {
        return measure(run, MeasuredSite.Backend.LUCENE);
    }

    private static Finding measure(Run run, MeasuredSite.Backend backend) throws Exception {
        MailTable.unannounced(
                run.servers().connection(),
                new MailRows(run.options().documentBytes()),
                run.options().rows());
        MeasuredSite site = MeasuredSite.create(run, MailTable.NAME, backend);
        site.announce(run.options().partitions());
        new ReindexSite(run, site).reindex();
        try (SearchedMail mail = new SearchedMail(
                        site.configuration(),
                        site.index(),
                        run.servers().connection(),
                        run.servers().addresses().rawElasticsearch());
                OpenLoop loop = new OpenLoop()) {
            int words = mail.takeWords(run.options().quick() ? WORDS_QUICK : WORDS);
            Duration time = Duration.ofSeconds(run.options().seconds());
            loop.capacity(CLIENTS, time, mail::searchGateway);
            double capacity = loop.capacity(CLIENTS, time, mail::searchGateway);
            return new Searching(run, mail, loop, run.options().share() * capacity).measure(words);
        }
    }

    private Finding measure(int words) throws Exception {
        Rounds rounds = run.rounds(
                new Way(GATEWAY, round -> closed(mail::searchGateway).and(P99, open(round, mail::searchGateway))),
                new Way(BOTH, round -> closed(mail::searchAndGet)),
                new Way("search", round -> Sample.of(P99, open(round, mail::searchIndex))),
                new Way("get", round -> Sample.of(P99, open(round, mail::getRows))));
        return new Finding(
                rounds,
                List.of(
                        Verdict.of(
                                "requests/s of the gateway to those of search and get",
                                rounds.ratios(GATEWAY, BOTH, RATE),
                                Goal.atLeast(0.85)),
                        Verdict.of(
                                "p99 of the gateway to the sum of those of search and get",
                                ofTheSum(rounds),
                                Goal.atMost(1.2))),
                words + " words; requests/s of " + CLIENTS + " clients; latencies at " + (int) rate
                        + " requests/s, from when each was due");
    }

    private static List<Double> ofTheSum(Rounds rounds) {
        List<Double> gateway = rounds.of(GATEWAY, P99);
        List<Double> search = rounds.of("search", P99);
        List<Double> get = rounds.of("get", P99);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < gateway.size(); i++) {
            ratios.add(gateway.get(i) / (search.get(i) + get.get(i)));
        }
        return ratios;
    }

    private Sample closed(Request request) throws Exception {
        Duration time = Duration.ofSeconds(run.options().seconds());
        return Sample.of(RATE, loop.capacity(CLIENTS, time, request));
    }

    /** The same moments for each way of a round. */
    private double open(int round, Request request) throws Exception {
        Duration time = Duration.ofSeconds(run.options().seconds());
        Times times = loop.run(rate, time, new Random(round), request);
        return times.millis(OpenLoop.P99);
    }
}
