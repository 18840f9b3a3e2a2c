/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static io.hbasesearch.faults.suite.Outages.Length.FULL_DISK;
import static io.hbasesearch.faults.suite.Outages.Length.MINUTES;
import static io.hbasesearch.faults.suite.Outages.Length.TROUBLE;
import static io.hbasesearch.faults.suite.Outages.Length.UNREACHABLE;

import io.hbasesearch.faults.fault.CallerFault;
import io.hbasesearch.faults.fault.ElasticsearchFault;
import io.hbasesearch.faults.fault.Fault;
import io.hbasesearch.faults.fault.GatewayFault;
import io.hbasesearch.faults.fault.HBaseFault;
import io.hbasesearch.faults.fault.IndexerFault;
import io.hbasesearch.faults.fault.KafkaFault;
import io.hbasesearch.faults.fault.RowFault;
import io.hbasesearch.faults.fault.TopicFault;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Every class of fault, with how its parameters are drawn. Stateless. */
final class FaultClasses {
    /** More than a document may have, and less than the heap of our processes, of which a row takes several times its size. */
    private static final int HUGE_ROW_MEGABYTES = Integer.getInteger("faults.hugeRowMegabytes", 32);

    private FaultClasses() {}

    /** Makes a fault of one class. */
    interface Draw {
        Fault draw(Random random);
    }

    /** What happens to those who announce edits. */
    static List<Draw> upstream(Outages outages) {
        return List.of(
                random -> new HBaseFault.RegionServerKilled(random.nextInt(3), seconds(random, 3, 15)),
                random -> new HBaseFault.RegionServerFrozen(random.nextInt(3), seconds(random, 3, 8)),
                random -> new HBaseFault.RegionsMoved(),
                random -> new HBaseFault.RegionSplit(),
                random -> new HBaseFault.RegionsMerged(),
                random -> new HBaseFault.MasterFailover(seconds(random, 1, 5)),
                random -> new HBaseFault.PeerDisabled(outages.brief(MINUTES)),
                random -> new KafkaFault.BrokerKilled(random.nextInt(3), seconds(random, 3, 15)),
                random -> new KafkaFault.LeadersElected(1 + random.nextInt(3)),
                random -> new KafkaFault.KafkaUnreachable(outages.brief(MINUTES)),
                random -> new KafkaFault.TooFewReplicas(random.nextInt(3), outages.brief(MINUTES)),
                random -> new KafkaFault.ProduceAcknowledgementsLost(seconds(random, 2, 6)),
                random -> new TopicFault.StrayRecords(random.nextLong(), 2 + random.nextInt(6)),
                random -> new TopicFault.TopicMadeAnew(random.nextBoolean(), seconds(random, 2, 8)));
    }

    /** What happens to those who index and answer. */
    static List<Draw> downstream(Outages outages) {
        return List.of(
                random -> new ElasticsearchFault.ElasticsearchNodeKilled(random.nextInt(2), seconds(random, 2, 10)),
                random -> new ElasticsearchFault.IndexClosed(seconds(random, 2, 8)),
                random -> new ElasticsearchFault.RequestsRefused(outages.brief(TROUBLE)),
                random -> new ElasticsearchFault.ItemsRefused(outages.brief(TROUBLE)),
                random -> new ElasticsearchFault.DiskSlow(random.nextInt(2), outages.brief(TROUBLE)),
                random -> new ElasticsearchFault.DiskFull(outages.brief(FULL_DISK)),
                random -> new ElasticsearchFault.ElasticsearchUnreachable(outages.brief(UNREACHABLE)),
                random -> new ElasticsearchFault.BulkAcknowledgementsLost(seconds(random, 2, 6)),
                random -> new ElasticsearchFault.LinksSlow(
                        outages.brief(TROUBLE), Duration.ofMillis(50 + random.nextInt(250)), 40_000),
                random -> new IndexerFault.IndexerKilled(seconds(random, 1, 6)),
                random -> new IndexerFault.IndexerZombie(seconds(random, 2, 8)),
                random -> new IndexerFault.Rebalances(2, seconds(random, 1, 3)),
                random -> new IndexerFault.ClocksApart(Duration.ofHours(random.nextBoolean() ? 1 : -1)),
                random -> new IndexerFault.IndexersWithoutZooKeeper(seconds(random, 3, 8)),
                random -> new GatewayFault.GatewayWithoutElasticsearch(seconds(random, 3, 12)),
                random -> new GatewayFault.GatewayWithoutKafka(seconds(random, 3, 12)),
                random -> new GatewayFault.GatewayWithoutHBase(seconds(random, 3, 4), seconds(random, 2, 6)),
                random -> new CallerFault.SilentConnections(1_500 + random.nextInt(1_500), seconds(random, 8, 15)),
                random -> new CallerFault.SlowBodies(200 + random.nextInt(200), seconds(random, 8, 15)),
                random -> new RowFault.HugeRow(random.nextLong(), HUGE_ROW_MEGABYTES),
                random -> new RowFault.KillerDocument(random.nextLong(), 17 + random.nextInt(3)));
    }

    /** Some eleven minutes. */
    static List<Draw> longUpstream(Outages outages) {
        return List.of(
                random -> new HBaseFault.PeerDisabled(outages.full(MINUTES)),
                random -> new KafkaFault.KafkaUnreachable(outages.full(MINUTES)),
                random -> new KafkaFault.TooFewReplicas(random.nextInt(3), outages.full(MINUTES)));
    }

    /** As long. */
    static List<Draw> longDownstream(Outages outages) {
        return List.of(random -> new ElasticsearchFault.ElasticsearchUnreachable(outages.full(UNREACHABLE)));
    }

    private static Duration seconds(Random random, int from, int to) {
        return Duration.ofMillis(1_000L * from + random.nextInt(1_000 * (to - from)));
    }
}
