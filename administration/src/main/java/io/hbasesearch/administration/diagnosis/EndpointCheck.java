/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.peer.WaitingPeers;
import io.hbasesearch.administration.site.SiteFacts;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers.Endpoint;
import io.hbasesearch.hbase.RegionServers.Master;
import io.hbasesearch.hbase.RegionServers.RegionServer;
import io.hbasesearch.hbase.ReplicationSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks that every RegionServer and master has one version of the endpoint's jar, and that it runs and reads edits promptly.
 * Pure.
 */
final class EndpointCheck {
    private static final String JAR = "endpoint-jar";
    private static final String SETTINGS = "hbase-settings";
    private static final String ALL = "all servers";
    private static final String LIST = "Check that HBase's master runs: it lists the RegionServers.";
    private static final String INSTALL =
            "Copy the endpoint's jar into the lib directory of every RegionServer and master, and restart them one"
                    + " after the other";
    /** Longest acceptable time, after a silence, until the reader looks for an edit. */
    private static final long LONGEST_SLEEP_MILLIS = 500;

    private EndpointCheck() {}

    static List<Finding> judge(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>();
        facts.hbase().servers().complaint().ifPresent(none -> findings.add(Finding.of(JAR, ALL, none, LIST)));
        facts.hbase().servers().value().ifPresent(servers -> {
            servers.forEach(server -> findings.add(jar(facts, server)));
            servers.forEach(server -> waits(facts, server, findings));
            oneVersion(servers, findings);
            facts.path()
                    .replication()
                    .queues()
                    .value()
                    .ifPresent(queues -> servers.forEach(server -> announces(facts, queues, server, findings)));
        });
        // The server that lists the RegionServers also lists the masters: one complaint is enough.
        facts.hbase()
                .masters()
                .value()
                .ifPresent(masters -> masters.forEach(master -> findings.add(jar(facts, master))));
        facts.hbase().settings().complaint().ifPresent(none -> findings.add(Finding.of(SETTINGS, ALL, none, LIST)));
        facts.hbase()
                .settings()
                .value()
                .ifPresent(settings -> settings.forEach(finding -> findings.add(settings(finding))));
        return findings;
    }

    /** Reports an endpoint that waits, unless the finding of its lagging peer reports it already. */
    private static void waits(SiteFacts facts, RegionServer server, List<Finding> findings) {
        server.endpoint().map(Endpoint::waiting).orElse(Map.of()).forEach((peer, topics) -> {
            if (!facts.path().replication().waiting().containsKey(peer)) {
                findings.add(Finding.wrong(
                        "endpoint",
                        server.name(),
                        ExitCode.FAILED,
                        "peer " + peer + ", with all of its tables, waits: " + topics,
                        WaitingPeers.remedy(peer)));
            }
        });
    }

    private static Finding jar(SiteFacts facts, RegionServer server) {
        if (server.endpoint().isEmpty()) {
            // A server that runs the endpoint has the jar.
            return runs(facts, server)
                    ? Finding.ok(JAR, server.name(), "its endpoint runs; its version is unknown: " + server.problem())
                    : Finding.unknown(
                            JAR,
                            server.name(),
                            server.problem(),
                            "Check that the endpoint's jar is in its lib directory, or open hbase.regionserver.info.port to"
                                    + " this machine.");
        }
        Endpoint endpoint = server.endpoint().get();
        Set<String> versions = new TreeSet<>(endpoint.jars());
        versions.addAll(endpoint.running());
        if (versions.isEmpty()) {
            return Finding.wrong(
                    JAR, server.name(), ExitCode.FAILED, "the endpoint's jar is not on its class path", INSTALL + ".");
        }
        if (endpoint.jars().size() > 1) {
            return Finding.wrong(
                    JAR,
                    server.name(),
                    ExitCode.FAILED,
                    "several versions are on its class path: " + String.join(", ", new TreeSet<>(endpoint.jars()))
                            + "; which one is loaded is undefined",
                    "Keep only the newest in its lib directory, and restart it.");
        }
        return versions.contains(facts.version())
                ? Finding.ok(JAR, server.name(), "version " + facts.version())
                : Finding.warning(
                        JAR,
                        server.name(),
                        "it has version " + String.join(", ", versions) + ", and this program is " + facts.version(),
                        INSTALL
                                + ": events of older endpoints are still read, but fixes of newer versions are missing.");
    }

    /** Checks a master's jar, which only adding or changing peers needs: without it, rows are still announced. */
    private static Finding jar(SiteFacts facts, Master master) {
        String name = "master " + master.name();
        if (master.jars().isEmpty()) {
            return Finding.unknown(
                    JAR,
                    name,
                    master.problem(),
                    "Check that the endpoint's jar is in its lib directory, or open hbase.master.info.port to this machine.");
        }
        Set<String> versions = new TreeSet<>(master.jars().get());
        if (versions.contains(facts.version()) && versions.size() == 1) {
            return Finding.ok(JAR, name, "version " + facts.version());
        }
        String until = master.active() ? "" : " once it is the active one";
        return Finding.warning(
                JAR,
                name,
                versions.isEmpty()
                        ? "the endpoint's jar is not on its class path: peers can be neither added nor changed" + until
                        : "it has version " + String.join(", ", versions) + ", and this program is " + facts.version(),
                INSTALL + ".");
    }

    /** Warns of two versions side by side, which are right only during an upgrade. */
    private static void oneVersion(List<RegionServer> servers, List<Finding> findings) {
        Set<String> versions = new TreeSet<>();
        servers.forEach(server -> server.endpoint().ifPresent(endpoint -> {
            versions.addAll(endpoint.jars());
            versions.addAll(endpoint.running());
        }));
        versions.remove(Endpoint.UNKNOWN);
        if (versions.size() > 1) {
            findings.add(Finding.warning(
                    JAR,
                    ALL,
                    "RegionServers have different versions: " + String.join(", ", versions),
                    "Finish the upgrade: " + INSTALL + "."));
        }
    }

    private static void announces(
            SiteFacts facts, Map<String, List<PeerLag>> queues, RegionServer server, List<Finding> findings) {
        for (Peer peer :
                OurPeers.among(facts.path().replication().peers().value().orElse(List.of()))) {
            boolean queued = queues.getOrDefault(peer.id(), List.of()).stream()
                    .anyMatch(queue -> queue.server().equals(server.name()));
            if (peer.enabled() && !queued) {
                findings.add(Finding.wrong(
                        "endpoint",
                        server.name(),
                        ExitCode.FAILED,
                        "it has no queue for peer " + peer.id() + ", so its edits are not announced",
                        "If it has just started, run this again in a few seconds; else search its log for "
                                + OurPeers.endpoint() + ". " + INSTALL + " if the class was not found."));
            }
        }
    }

    private static boolean runs(SiteFacts facts, RegionServer server) {
        Map<String, List<PeerLag>> queues =
                facts.path().replication().queues().value().orElse(Map.of());
        return OurPeers.among(facts.path().replication().peers().value().orElse(List.of())).stream()
                .filter(Peer::enabled)
                .flatMap(peer -> queues.getOrDefault(peer.id(), List.of()).stream())
                .anyMatch(queue -> queue.server().equals(server.name()) && queue.running());
    }

    private static Finding settings(ReplicationSettings.Finding found) {
        String mend = "Set " + ReplicationSettings.SLEEP + "=50 and " + ReplicationSettings.MULTIPLIER
                + "=4 in its hbase-site.xml and restart it.";
        if (found.longestSleepMillis().isEmpty()) {
            return Finding.unknown(SETTINGS, found.server(), found.problem(), "Check its settings: " + mend);
        }
        long longest = found.longestSleepMillis().getAsLong();
        return longest > LONGEST_SLEEP_MILLIS
                ? Finding.warning(
                        SETTINGS,
                        found.server(),
                        "after a silence an edit waits up to " + longest + " ms before it is announced",
                        mend)
                : Finding.ok(SETTINGS, found.server(), "an edit waits at most " + longest + " ms for HBase's reader");
    }
}
