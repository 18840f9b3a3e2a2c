/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.peer.WaitingPeers;
import io.hbasesearch.administration.site.PathFacts;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerBacklog;
import io.hbasesearch.hbase.PeerLag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks that HBase announces the edits of every indexed table, and how long its queues of WALs are. Pure. */
final class PeerCheck {
    private static final String CHECK = "peer";
    private static final String QUEUE = "wal-queue";

    private static final String MAY_LIST = "Grant this user ADMIN in HBase, or ask a user who has it.";

    private PeerCheck() {}

    static List<Finding> judge(PathFacts facts) {
        List<Finding> findings = new ArrayList<>();
        facts.replication()
                .queues()
                .complaint()
                .ifPresent(none -> findings.add(
                        Finding.of("hbase", "cluster", none, "Check that HBase's master and ZooKeeper are running.")));
        facts.replication()
                .peers()
                .complaint()
                .ifPresent(none -> findings.add(
                        none.code() == ErrorCode.ACCESS_DENIED
                                ? Finding.unknown(CHECK, "all", none.message(), MAY_LIST)
                                : Finding.of(CHECK, "all", none, MAY_LIST)));
        facts.replication().peers().value().ifPresent(peers -> {
            OurPeers.among(peers).forEach(peer -> judge(facts, peer, findings));
            OurPeers.misdirected(peers).forEach(peer -> findings.add(misdirected(peer)));
            tables(facts).forEach(table -> announced(table, peers, findings));
        });
        return findings;
    }

    private static void judge(PathFacts facts, Peer peer, List<Finding> findings) {
        List<PeerLag> queues =
                facts.replication().queues().value().orElse(Map.of()).getOrDefault(peer.id(), List.of());
        findings.add(peer(facts, peer, PeerBacklog.of(queues)));
        queues.forEach(queue -> findings.add(queue(facts, peer, queue)));
    }

    private static Finding peer(PathFacts facts, Peer peer, PeerBacklog backlog) {
        try {
            OurPeers.routes(peer);
        } catch (HBaseSearchException e) {
            return Finding.wrong(
                    CHECK,
                    peer.id(),
                    ExitCode.CONFIGURATION_INVALID,
                    String.valueOf(e.getMessage()),
                    e.hint().orElse("Correct it in the HBase shell with update_peer_config."));
        }
        Map<String, Object> figures = figures(backlog);
        if (!peer.enabled()) {
            return Finding.wrong(
                            CHECK,
                            peer.id(),
                            ExitCode.FAILED,
                            "it is disabled, and " + backlog.queuedWals() + " WALs are queued on HBase's file system",
                            "hbase-search peer enable --peer-id " + peer.id())
                    .with(figures);
        }
        String waiting = facts.replication().waiting().get(peer.id());
        if (waiting != null) {
            return Finding.wrong(CHECK, peer.id(), ExitCode.FAILED, waiting, WaitingPeers.remedy(peer.id()))
                    .with(figures);
        }
        if (backlog.unshippedAge().compareTo(facts.configured().alarms().walBacklogAge()) >= 0) {
            return Finding.wrong(
                            CHECK,
                            peer.id(),
                            ExitCode.FAILED,
                            "the oldest edit has waited for "
                                    + backlog.unshippedAge().toSeconds() + " s, and " + backlog.queuedWals()
                                    + " WALs are queued",
                            "Check that Kafka is healthy, and search the log of the RegionServer below for "
                                    + OurPeers.endpoint() + ".")
                    .with(figures);
        }
        return Finding.ok(
                        CHECK,
                        peer.id(),
                        "enabled, " + backlog.queuedWals() + " WALs queued, the oldest edit has waited for "
                                + backlog.unshippedAge().toSeconds() + " s")
                .with(figures);
    }

    private static Map<String, Object> figures(PeerBacklog backlog) {
        return Map.of(
                "queued_wals", backlog.queuedWals(),
                "unshipped_age_s", backlog.unshippedAge().toSeconds(),
                "queues", backlog.queues());
    }

    private static Finding queue(PathFacts facts, Peer peer, PeerLag queue) {
        String object = queue.server() + " " + queue.queue();
        Map<String, Object> figures =
                Map.of("server", queue.server(), "queued_wals", queue.queuedLogs(), "lag_ms", queue.lagMillis());
        if (peer.enabled() && !queue.running()) {
            return Finding.wrong(
                            QUEUE,
                            object,
                            ExitCode.FAILED,
                            "its endpoint has not started, so this server announces no edits",
                            "Check that the endpoint's jar is in the lib directory of that RegionServer, and restart it;"
                                    + " its log shows what else prevents " + OurPeers.endpoint() + " from starting.")
                    .with(figures);
        }
        String message = queue.queuedLogs() + " WALs, " + queue.lagMillis() + " ms behind"
                + (queue.recovered() ? ", taken over from a dead server" : "");
        boolean late = peer.enabled()
                && queue.lagMillis()
                        >= facts.configured().alarms().walBacklogAge().toMillis();
        return (late
                        ? Finding.warning(QUEUE, object, message, "Check the log of that RegionServer.")
                        : Finding.ok(QUEUE, object, message))
                .with(figures);
    }

    private static Finding misdirected(Peer peer) {
        return Finding.wrong(
                CHECK,
                peer.id(),
                ExitCode.CONFIGURATION_INVALID,
                "it has the settings of hbase-search, but its endpoint is "
                        + (peer.endpoint().isEmpty() ? "another HBase cluster" : peer.endpoint()),
                "Remove it in the HBase shell, remove_peer '" + peer.id() + "', and add it with: hbase-search peer add"
                        + " --peer-id " + peer.id() + " --table TABLE");
    }

    private static void announced(TableId table, List<Peer> peers, List<Finding> findings) {
        boolean routed = false;
        for (Peer peer : OurPeers.among(peers)) {
            if (routesTo(peer, table)) {
                routed = true;
                if (peer.covers(table)) {
                    return;
                }
            }
        }
        findings.add(Finding.wrong(
                CHECK,
                table.toString(),
                ExitCode.FAILED,
                routed
                        ? "the filters of its peer drop edits of this table, or of some of its families"
                        : "no peer announces this table, so its indexes miss every edit",
                "hbase-search peer add --table " + table + ", then hbase-search verify for each of its indexes"));
    }

    private static boolean routesTo(Peer peer, TableId table) {
        try {
            return OurPeers.tables(peer).contains(table);
        } catch (HBaseSearchException e) {
            return false;
        }
    }

    private static Set<TableId> tables(PathFacts facts) {
        Set<TableId> tables = new TreeSet<>();
        facts.configured().definitions().forEach(definition -> tables.add(definition.table()));
        facts.indexes().list().value().orElse(List.of()).forEach(index -> tables.add(index.table()));
        return tables;
    }
}
