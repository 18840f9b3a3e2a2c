/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerBacklog;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers.RegionServer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Finds the peers that wait for a topic, with all of their tables. Only the info pages of RegionServers show this, and they may
 * take seconds to answer: they are asked only for lagging peers. Stateless.
 */
public final class WaitingPeers {
    /** An older edit waits for more than its turn. */
    private static final Duration BEHIND = Duration.ofSeconds(5);

    private WaitingPeers() {}

    public static boolean isBehind(PeerBacklog backlog) {
        return backlog.unshippedAge().compareTo(BEHIND) > 0;
    }

    /**
     * Asks the RegionServers if one of the peers lags.
     *
     * @param queues of each peer, by its id
     * @param servers asked only if one of the peers lags
     * @return by the peer's id, a sentence that names topic, table, reason and command
     */
    public static Map<String, String> among(
            Collection<Peer> peers, Map<String, List<PeerLag>> queues, Supplier<List<RegionServer>> servers) {
        boolean behind = peers.stream()
                .filter(Peer::enabled)
                .anyMatch(peer -> isBehind(PeerBacklog.of(queues.getOrDefault(peer.id(), List.of()))));
        return behind ? told(peers, servers.get()) : Map.of();
    }

    /** Does the same as {@link #among} with the reports of servers that were already asked. */
    public static Map<String, String> told(Collection<Peer> peers, Collection<RegionServer> servers) {
        Map<String, String> waiting = new TreeMap<>();
        for (Peer peer : peers) {
            for (RegionServer server : servers) {
                server.endpoint()
                        .map(endpoint -> endpoint.waiting().get(peer.id()))
                        .ifPresent(topics -> waiting.putIfAbsent(
                                peer.id(),
                                "Peer " + peer.id() + " waits with all of its tables; RegionServer " + server.name()
                                        + " reports: " + topics + "."));
            }
        }
        return waiting;
    }

    /** Returns the command that unblocks the peer's other tables. */
    public static String remedy(String peer) {
        return "Repair the named topic or permission, or unblock the other tables: hbase-search peer remove"
                + " --peer-id " + peer + " --table TABLE";
    }
}
