/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.benchmarks.OpenLoop.Times;
import io.hbasesearch.servers.DataDirectories;
import io.hbasesearch.system.Site;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What a search costs its slowest callers when the rows come with it: the 99th percentile of the gateway's search of 20 hits, to the
 * sum of those of the index's own search and of HBase's own batch of 20 gets, all at half of what the gateway can answer.
 */
@Command(
        name = "SearchRatio",
        mixinStandardHelpOptions = true,
        description = "p99 of a search with its rows as a ratio to a raw search plus a raw batch of gets, under load.")
public final class SearchRatio implements Callable<Integer> {
    private static final int CLIENTS = 16;
    private static final int WAYS = 3;
    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;

    @Spec
    private CommandSpec spec;

    @Option(names = "--rows", defaultValue = "100000", description = "Rows of the table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--rounds", defaultValue = "5", description = "Rounds that count (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--seconds",
            defaultValue = "30",
            description = "Of each of the three ways in a round (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--warm-ups",
            defaultValue = "2",
            description = "Rounds before these that do not count (default: ${DEFAULT-VALUE}).")
    private int warmUps;

    @Option(names = "--words", defaultValue = "500", description = "Different queries (default: ${DEFAULT-VALUE}).")
    private int words;

    @Option(names = "--lucene", description = "Over an embedded index, instead of Elasticsearch.")
    private boolean lucene;

    @Option(
            names = "--share",
            defaultValue = "0.5",
            description = "Of the gateway's capacity, as measured before (default: ${DEFAULT-VALUE}).")
    private double share;

    @Option(
            names = "--require",
            defaultValue = "1.2",
            description = "Greatest median ratio, else 1 (default: ${DEFAULT-VALUE}).")
    private double required;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SearchRatio()).execute(arguments));
    }

    /** Milliseconds of one round; requests in a second, and of each way. */
    record Round(
            double rate,
            int requests,
            double gatewayMedian,
            double gatewayP99,
            double searchMedian,
            double searchP99,
            double getMedian,
            double getP99,
            double ratio) {}

    @Override
    public Integer call() throws Exception {
        if (rows < 1 || rounds < 1 || seconds < 1 || words < 1 || warmUps < 0 || share <= 0) {
            throw new ParameterException(
                    spec.commandLine(), "--rows, --rounds, --seconds and --words are at least 1, --share is above 0");
        }
        Machine machine = Machine.here();
        Path directory = Files.createTempDirectory("hbase-search-search-ratio");
        try (BenchmarkServers servers = BenchmarkServers.start()) {
            MailTable.create(servers.connection(), rows);
            Site site =
                    lucene ? ReindexLuceneRatio.embedded(servers, directory) : overElasticsearch(servers, directory);
            MailTable.announce(site);
            ReindexSite filled = new ReindexSite(site, ReindexSite.standardThreads(), rows, servers::processorSeconds);
            filled.createIndex();
            filled.reindex();
            try (SearchedMail mail = new SearchedMail(
                            filled.configuration(),
                            site.index(),
                            servers.connection(),
                            servers.addresses().rawElasticsearch());
                    OpenLoop loop = new OpenLoop()) {
                return measure(machine, mail, loop);
            }
        } finally {
            DataDirectories.delete(directory);
        }
    }

    private static Site overElasticsearch(BenchmarkServers servers, Path directory) throws Exception {
        return Site.withDefinition(servers.addresses(), directory, MailTable.NAME, MailTable.definition());
    }

    private int measure(Machine machine, SearchedMail mail, OpenLoop loop) throws Exception {
        System.out.printf("%d words find %d messages or more%n", mail.takeWords(words), SearchedMail.SIZE);
        Duration time = Duration.ofSeconds(seconds);
        loop.capacity(CLIENTS, time, mail::searchGateway);
        double capacity = loop.capacity(CLIENTS, time, mail::searchGateway);
        double rate = share * capacity;
        System.out.printf("capacity: %.0f searches/s of %d clients; load: %.0f/s%n", capacity, CLIENTS, rate);
        for (int i = 0; i < warmUps; i++) {
            round(i, rate, time, mail, loop);
        }
        System.out.println("round  gateway p50  p99 ms  search p50  p99 ms  get p50  p99 ms  ratio of p99");
        List<Round> counted = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Round round = round(i, rate, time, mail, loop);
            System.out.printf(
                    "%5d  %11.2f  %6.2f  %10.2f  %6.2f  %7.2f  %6.2f  %.3f%n",
                    i + 1,
                    round.gatewayMedian(),
                    round.gatewayP99(),
                    round.searchMedian(),
                    round.searchP99(),
                    round.getMedian(),
                    round.getP99(),
                    round.ratio());
            counted.add(round);
        }
        Spread ratio = Spread.of(counted.stream().map(Round::ratio).toList());
        String baseline = (lucene ? "embedded index" : "Elasticsearch") + " + batch of gets, " + (int) (share * 100)
                + " % of " + (int) capacity + "/s";
        String name = lucene ? "SearchLuceneRatio" : "SearchRatio";
        new Results(name, machine, rows, CLIENTS, baseline, counted, ratio, required).report();
        return ratio.median() <= required ? 0 : 1;
    }

    /** Each way once, in an order that changes from round to round, all with requests at the same moments. */
    private static Round round(int number, double rate, Duration time, SearchedMail mail, OpenLoop loop)
            throws Exception {
        Times[] times = new Times[WAYS];
        for (int i = 0; i < WAYS; i++) {
            int way = (number + i) % WAYS;
            OpenLoop.Request request =
                    switch (way) {
                        case 0 -> mail::searchGateway;
                        case 1 -> mail::searchIndex;
                        default -> mail::getRows;
                    };
            times[way] = loop.run(rate, time, new Random(number), request);
        }
        return new Round(
                rate,
                times[0].count(),
                times[0].millis(MEDIAN),
                times[0].millis(P99),
                times[1].millis(MEDIAN),
                times[1].millis(P99),
                times[2].millis(MEDIAN),
                times[2].millis(P99),
                times[0].millis(P99) / (times[1].millis(P99) + times[2].millis(P99)));
    }
}
