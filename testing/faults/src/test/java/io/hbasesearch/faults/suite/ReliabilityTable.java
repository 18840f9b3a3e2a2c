/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.faults.suite.SeedResult.Found;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The table of reliability as README shows it: every class of fault in words, with what a run has measured. Stateless. */
final class ReliabilityTable {
    /** In the order of the path: from what announces an edit to what answers. */
    private static final Map<String, String> WORDS = words();

    private ReliabilityTable() {}

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("RegionServerKilled", "RegionServer killed; others take over its regions and its replication queues");
        words.put("RegionServerFrozen", "RegionServer frozen until its regions are elsewhere, then resumed");
        words.put("RegionsMoved", "every region moved to another server");
        words.put("RegionSplit", "region split");
        words.put("RegionsMerged", "regions merged");
        words.put("MasterFailover", "leading master killed");
        words.put("PeerDisabled", "replication peer disabled, for 3 minutes at full length");
        words.put("BrokerKilled", "one of three Kafka brokers killed");
        words.put("LeadersElected", "new leaders for every partition");
        words.put("KafkaUnreachable", "no broker reachable, for 3 minutes at full length");
        words.put("TooFewReplicas", "two of three brokers dead, for 3 minutes at full length");
        words.put("ProduceAcknowledgementsLost", "events written, acknowledgements lost");
        words.put("StrayRecords", "records of strangers in the topic: in wrong partitions, without value, unreadable");
        words.put("TopicMadeAnew", "topic deleted, or deleted and created again; next epoch and reindex by hand");
        words.put("ElasticsearchNodeKilled", "one of two Elasticsearch nodes killed");
        words.put("IndexClosed", "index closed and opened");
        words.put("RequestsRefused", "whole bulk requests answered 429");
        words.put("ItemsRefused", "single operations answered 429");
        words.put("DiskSlow", "a node that stalls for 800 ms of every second");
        words.put("DiskFull", "flood-stage watermark: writes blocked");
        words.put("ElasticsearchUnreachable", "no node reachable, for 10 minutes at full length");
        words.put("BulkAcknowledgementsLost", "documents written, acknowledgements lost");
        words.put("LinksSlow", "50 to 300 ms of delay and 40 kB/s on the way to Kafka and Elasticsearch");
        words.put("HugeRow", "a row of 32 MB in a thousand columns, beside heaps of 384 MB");
        words.put("KillerDocument", "a document above the limit of 16 MB");
        words.put("IndexerKilled", "indexer killed");
        words.put("IndexerZombie", "indexer frozen past its session, then resumed");
        words.put("Rebalances", "indexers join and leave under load");
        words.put("ClocksApart", "two indexers with clocks an hour apart");
        words.put("IndexersWithoutZooKeeper", "indexers cut off from ZooKeeper, one of them new");
        words.put("GatewayWithoutElasticsearch", "gateway cut off from Elasticsearch");
        words.put("GatewayWithoutKafka", "gateway cut off from Kafka");
        words.put("GatewayWithoutHBase", "gateway cut off from ZooKeeper, RegionServers frozen");
        words.put("SilentConnections", "thousands of connections to the gateway without a request");
        words.put("SlowBodies", "hundreds of searches whose bodies do not come");
        return words;
    }

    /** Every class that has words. */
    static Collection<String> kinds() {
        return WORDS.keySet();
    }

    /** Classes that have not struck have no row. */
    static String of(Collection<ClassTotals> totals) {
        StringBuilder table = new StringBuilder(
                "| fault | struck | felt | at full length | altogether | seeds passed | rows compared | missing |"
                        + " stale | extra |\n"
                        + "|---|---|---|---|---|---|---|---|---|---|\n");
        WORDS.forEach((kind, words) -> totals.stream()
                .filter(fault -> fault.kind().equals(kind))
                .forEach(fault -> table.append(row(words, fault))));
        return table.toString();
    }

    private static String row(String words, ClassTotals fault) {
        Found found = fault.found();
        return "| %s | %d | %d | %s | %s | %d of %d | %,d | %d | %d | %d |%n"
                .formatted(
                        words,
                        fault.strikes().times(),
                        fault.strikes().felt(),
                        fault.strikes().atFullLength() == 0
                                ? ""
                                : fault.strikes().atFullLength(),
                        words(fault.strikes().altogether()),
                        fault.seeds().passed(),
                        fault.seeds().number(),
                        fault.seeds().rows(),
                        found.missing(),
                        found.stale(),
                        found.extra());
    }

    static String words(Duration duration) {
        return duration.toMinutes() == 0
                ? duration.toSeconds() + " s"
                : duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
}
