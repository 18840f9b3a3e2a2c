/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

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

/** Finds this program's peers in HBase, and what they announce. Pure. */
public final class OurPeers {
    private OurPeers() {}

    public static List<Peer> among(Collection<Peer> all) {
        return all.stream()
                .filter(peer -> peer.endpoint().equals(EndpointSettings.CLASS))
                .toList();
    }

    /** Returns peers with our settings and another endpoint: they were meant to have ours. */
    public static List<Peer> misdirected(Collection<Peer> all) {
        return all.stream()
                .filter(peer -> !peer.endpoint().equals(EndpointSettings.CLASS)
                        && peer.configuration().containsKey(EndpointSettings.TABLES))
                .toList();
    }

    /** Returns whether a peer's settings name a table, even if they are invalid. */
    public static boolean mentions(Peer peer, TableId table) {
        String text = peer.configuration().getOrDefault(EndpointSettings.TABLES, "");
        return Stream.of(text.split(";", -1))
                .map(part -> part.replaceFirst("=.*", "").strip())
                .map(name -> name.contains(":") ? name : TableId.DEFAULT_NAMESPACE + ":" + name)
                .anyMatch(table.toString()::equals);
    }

    /** Returns whether a peer of ours has no readable list of tables: the setting is missing or malformed. */
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

    /** Returns the class that RegionServers instantiate. */
    public static String endpoint() {
        return EndpointSettings.CLASS;
    }

    /** Returns the bootstrap servers of a peer's endpoints; empty if it names none. */
    public static String bootstrapServers(Peer peer) {
        return peer.configuration().getOrDefault(EndpointSettings.BOOTSTRAP_SERVERS, "");
    }

    /**
     * Returns the topics to which a peer of ours announces the edits of its tables.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if its configuration cannot be read
     */
    public static Map<TableId, Route> routes(Peer peer) {
        return PeerMerge.routes(Optional.of(peer));
    }

    /**
     * Returns the columns that a peer announces, as configured, of the tables that it does not announce whole.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if a setting does not name a table
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

    /** Returns the tables that a peer of ours has a topic for. */
    public static Set<TableId> tables(Peer peer) {
        return routes(peer).keySet();
    }
}
