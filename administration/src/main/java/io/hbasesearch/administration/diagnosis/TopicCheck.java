/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.administration.site.ProbeResult;
import io.hbasesearch.administration.site.SiteFacts;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.hbase.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Checks that the topics of peers exist, have the number of partitions that peers expect, and retain enough. Pure. */
final class TopicCheck {
    private static final String CHECK = "topic";

    private TopicCheck() {}

    /** @param peer id of the peer that announces the table */
    private record Announced(String peer, Route route) {}

    static List<Finding> judge(SiteFacts facts) {
        Map<String, Announced> announced = announced(facts);
        List<Finding> findings = new ArrayList<>();
        new TreeMap<>(facts.kafka().topics()).forEach((name, asked) -> {
            asked.complaint().ifPresent(none -> findings.add(Finding.of(CHECK, name, none, "Check that Kafka is up.")));
            asked.value()
                    .ifPresent(found -> judge(facts, name, found, Optional.ofNullable(announced.get(name)), findings));
        });
        return findings;
    }

    private static void judge(
            SiteFacts facts,
            String name,
            Optional<SiteFacts.TopicFacts> found,
            Optional<Announced> announced,
            List<Finding> findings) {
        if (found.isEmpty()) {
            findings.add(missing(name, announced));
            return;
        }
        int partitions = found.get().topic().partitions();
        Optional<Announced> other = announced.filter(known -> known.route().partitions() != partitions);
        if (other.isPresent()) {
            findings.add(Finding.wrong(
                    CHECK,
                    name,
                    ExitCode.INDEX_INCOMPATIBLE,
                    "it has " + partitions + " partitions, and the peer distributes rows over "
                            + other.get().route().partitions() + ": some rows have moved to another partition, or will",
                    bump(other.get())));
            return;
        }
        ProbeResult<List<String>> problems = found.get().problems();
        problems.complaint()
                .ifPresent(none -> findings.add(
                        Finding.of(CHECK, name, none, "Grant this user DESCRIBE_CONFIGS on the topic in Kafka.")));
        problems.value().ifPresent(list -> {
            list.forEach(problem -> findings.add(Finding.warning(CHECK, name, problem, mend(facts, name))));
            if (list.isEmpty()) {
                findings.add(Finding.ok(CHECK, name, partitions + " partitions, settings are correct"));
            }
        });
    }

    private static Finding missing(String name, Optional<Announced> announced) {
        return Finding.wrong(
                CHECK,
                name,
                ExitCode.INDEX_INCOMPATIBLE,
                "Kafka has no such topic, so "
                        + (announced.isPresent() ? "edits wait in HBase's logs" : "the topic of an index is lost"),
                announced
                        .map(TopicCheck::bump)
                        .orElse("'hbase-search index epoch INDEX' shows what is lost, and with --bump repairs it"));
    }

    private static String bump(Announced announced) {
        String table = announced.route().table().toString();
        String options = " --peer-id " + announced.peer() + " --table " + table;
        return "hbase-search index epoch INDEX --bump, with any index of table " + table
                + "; without an index: hbase-search peer remove" + options + ", then hbase-search peer add" + options;
    }

    private static String mend(SiteFacts facts, String topic) {
        String servers = facts.path().configured().bootstrapServers();
        return "kafka-configs.sh --bootstrap-server " + servers + " --alter --entity-type topics --entity-name " + topic
                + " --add-config SETTING=VALUE; replicas: kafka-reassign-partitions.sh --bootstrap-server " + servers;
    }

    private static Map<String, Announced> announced(SiteFacts facts) {
        Map<String, Announced> routes = new TreeMap<>();
        for (Peer peer :
                OurPeers.among(facts.path().replication().peers().value().orElse(List.of()))) {
            try {
                OurPeers.routes(peer)
                        .values()
                        .forEach(route -> routes.put(route.topic(), new Announced(peer.id(), route)));
            } catch (HBaseSearchException e) {
                // The check of the peer reports it.
                continue;
            }
        }
        return routes;
    }
}
