/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.baseline.RawProducer;
import io.hbasesearch.benchmarks.baseline.RawProducer.Shape;
import io.hbasesearch.benchmarks.harness.Comparison;
import io.hbasesearch.benchmarks.harness.Figures;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.load.PutLoad;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.Peer;
import io.hbasesearch.benchmarks.site.SilentPeer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.system.TestTable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * How fast the endpoint empties write-ahead logs into Kafka, against a producer that has the very same records in memory. Rows
 * are put one by one while the peer is disabled, so that each is a WAL entry of its own; then the peer is enabled. Both rates
 * are taken from the first append to the last one by the broker's clock, so that neither start counts. How fast HBase hands the same
 * entries to an endpoint that throws them away says how near to that ours comes; there is one of the two peers at a time. For one
 * thread.
 */
final class EndpointRate {
    private static final String RATE = "entries/s";
    /** Of a peer with the time in which HBase makes the endpoint and reads the first batch, which neither of them ships. */
    private static final String ALL = "entries/s from enabling the peer";

    private static final String PRODUCER = "producer";
    private static final String ENDPOINT = "endpoint";
    private static final String NOTHING = "nothing";

    private static final List<Integer> BATCHES = List.of(16 << 10, 64 << 10, 256 << 10, 512 << 10);
    private static final List<Integer> LINGERS = List.of(0, 5, 20);

    private final Run run;
    private final MailRows rows;
    private final TestTable table;
    private final Peer peer;
    private final SilentPeer silent;
    private final Topic topic;
    private final Topic raw;
    private int revision;

    private EndpointRate(Run run, TestTable table, Peer peer, SilentPeer silent, Topic topic, Topic raw) {
        this.run = run;
        this.rows = new MailRows(run.options().documentBytes());
        this.table = table;
        this.peer = peer;
        this.silent = silent;
        this.topic = topic;
        this.raw = raw;
    }

    static Finding measure(Run run) throws Exception {
        TestTable table = MailTable.create(run.servers().connection(), MailTable.NAME);
        // What was just put would be compacted while the endpoint ships it, and that takes a core.
        MailTable.leaveUncompacted(run.servers().connection(), MailTable.NAME);
        MeasuredSite site = MeasuredSite.create(run, MailTable.NAME, MeasuredSite.Backend.ELASTICSEARCH);
        site.announce(run.options().partitions());
        Peer peer = Peer.existing(run.servers().connection(), MailTable.NAME);
        SilentPeer silent = SilentPeer.like(peer, run.directory().resolve("handed-over"));
        try (Topic topic = site.topic();
                Topic raw = new Topic(bootstrapServers(run), "raw")) {
            raw.create(run.options().partitions());
            raw.stampAppends();
            topic.stampAppends();
            return new EndpointRate(run, table, peer, silent, topic, raw).measure();
        }
    }

    private static String bootstrapServers(Run run) {
        return run.servers().addresses().bootstrapServers();
    }

    private Finding measure() throws Exception {
        run.tell("first run of the endpoint, for the records of the producer");
        Map<TopicPartition, Long> before = topic.ends();
        endpoint();
        List<ConsumerRecord<byte[], byte[]>> records = topic.read(before);
        Shape shape = best(records);
        Rounds rounds = run.rounds(
                new Way(PRODUCER, round -> producer(records, shape)),
                new Way(ENDPOINT, round -> endpoint()),
                new Way(NOTHING, round -> nothing()));
        long bytes = records.stream()
                .mapToLong(record -> record.serializedKeySize() + record.serializedValueSize())
                .sum();
        return finding(rounds, "producer: " + shape, bytes / records.size() + " bytes a record, key included");
    }

    private static Finding finding(Rounds rounds, String producer, String records) {
        List<Double> ratios = rounds.ratios(ENDPOINT, PRODUCER, RATE);
        // The endpoint's start and the reading of its first batch are in the clock of the second one; the producer has
        // neither.
        return new Finding(
                rounds,
                List.of(Verdict.of("endpoint to producer", ratios, Goal.atLeast(0.9))),
                producer,
                records,
                Comparison.of("endpoint from enabling the peer to producer", fromEnabling(rounds))
                        .toString(),
                note(rounds, NOTHING, PRODUCER, RATE),
                note(rounds, ENDPOINT, NOTHING, RATE),
                note(rounds, ENDPOINT, NOTHING, ALL));
    }

    private static List<Double> fromEnabling(Rounds rounds) {
        List<Double> ours = rounds.of(ENDPOINT, ALL);
        List<Double> theirs = rounds.of(PRODUCER, RATE);
        return IntStream.range(0, ours.size())
                .mapToObj(round -> ours.get(round) / theirs.get(round))
                .toList();
    }

    private static String note(Rounds rounds, String way, String baseline, String figure) {
        return Comparison.of(way + " to " + baseline + ", " + figure, rounds.ratios(way, baseline, figure))
                .toString();
    }

    private Sample producer(List<ConsumerRecord<byte[], byte[]>> records, Shape shape) throws Exception {
        ProcessorSeconds before = run.servers().processorSeconds();
        double rate = send(records, shape);
        return Sample.of(RATE, rate).and(run.servers().processorSeconds().minus(before));
    }

    private Sample endpoint() throws Exception {
        silent.peer().remove();
        fill(peer);
        Map<TopicPartition, Long> ends = topic.ends();
        ProcessorSeconds before = run.servers().processorSeconds();
        long events = topic.events();
        long began = System.nanoTime();
        long beganMillis = System.currentTimeMillis();
        peer.enable();
        topic.await(events + run.options().rows(), FilledTopic.LIMIT);
        long ended = System.nanoTime();
        Topic.Appends appends = topic.appendedSince(ends);
        return Sample.of(RATE, appends.rate())
                .and(ALL, appends.rateSince(beganMillis))
                .and("bytes/record on the broker's disk", (double) topic.bytesOnDisk() / topic.events())
                .and(run.servers().processorSeconds().minus(before))
                .during(Span.ofNanos(began, ended));
    }

    private Sample nothing() throws Exception {
        peer.remove();
        fill(silent.peer());
        ProcessorSeconds before = run.servers().processorSeconds();
        silent.handedOver().reset();
        long began = System.nanoTime();
        silent.peer().enable();
        silent.handedOver().await(run.options().rows(), FilledTopic.LIMIT);
        long ended = System.nanoTime();
        return Sample.of(RATE, silent.handedOver().rate())
                .and(ALL, run.options().rows() * 1e9 / (ended - began))
                .and(run.servers().processorSeconds().minus(before))
                .during(Span.ofNanos(began, ended));
    }

    /** Leaves the peer disabled, with an entry for each row to ship, and the disks written out. */
    private void fill(Peer filled) throws Exception {
        filled.add();
        filled.disable();
        revision++;
        PutLoad.run(table, run.options().rows(), row -> rows.put(row, revision));
        // The producer does not begin among flushes and unwritten pages either.
        run.settle();
    }

    /** The best of all that were tried, of which two are tried once more: one lucky load would decide else. */
    private Shape best(List<ConsumerRecord<byte[], byte[]>> records) throws Exception {
        Map<Shape, Double> rates = new HashMap<>();
        // The first one is cold.
        send(records, new Shape(BATCHES.get(0), LINGERS.get(0)));
        for (int batch : BATCHES) {
            for (int linger : LINGERS) {
                Shape shape = new Shape(batch, linger);
                rates.put(shape, tell(shape, send(records, shape)));
            }
        }
        Comparator<Shape> slowest = Comparator.comparingDouble(rates::get);
        for (Shape shape :
                rates.keySet().stream().sorted(slowest.reversed()).limit(2).toList()) {
            rates.put(shape, (rates.get(shape) + tell(shape, send(records, shape))) / 2);
        }
        return rates.keySet().stream().max(slowest).orElseThrow();
    }

    private double tell(Shape shape, double rate) {
        run.tell("producer with " + shape + ": " + Figures.text(rate) + " entries/s");
        return rate;
    }

    /** What was sent before is removed. */
    private double send(List<ConsumerRecord<byte[], byte[]>> records, Shape shape) throws Exception {
        raw.clear();
        Map<TopicPartition, Long> ends = raw.ends();
        try (RawProducer producer = new RawProducer(bootstrapServers(run), shape)) {
            producer.send(raw.name(), records);
        }
        return raw.appendedSince(ends).rate();
    }
}
