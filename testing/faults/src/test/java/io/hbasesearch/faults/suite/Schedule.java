/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.faults.fault.ElasticsearchFault;
import io.hbasesearch.faults.fault.Fault;
import io.hbasesearch.faults.fault.GatewayFault;
import io.hbasesearch.faults.fault.HBaseFault;
import io.hbasesearch.faults.fault.IndexerFault;
import io.hbasesearch.faults.fault.KafkaFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Which faults strike in a run, one after the other on each of two tracks: what announces edits (HBase, Kafka) and what indexes
 * and answers (Elasticsearch, indexers, gateway). A fault of one track meets whatever strikes on the other.
 *
 * <p>The seed alone decides. Seeds that follow each other deal from shuffled decks that hold every class once, so that twenty of
 * them hold each class at least three times, in ever other company. Immutable.
 */
public record Schedule(long seed, List<Fault> upstream, List<Fault> downstream) {
    private static final int UPSTREAM = 3;
    private static final int DOWNSTREAM = 4;

    public Schedule {
        upstream = List.copyOf(upstream);
        downstream = List.copyOf(downstream);
    }

    /** @param scale of outages: 1 for the long forms, ten minutes where ten minutes are meant */
    public static Schedule of(long seed, double scale) {
        return new Schedule(
                seed, deal(upstreamClasses(scale), seed, UPSTREAM), deal(downstreamClasses(scale), seed, DOWNSTREAM));
    }

    /** The seed's own part of an endless row of decks. */
    private static List<Fault> deal(List<Draw> classes, long seed, int count) {
        Random parameters = new Random(seed);
        List<Fault> faults = new ArrayList<>();
        for (long position = seed * count; position < (seed + 1) * count; position++) {
            List<Draw> deck = new ArrayList<>(classes);
            Collections.shuffle(deck, new Random(Math.floorDiv(position, (long) classes.size()) * 0x9E3779B97F4A7C15L));
            faults.add(deck.get(Math.floorMod(position, classes.size())).draw(parameters));
        }
        return faults;
    }

    private static List<Draw> upstreamClasses(double scale) {
        return List.of(
                random -> new HBaseFault.RegionServerKilled(random.nextInt(3), seconds(random, 3, 15)),
                random -> new HBaseFault.RegionsMoved(),
                random -> new HBaseFault.RegionSplit(),
                random -> new HBaseFault.RegionsMerged(),
                random -> new HBaseFault.MasterFailover(seconds(random, 1, 5)),
                random -> new HBaseFault.PeerDisabled(outage(scale, 300, 10)),
                random -> new KafkaFault.BrokerKilled(random.nextInt(3), seconds(random, 3, 15)),
                random -> new KafkaFault.LeadersElected(1 + random.nextInt(3)),
                random -> new KafkaFault.KafkaUnreachable(outage(scale, 600, 10)),
                random -> new KafkaFault.TooFewReplicas(random.nextInt(3), outage(scale, 300, 10)),
                random -> new KafkaFault.ProduceAcknowledgementsLost(seconds(random, 2, 6)));
    }

    private static List<Draw> downstreamClasses(double scale) {
        return List.of(
                random -> new ElasticsearchFault.ElasticsearchNodeKilled(random.nextInt(2), seconds(random, 2, 10)),
                random -> new ElasticsearchFault.IndexClosed(seconds(random, 2, 8)),
                random -> new ElasticsearchFault.RequestsRefused(outage(scale, 120, 10)),
                random -> new ElasticsearchFault.ItemsRefused(outage(scale, 120, 10)),
                random -> new ElasticsearchFault.DiskSlow(random.nextInt(2), outage(scale, 120, 10)),
                random -> new ElasticsearchFault.DiskFull(outage(scale, 120, 3)),
                random -> new ElasticsearchFault.ElasticsearchUnreachable(outage(scale, 600, 10)),
                random -> new ElasticsearchFault.BulkAcknowledgementsLost(seconds(random, 2, 6)),
                random -> new ElasticsearchFault.LinksSlow(
                        outage(scale, 120, 10), Duration.ofMillis(50 + random.nextInt(250)), 40_000),
                random -> new IndexerFault.IndexerKilled(seconds(random, 1, 6)),
                random -> new IndexerFault.IndexerZombie(seconds(random, 2, 8)),
                random -> new IndexerFault.Rebalances(2 + random.nextInt(2), seconds(random, 3, 6)),
                random -> new IndexerFault.ClocksApart(Duration.ofHours(random.nextBoolean() ? 1 : -1)),
                random -> new GatewayFault.GatewayWithoutElasticsearch(seconds(random, 3, 12)),
                random -> new GatewayFault.GatewayWithoutKafka(seconds(random, 3, 12)),
                random -> new GatewayFault.GatewayWithoutHBase(seconds(random, 2, 4), seconds(random, 2, 6)));
    }

    private static Duration seconds(Random random, int from, int to) {
        return Duration.ofMillis(1_000L * from + random.nextInt(1_000 * (to - from)));
    }

    private static Duration outage(double scale, int fullSeconds, int leastSeconds) {
        return Duration.ofMillis((long) Math.max(leastSeconds * 1_000.0, fullSeconds * 1_000.0 * scale));
    }

    /** Makes a fault of one class. */
    private interface Draw {
        Fault draw(Random random);
    }
}
