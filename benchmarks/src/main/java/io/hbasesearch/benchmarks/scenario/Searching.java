/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Figures;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.LoadShare;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Rounds.Work;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.Latencies;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.load.OpenLoop;
import io.hbasesearch.benchmarks.load.OpenLoop.Request;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.ReindexSite;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * What a search of 20 hits costs when the rows come with it, against the index's own search and HBase's own batch of gets:
 * searches per second of clients that wait for their answers, and the slowest callers' latency when requests come at a share of
 * what the gateway can answer in that very round. For one thread.
 */
final class Searching {
    private static final int CLIENTS = 16;
    private static final int WARM_LOADS = 20;
    private static final int WORDS = 500;
    private static final int WORDS_QUICK = 50;
    /** While latencies were measured. */
    private static final String REACHED = "requests/s in the open loop";

    private static final String RATE = "requests/s";
    private static final String GATEWAY = "gateway";
    private static final String BOTH = "search, then get";

    private final Run run;
    private final SearchedMail mail;
    private final OpenLoop loop;
    /** Of the open loops of {@code ratedRound}. */
    private double rate;

    /** -1 before the first one. */
    private int ratedRound = -1;

    private Searching(Run run, SearchedMail mail, OpenLoop loop) {
        this.run = run;
        this.mail = mail;
        this.loop = loop;
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
            Searching searching = new Searching(run, mail, loop);
            searching.warmUp();
            return searching.measure(words);
        }
    }

    /**
     * Until the gateway is compiled, which has more code than the other way: after two minutes of load its medians still fell by half in the
     * five rounds that came, and its 99th percentiles to a seventh.
     */
    private void warmUp() throws Exception {
        for (int load = 0; load < (run.options().quick() ? 1 : WARM_LOADS); load++) {
            run.tell("warming up: " + Figures.text(closed(mail::searchGateway)) + " requests/s of the gateway");
        }
    }

    private Finding measure(int words) throws Exception {
        Rounds rounds = run.rounds(way(GATEWAY, this::gateway), way(BOTH, round -> sample(round, mail::searchAndGet)));
        return new Finding(
                rounds,
                List.of(
                        Verdict.of(
                                "requests/s of the gateway to those of search and get",
                                rounds.ratios(GATEWAY, BOTH, RATE),
                                Goal.atLeast(0.85)),
                        Verdict.of(
                                "p99 of the gateway to that of search and get",
                                rounds.ratios(GATEWAY, BOTH, Latencies.P99_MILLIS),
                                Goal.atMost(1.2))),
                words + " words; requests/s of " + CLIENTS + " clients, in "
                        + run.options().seconds()
                        + " s of which CPU s were taken; latencies from when each request was due",
                "the rate of a round's latencies is " + run.options().share()
                        + " of what the gateway answered at its beginning, the same for both; "
                        + LoadShare.note(run.options().share(), rounds.of(GATEWAY, LoadShare.FIGURE)));
    }

    /** Whichever way comes first in a round finds out for both what the gateway takes in it: that is no part of the way. */
    private Way way(String name, Work work) {
        return new Way(name, round -> {
            if (round != ratedRound) {
                rate = run.options().share() * closed(mail::searchGateway);
                ratedRound = round;
                run.settle();
            }
            long began = System.nanoTime();
            Sample sample = work.measure(round);
            return sample.during(Span.ofNanos(began, System.nanoTime()));
        });
    }

    private Sample gateway(int round) throws Exception {
        Sample sample = sample(round, mail::searchGateway);
        return sample.and(LoadShare.FIGURE, sample.figure(REACHED) / sample.figure(RATE));
    }

    private Sample sample(int round, Request request) throws Exception {
        ProcessorSeconds before = run.servers().processorSeconds();
        double capacity = closed(request);
        ProcessorSeconds spent = run.servers().processorSeconds().minus(before);
        // The load leaves garbage, and collections that have begun.
        run.settle();
        Latencies latencies = open(round, request);
        return Sample.of(RATE, capacity)
                .and(latencies.figures())
                .and(REACHED, latencies.rate())
                .and(spent);
    }

    private double closed(Request request) throws Exception {
        return loop.capacity(CLIENTS, time(), request);
    }

    /** The same moments for both ways of a round. */
    private Latencies open(int round, Request request) throws Exception {
        return loop.run(rate, time(), new Random(round), request);
    }

    private Duration time() {
        return Duration.ofSeconds(run.options().seconds());
    }
}
