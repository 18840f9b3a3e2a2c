/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Comparison;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.LoadShare;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.Latencies;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.load.OpenLoop;
import io.hbasesearch.benchmarks.load.PutLoad;
import io.hbasesearch.benchmarks.scenario.AnnouncedPuts.To;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * What the endpoint costs those who write: puts per second of clients that wait for each, and the latency of puts that come at
 * a share of what HBase can take without a peer, whether or not earlier ones are answered. Off means that there is no peer at
 * all; a peer that does nothing has an endpoint that throws everything away, so that what it costs is HBase's own replication. For one
 * thread.
 */
final class PutOverhead {
    private static final String RATE = "puts/s";
    private static final String ON = "peer on";
    private static final String OFF = "peer off";
    private static final String NOTHING = "peer that does nothing";

    private final Run run;
    private final AnnouncedPuts puts;
    private final OpenLoop loop;
    /** What HBase took without a peer when that was looked at last, puts/s. */
    private double capacity;

    private int round = -1;
    private double rate;

    private PutOverhead(Run run, AnnouncedPuts puts, OpenLoop loop) {
        this.run = run;
        this.puts = puts;
        this.loop = loop;
    }

    static Finding measure(Run run) throws Exception {
        try (AnnouncedPuts puts = AnnouncedPuts.prepare(run, MailTable.NAME);
                OpenLoop loop = new OpenLoop()) {
            return new PutOverhead(run, puts, loop).measure();
        }
    }

    private Finding measure() throws Exception {
        MailTable.compactWhenAsked(run.servers().connection(), MailTable.NAME);
        puts.announce(To.NOBODY);
        capacity();
        capacity = capacity();
        Rounds rounds = run.rounds(
                new Way(OFF, round -> load(To.NOBODY, round)),
                new Way(ON, round -> load(To.TOPIC, round)),
                new Way(NOTHING, round -> load(To.NOTHING, round)));
        return new Finding(
                rounds,
                List.of(
                        Verdict.of("puts/s with the peer to without", rounds.ratios(ON, OFF, RATE), Goal.atLeast(0.95)),
                        Verdict.of(
                                "p99 with the peer to without",
                                rounds.ratios(ON, OFF, Latencies.P99_MILLIS),
                                Goal.atMost(1.1))),
                "puts/s of " + PutLoad.CLIENTS + " clients; latencies at a share of those without a peer of the round"
                        + " before, from when each was due; CPU s are those of the latencies' load;"
                        + " a peer is behind by what it takes after the clients have stopped until their last put is shipped",
                note("puts/s with a peer that does nothing to without", rounds.ratios(NOTHING, OFF, RATE)),
                note("puts/s with the peer to those with a peer that does nothing", rounds.ratios(ON, NOTHING, RATE)),
                note("p99 with a peer that does nothing to without", rounds.ratios(NOTHING, OFF, Latencies.P99_MILLIS)),
                note(
                        "p99 with the peer to that with a peer that does nothing",
                        rounds.ratios(ON, NOTHING, Latencies.P99_MILLIS)));
    }

    /** Else it would be a matter of luck in which way's load HBase flushes and compacts what the one before has left. */
    private void settle() throws Exception {
        MailTable.compact(run.servers().connection(), MailTable.NAME);
        run.settle();
    }

    private static String note(String what, List<Double> ratios) {
        return Comparison.of(what, ratios).toString();
    }

    private double capacity() throws Exception {
        return loop.capacity(PutLoad.CLIENTS, time(), number -> puts.put());
    }

    private Duration time() {
        return Duration.ofSeconds(run.options().seconds());
    }

    private Sample load(To announced, int number) throws Exception {
        if (number != round) {
            // All ways of a round have the same; before the first one HBase is not warm, and takes less than later.
            round = number;
            rate = run.options().share() * capacity;
        }
        puts.announce(announced);
        settle();
        double throughput = capacity();
        // What the throughput has left to be shipped is not to be in the latencies.
        double behind = secondsUntilAnnounced();
        settle();
        ProcessorSeconds before = run.servers().processorSeconds();
        Latencies latencies = loop.run(rate, time(), new Random(number), count -> puts.put());
        puts.awaitAnnounced();
        ProcessorSeconds spent = run.servers().processorSeconds().minus(before);
        Sample sample = Sample.of(RATE, throughput)
                .and(latencies.figures())
                .and("load, puts/s", latencies.rate())
                .and(spent);
        if (announced != To.NOBODY) {
            return sample.and("behind by then, s", behind);
        }
        capacity = throughput;
        return sample.and(LoadShare.FIGURE, latencies.rate() / throughput);
    }

    private double secondsUntilAnnounced() throws InterruptedException {
        long began = System.nanoTime();
        puts.awaitAnnounced();
        return (System.nanoTime() - began) / 1e9;
    }
}
