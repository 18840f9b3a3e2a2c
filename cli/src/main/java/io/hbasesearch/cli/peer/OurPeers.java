/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.peer;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Which of HBase's peers are this program's, and what they announce. Pure. */
public final class OurPeers {
    private OurPeers() {}

    public static List<Peer> among(Collection<Peer> all) {
        return all.stream()
                .filter(peer -> peer.endpoint().equals(EndpointSettings.CLASS))
                .toList();
    }

    /** Peers that have our settings and another endpoint: whoever wrote them meant ours. */
    public static List<Peer> misdirected(Collection<Peer> all) {
        return all.stream()
                .filter(peer -> !peer.endpoint().equals(EndpointSettings.CLASS)
                        && peer.configuration().containsKey(EndpointSettings.TABLES))
                .toList();
    }

    /** Whether a peer's settings name a table, be they right or not. */
    public static boolean mentions(Peer peer, TableId table) {
        String text = peer.configuration().getOrDefault(EndpointSettings.TABLES, "");
        return Stream.of(text.split(";", -1))
                .map(part -> part.replaceFirst("=.*", "").strip())
                .map(name -> name.contains(":") ? name : TableId.DEFAULT_NAMESPACE + ":" + name)
                .anyMatch(table.toString()::equals);
    }

    /** Whether it is a peer of ours of which nobody can tell which tables it announces: its setting for them is missing or garbled. */
    public static boolean isUnclear(Peer peer) {
        if (!peer.endpoint().equals(EndpointSettings.CLASS)) {
            return false;
        }
        try {
            return routes(peer).isEmpty();
        } catch (HBaseSearchException e) {
            return true;
        }
    }

    /** The class that RegionServers are to instantiate. */
    public static String endpoint() {
        return EndpointSettings.CLASS;
    }

    /** The brokers that a peer's endpoints connect to first; empty if it names none. */
    public static String bootstrapServers(Peer peer) {
        return peer.configuration().getOrDefault(EndpointSettings.BOOTSTRAP_SERVERS, "");
    }

    /**
     * Where a peer of ours announces the edits of each of its tables.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if its configuration cannot be read
     */
    public static Map<TableId, Route> routes(Peer peer) {
        return PeerMerge.routes(Optional.of(peer));
    }

    /**
     * Which columns a peer announces, as its configuration has them, of those tables of which it does not announce all.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if one is for what is no table
     */
    public static Map<TableId, String> columns(Peer peer) {
        Map<TableId, String> columns = new TreeMap<>();
        new TreeMap<>(peer.configuration()).forEach((key, value) -> {
            if (key.startsWith(EndpointSettings.COLUMNS_PREFIX)) {
                columns.put(Route.table(key.substring(EndpointSettings.COLUMNS_PREFIX.length()), key), value);
            }
        });
        return columns;
    }

    /** The tables that a peer of ours has a topic for. */
    public static Set<TableId> tables(Peer peer) {
        return routes(peer).keySet();
    }
}
