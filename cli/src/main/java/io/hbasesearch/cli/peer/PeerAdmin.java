/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.peer;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBasePeers;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerBacklog;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers;
import io.hbasesearch.hbase.ReplicationSettings;
import io.hbasesearch.indexer.kafka.Topics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Implements the {@code peer} commands. For one thread. Owns its connections to HBase and Kafka. */
public final class PeerAdmin implements AutoCloseable {
    private final HBaseConnections connections;
    private final HBaseTables tables;
    private final HBasePeers peers;
    private final Topics topics;
    private final PeerSetup setup;
    private final Console console;

    /** Does no I/O. */
    public PeerAdmin(ServiceConfig config, Console console) {
        this.connections = new HBaseConnections(config.hbase());
        this.tables = new HBaseTables(connections);
        this.peers = new HBasePeers(connections);
        this.topics = new Topics(config.kafka());
        this.setup = new PeerSetup(
                tables, peers, new ReplicationSettings(connections), new KafkaPeerTopics(topics), console);
        this.console = console;
    }

    /** Lists every existing table. */
    public List<TableId> tables() {
        return tables.list();
    }

    /** Returns what {@link #add} would do; changes nothing. */
    public PeerPlan plan(PeerRequest request) {
        return setup.plan(request);
    }

    /**
     * Applies the plan.
     *
     * @return a row for each table with its topic
     */
    public Result add(PeerPlan plan) {
        setup.apply(plan);
        return Result.rows(
                "tables",
                List.of("table", "topic", "partitions", "epoch"),
                plan.routes().stream()
                        .map(route -> row(plan.merged().id(), route))
                        .toList());
    }

    /** Warns about topic and RegionServer settings that are unsuitable for production. */
    public void report(PeerRequest request) {
        setup.reportTopics(request);
        setup.reportFreshness();
    }

    public Result list() {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        Map<String, List<PeerLag>> lags = peers.lags();
        for (Peer peer : OurPeers.among(peers.list())) {
            PeerBacklog backlog = PeerBacklog.of(lags.getOrDefault(peer.id(), List.of()));
            for (Route route : PeerMerge.routes(Optional.of(peer)).values()) {
                Map<String, @Nullable Object> row = row(peer.id(), route);
                row.put("enabled", peer.enabled());
                row.put("payload", peer.configuration().getOrDefault(EndpointSettings.PAYLOAD, "edits"));
                row.put("covered", peer.covers(route.table()));
                row.put("queued_wals", backlog.queuedWals());
                row.put("unshipped_age_s", unshippedSeconds(peer, backlog));
                rows.add(row);
            }
        }
        return Result.rows(
                "tables",
                List.of("peer", "table", "topic", "partitions", "enabled", "payload", "queued_wals", "unshipped_age_s"),
                rows);
    }

    /** Returns null, not zero, for a disabled peer: HBase does not know the age. */
    private static @Nullable Long unshippedSeconds(Peer peer, PeerBacklog backlog) {
        return peer.enabled() ? backlog.unshippedAge().toSeconds() : null;
    }

    private static Map<String, @Nullable Object> row(String peer, Route route) {
        return Result.row(
                "peer", peer,
                "table", route.table().toString(),
                "topic", route.topic(),
                "partitions", route.partitions(),
                "epoch", route.epoch());
    }

    /**
     * Returns whether one of our peers announces every edit of a table in the table's newest topic: it covers all columns of
     * the table, and every family is replicated. Returns false if this user may not list the peers.
     *
     * @throws HBaseSearchException TABLE_NOT_FOUND, or INDEX_INCOMPATIBLE if a peer expects another number of partitions than
     *     the topic has
     */
    public boolean announces(TableId table) {
        boolean replicated = !tables.replicatedFamilies(table).containsValue(false);
        return topics.newest(table)
                .map(topic -> new Route(table, topic.epoch(), topic.partitions()))
                .map(topic -> Announcements.complete(visiblePeers(), topic) && replicated)
                .orElse(false);
    }

    /**
     * Returns a table's route in each of our peers that announces it, by peer id.
     *
     * @throws HBaseSearchException NOT_FOUND if no peer announces it
     */
    public Map<String, Route> routes(TableId table) {
        Map<String, Route> routes = new TreeMap<>();
        for (Peer peer : OurPeers.among(peers.list())) {
            Route route = PeerMerge.routes(Optional.of(peer)).get(table);
            if (route != null) {
                routes.put(peer.id(), route);
            }
        }
        if (routes.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.NOT_FOUND,
                    "no peer announces the edits of table " + table,
                    "Add one: hbase-search peer add --table " + table,
                    null);
        }
        return routes;
    }

    /**
     * Redirects all of our peers that announce the route's table to the route's topic. Returns once each live RegionServer
     * has reported to the master that its endpoints have the new configuration. Sends that were already in progress may still
     * arrive.
     */
    public void redirect(Route to) {
        for (String id : routes(to.table()).keySet()) {
            peers.update(PeerMerge.redirected(require(id), to));
        }
    }

    /** Lists the peers; empty if this user may not list them, because creating an index does not need that. */
    private List<Peer> visiblePeers() {
        try {
            return peers.list();
        } catch (HBaseSearchException e) {
            if (e.code() == ErrorCode.ACCESS_DENIED) {
                return List.of();
            }
            throw e;
        }
    }

    /** @throws HBaseSearchException NOT_FOUND if there is no such peer, or ALREADY_EXISTS if it is not ours */
    public Peer require(String id) {
        Peer peer = peers.find(id)
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.NOT_FOUND, "no peer " + id, "List the peers: hbase-search peer list", null));
        PeerMerge.requireOurs(Optional.of(peer));
        return peer;
    }

    /**
     * Returns the peer that {@link #remove} would leave.
     *
     * @throws HBaseSearchException NOT_FOUND if there is no such peer, or it does not have all of the tables
     */
    public Optional<Peer> without(String id, List<TableId> removed) {
        Peer peer = require(id);
        return removed.isEmpty() ? Optional.empty() : PeerMerge.without(peer, removed);
    }

    /**
     * Removes tables from a peer, or the whole peer.
     *
     * @param removed empty for the whole peer
     * @throws HBaseSearchException as {@link #without}
     */
    public void remove(String id, List<TableId> removed) {
        Optional<Peer> rest = without(id, removed);
        if (rest.isPresent()) {
            peers.update(rest.get());
        } else {
            peers.remove(id);
        }
    }

    public void enable(String id) {
        peers.enable(require(id).id());
    }

    public void disable(String id) {
        peers.disable(require(id).id());
    }

    /** Returns a peer's state, with a row for each of its queues. */
    public Result status(String id) {
        Peer peer = require(id);
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        List<PeerLag> lags = peers.lag(id);
        for (PeerLag lag : lags) {
            rows.add(Result.row(
                    "server", lag.server(),
                    "queue", lag.queue(),
                    "running", lag.running(),
                    "recovered", lag.recovered(),
                    "lag_ms", lag.lagMillis(),
                    "last_shipped_age_ms", lag.lastShippedAgeMillis(),
                    "queued_logs", lag.queuedLogs()));
        }
        if (!peer.enabled()) {
            console.warn("peer " + id + " is disabled: WALs accumulate until 'hbase-search peer enable'.");
        }
        String waiting = WaitingPeers.among(List.of(peer), Map.of(id, lags), new RegionServers(connections)::list)
                .get(id);
        if (waiting != null) {
            console.warn(waiting + " " + WaitingPeers.remedy(id));
        }
        setup.reportFreshness();
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("peer", id);
        summary.put("enabled", peer.enabled());
        PeerBacklog backlog = PeerBacklog.of(lags);
        summary.put("queued_wals", backlog.queuedWals());
        if (peer.enabled()) {
            summary.put("unshipped_age_s", backlog.unshippedAge().toSeconds());
        }
        if (waiting != null) {
            summary.put("waiting_for", waiting);
        }
        return new Result(
                "queues",
                summary,
                List.of("server", "queue", "running", "lag_ms", "last_shipped_age_ms", "queued_logs"),
                rows);
    }

    @Override
    public void close() {
        topics.close();
        connections.close();
    }
}
