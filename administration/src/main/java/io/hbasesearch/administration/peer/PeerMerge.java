/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Computes a peer's configuration after tables are added or removed. Pure. */
final class PeerMerge {
    private PeerMerge() {}

    /** @throws HBaseSearchException ALREADY_EXISTS if the id belongs to a peer of another product */
    static void requireOurs(Optional<Peer> existing) {
        existing.filter(peer -> !peer.endpoint().equals(EndpointSettings.CLASS)).ifPresent(peer -> {
            throw new HBaseSearchException(
                    ErrorCode.ALREADY_EXISTS,
                    "peer " + peer.id() + " exists and does not belong to hbase-search: its endpoint is "
                            + (peer.endpoint().isEmpty() ? "another HBase cluster" : peer.endpoint()),
                    "Choose another id with --peer-id.",
                    null);
        });
    }

    static Map<TableId, Route> routes(Optional<Peer> existing) {
        return Route.parse(existing.map(peer -> peer.configuration().get(EndpointSettings.TABLES))
                .orElse(""));
    }

    /**
     * Returns the peer with every table of {@code added}; settings of an existing peer that the request does not mention stay.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if the peer would still leave out one of the tables
     */
    static Peer merge(Optional<Peer> existing, PeerRequest request, Collection<Route> added) {
        Map<TableId, Route> routes = new TreeMap<>(routes(existing));
        added.forEach(route -> routes.put(route.table(), route));
        Map<String, String> configuration =
                new HashMap<>(existing.map(Peer::configuration).orElse(Map.of()));
        // RegionServers may reach Kafka under other names than this machine: their names stay unless the request
        // changes them.
        if (request.kafka().move() || !configuration.containsKey(EndpointSettings.BOOTSTRAP_SERVERS)) {
            configuration.put(
                    EndpointSettings.BOOTSTRAP_SERVERS, request.kafka().bootstrapServers());
        }
        configuration.put(EndpointSettings.TABLES, Route.format(routes.values()));
        request.payload().ifPresent(payload -> configuration.put(EndpointSettings.PAYLOAD, payload));
        if (existing.isEmpty()) {
            return Peer.of(request.id(), EndpointSettings.CLASS, configuration, routes.keySet());
        }
        Peer peer = existing.get();
        Map<TableId, List<String>> tables = new TreeMap<>(peer.filters().tables());
        if (!peer.filters().allTables()) {
            // A table that is listed with some of its families gets all of them: an index needs every one that it maps.
            added.forEach(route -> tables.put(route.table(), List.of()));
        }
        Map<TableId, List<String>> excluded = new TreeMap<>(peer.filters().excludedTables());
        added.forEach(route -> excluded.remove(route.table()));
        Peer merged = with(peer, configuration, peer.filters().with(tables, excluded));
        requireCovered(merged, added);
        return merged;
    }

    /** Rejects a table of an excluded namespace: the exclusion concerns many tables, so it is not lifted for one. */
    private static void requireCovered(Peer merged, Collection<Route> added) {
        List<TableId> left = added.stream()
                .map(Route::table)
                .filter(table -> !merged.covers(table))
                .toList();
        if (!left.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "peer " + merged.id() + " announces all tables but those of namespaces "
                            + merged.filters().excludedNamespaces() + ", so it would not announce " + left,
                    "Remove the namespace with set_peer_exclude_namespaces in the HBase shell, or add a separate"
                            + " peer with --peer-id.",
                    null);
        }
    }

    /** Returns the peer with another topic for a table that it announces. */
    static Peer redirected(Peer peer, Route to) {
        Map<TableId, Route> routes = new TreeMap<>(routes(Optional.of(peer)));
        routes.put(to.table(), to);
        Map<String, String> configuration = new HashMap<>(peer.configuration());
        configuration.put(EndpointSettings.TABLES, Route.format(routes.values()));
        return with(peer, configuration, peer.filters());
    }

    private static Peer with(Peer peer, Map<String, String> configuration, Peer.Filters filters) {
        return new Peer(peer.id(), peer.enabled(), peer.endpoint(), configuration, filters, peer.serial());
    }

    /**
     * Returns the peer without some tables, or empty if none is left.
     *
     * @throws HBaseSearchException NOT_FOUND if the peer does not have all of them
     */
    static Optional<Peer> without(Peer peer, Collection<TableId> removed) {
        Map<TableId, Route> routes = new TreeMap<>(routes(Optional.of(peer)));
        List<TableId> strangers = removed.stream()
                .filter(table ->
                        !routes.containsKey(table) && !peer.filters().tables().containsKey(table))
                .toList();
        if (!strangers.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.NOT_FOUND,
                    "peer " + peer.id() + " does not announce " + strangers,
                    "List its tables: hbase-search peer list",
                    null);
        }
        removed.forEach(routes::remove);
        if (routes.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> configuration = new HashMap<>(peer.configuration());
        configuration.put(EndpointSettings.TABLES, Route.format(routes.values()));
        Map<TableId, List<String>> tables = new TreeMap<>(peer.filters().tables());
        removed.forEach(tables::remove);
        return Optional.of(with(
                peer, configuration, peer.filters().with(tables, peer.filters().excludedTables())));
    }
}
