/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.replication.ReplicationLoadSource;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerDescription;
import org.jspecify.annotations.Nullable;

/**
 * Manages replication peers through HBase's admin interface. Each call is one synchronous step and throws {@link HBaseSearchException} if
 * it fails; NOT_FOUND for a peer that does not exist. Safe for use by several threads. Borrows the connection.
 */
public final class HBasePeers {
    private final HBaseConnections connections;

    public HBasePeers(HBaseConnections connections) {
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    /** Returns every peer, ordered by id; including those of other products. */
    public List<Peer> list() {
        return call(admin().listReplicationPeers(), "listing replication peers").stream()
                .map(HBasePeers::peer)
                .sorted(Comparator.comparing(Peer::id))
                .toList();
    }

    public Optional<Peer> find(String id) {
        return list().stream().filter(peer -> peer.id().equals(id)).findFirst();
    }

    /**
     * Adds a peer. From then on its RegionServers keep every WAL until the endpoint has acknowledged it. Sets no cluster key: HBase accepts
     * a malformed one and then hangs.
     *
     * @throws HBaseSearchException ALREADY_EXISTS; CONFIGURATION_INVALID if the master rejects it, for instance because its classpath lacks
     *     the endpoint
     */
    public void add(Peer peer) {
        if (find(peer.id()).isPresent()) {
            throw new HBaseSearchException(
                    ErrorCode.ALREADY_EXISTS,
                    "peer " + peer.id() + " already exists",
                    "Remove it first, or choose another id.",
                    null);
        }
        change(admin().addReplicationPeer(peer.id(), config(peer, null), peer.enabled()), "adding peer " + peer.id());
    }

    /** Removes a peer. Edits that were not shipped are never announced to this peer again. */
    public void remove(String id) {
        change(admin().removeReplicationPeer(id), "removing peer " + id);
    }

    public void enable(String id) {
        change(admin().enableReplicationPeer(id), "enabling peer " + id);
    }

    /** Stops shipping; WALs queue up until the peer is enabled again or removed. */
    public void disable(String id) {
        change(admin().disableReplicationPeer(id), "disabling peer " + id);
    }

    /**
     * Replaces configuration, tables, namespaces and exclusions of a peer by those of {@code peer}; running endpoints are notified within a
     * second. Keeps its endpoint class and its state.
     */
    public void update(Peer peer) {
        ReplicationPeerConfig current =
                call(admin().getReplicationPeerConfig(peer.id()), "reading the configuration of peer " + peer.id());
        change(
                admin().updateReplicationPeerConfig(peer.id(), config(peer, current)),
                "changing the configuration of peer " + peer.id());
    }

    /** Returns how far each queue of a peer lags, from the servers' last reports. Dead servers are not included. */
    public List<PeerLag> lag(String id) {
        return lags().getOrDefault(id, List.of());
    }

    /** Returns the lag of every peer that has a queue, by id. Needs no permission beyond those for reading tables. */
    public Map<String, List<PeerLag>> lags() {
        ClusterMetrics metrics = call(
                admin().getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS)),
                "asking for the replication load");
        Map<String, List<PeerLag>> lags = new TreeMap<>();
        metrics.getLiveServerMetrics().forEach((server, load) -> load.getReplicationLoadSourceList()
                .forEach(source -> lags.computeIfAbsent(source.getPeerID(), id -> new ArrayList<>())
                        .add(lag(server, source, load.getReportTimestamp()))));
        lags.values()
                .forEach(queues ->
                        queues.sort(Comparator.comparing(PeerLag::server).thenComparing(PeerLag::queue)));
        return lags;
    }

    private static PeerLag lag(ServerName server, ReplicationLoadSource source, long reportedMillis) {
        return new PeerLag(
                server.getServerName(),
                new PeerLag.Source(source.getQueueId(), source.isRecovered(), source.isRunning()),
                source.getReplicationLag(),
                source.getAgeOfLastShippedOp(),
                source.getSizeOfLogQueue(),
                reportedMillis);
    }

    private AsyncAdmin admin() {
        return connections
                .get()
                .getAdminBuilder()
                .setOperationTimeout(connections.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    private <T> T call(CompletableFuture<T> answer, String what) {
        return connections.await(answer, what);
    }

    /** Makes a change; if the master rejects it, the operator must correct it, whatever the exception's type. */
    private void change(CompletableFuture<Void> answer, String what) {
        connections.awaitChange(answer, what);
    }

    private static Peer peer(ReplicationPeerDescription description) {
        ReplicationPeerConfig config = description.getPeerConfig();
        return new Peer(
                description.getPeerId(),
                description.isEnabled(),
                Objects.requireNonNullElse(config.getReplicationEndpointImpl(), ""),
                config.getConfiguration(),
                new Peer.Filters(
                        config.replicateAllUserTables(),
                        tables(config.getTableCFsMap()),
                        Objects.requireNonNullElse(config.getNamespaces(), Set.of()),
                        tables(config.getExcludeTableCFsMap()),
                        Objects.requireNonNullElse(config.getExcludeNamespaces(), Set.of())),
                config.isSerial());
    }

    private static Map<TableId, List<String>> tables(@Nullable Map<TableName, List<String>> tables) {
        Map<TableId, List<String>> ours = new HashMap<>();
        if (tables != null) {
            tables.forEach((table, families) ->
                    ours.put(Results.tableId(table), families == null ? List.of() : List.copyOf(families)));
        }
        return ours;
    }

    /** @param current the configuration to start from, or null for a new peer */
    private static ReplicationPeerConfig config(Peer peer, @Nullable ReplicationPeerConfig current) {
        ReplicationPeerConfigBuilder builder = current == null
                ? ReplicationPeerConfig.newBuilder().setReplicationEndpointImpl(peer.endpoint())
                : ReplicationPeerConfig.newBuilder(current);
        if (current != null) {
            current.getConfiguration().keySet().stream()
                    .filter(key -> !peer.configuration().containsKey(key))
                    .forEach(builder::removeConfiguration);
        }
        Peer.Filters filters = peer.filters();
        return builder.putAllConfiguration(peer.configuration())
                .setReplicateAllUserTables(filters.allTables())
                .setTableCFsMap(theirs(filters.tables()))
                .setNamespaces(emptyToNull(filters.namespaces()))
                .setExcludeTableCFsMap(theirs(filters.excludedTables()))
                .setExcludeNamespaces(emptyToNull(filters.excludedNamespaces()))
                .setSerial(peer.serial())
                .build();
    }

    private static @Nullable Map<TableName, List<String>> theirs(Map<TableId, List<String>> tables) {
        if (tables.isEmpty()) {
            return null;
        }
        Map<TableName, List<String>> theirs = new HashMap<>();
        tables.forEach((table, families) -> theirs.put(Results.tableName(table), families));
        return theirs;
    }

    private static @Nullable Set<String> emptyToNull(Set<String> names) {
        return names.isEmpty() ? null : names;
    }
}
