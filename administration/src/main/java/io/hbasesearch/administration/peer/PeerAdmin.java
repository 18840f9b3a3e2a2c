/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.administration.Reporter;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.TopicName;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Administers the peers that announce edits. For one thread. Owns its connections to HBase and Kafka. */
public final class PeerAdmin implements AutoCloseable {
    private final HBaseConnections connections;
    private final HBaseTables tables;
    private final HBasePeers peers;
    private final Topics topics;
    private final PeerSetup setup;

    /**
     * A table that a peer announces.
     *
     * @param backlog of the whole peer
     */
    public record AnnouncedTable(Peer peer, Route route, PeerBacklog backlog) {
        /** Returns what the peer announces of an edit; {@code edits} unless its configuration names another. */
        public String payload() {
            return peer.configuration().getOrDefault(EndpointSettings.PAYLOAD, "edits");
        }
    }

    /**
     * The state of a peer.
     *
     * @param queues one for each queue of a RegionServer
     * @param waiting the topic that its endpoints wait for, in words
     */
    public record PeerStatus(Peer peer, List<PeerLag> queues, Optional<String> waiting) {
        public PeerStatus {
            queues = List.copyOf(queues);
        }
    }

    /** Does no I/O. */
    public PeerAdmin(ServiceConfig config, Reporter reporter) {
        this.connections = new HBaseConnections(config.hbase());
        this.tables = new HBaseTables(connections);
        this.peers = new HBasePeers(connections);
        this.topics = new Topics(config.kafka());
        this.setup = new PeerSetup(
                tables, peers, new ReplicationSettings(connections), new KafkaPeerTopics(topics), reporter);
    }

    /** Lists every existing table. */
    public List<TableId> tables() {
        return tables.list();
    }

    /** Returns what {@link #add} would do; changes nothing. */
    public PeerPlan plan(PeerRequest request) {
        return setup.plan(request);
    }

    /** Applies the plan. */
    public void add(PeerPlan plan) {
        setup.apply(plan);
    }

    /** Warns about topic and RegionServer settings that are unsuitable for production. */
    public void report(PeerRequest request) {
        setup.reportTopics(request);
        setup.reportFreshness();
    }

    /** Lists the tables of each of our peers. */
    public List<AnnouncedTable> list() {
        List<AnnouncedTable> announced = new ArrayList<>();
        Map<String, List<PeerLag>> lags = peers.lags();
        for (Peer peer : OurPeers.among(peers.list())) {
            PeerBacklog backlog = PeerBacklog.of(lags.getOrDefault(peer.id(), List.of()));
            PeerMerge.routes(Optional.of(peer))
                    .values()
                    .forEach(route -> announced.add(new AnnouncedTable(peer, route, backlog)));
        }
        return announced;
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

    /** Returns a peer's state and that of each of its queues. */
    public PeerStatus status(String id) {
        Peer peer = require(id);
        List<PeerLag> lags = peers.lag(id);
        String waiting = WaitingPeers.among(List.of(peer), Map.of(id, lags), new RegionServers(connections)::list)
                .get(id);
        return new PeerStatus(peer, lags, Optional.ofNullable(waiting));
    }

    /** Reports the RegionServers' settings that freshness depends on. */
    public void reportFreshness() {
        setup.reportFreshness();
    }

    @Override
    public void close() {
        topics.close();
        connections.close();
    }

    /** Implements {@link PeerTopics} with Kafka, for {@link PeerSetup}. Borrows the adapter. */
    private static final class KafkaPeerTopics implements PeerTopics {
        private final Topics topics;

        KafkaPeerTopics(Topics topics) {
            this.topics = Objects.requireNonNull(topics, "topics");
        }

        @Override
        public OptionalInt partitions(String topic) {
            Optional<Topics.Topic> found = topics.find(topic);
            return found.isPresent() ? OptionalInt.of(found.get().partitions()) : OptionalInt.empty();
        }

        @Override
        public OptionalInt newestEpoch(TableId table) {
            Optional<Topics.Topic> newest = topics.newest(table);
            return newest.isPresent() ? OptionalInt.of(newest.get().epoch()) : OptionalInt.empty();
        }

        @Override
        public int brokers() {
            return topics.brokers();
        }

        @Override
        public void create(String topic, int partitions, int replicationFactor) {
            topics.create(TopicName.parse(topic), partitions, (short) replicationFactor);
        }

        @Override
        public List<String> problems(String topic) {
            return topics.find(topic).map(topics::problems).orElse(List.of());
        }
    }
}
