/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service.retention;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.administration.peer.WaitingPeers;
import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.HBasePeers;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerBacklog;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers.RegionServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Measures the WAL backlog of the peers that announce the indexed tables. For the watching thread; any thread may read the
 * gauges. Borrows its arguments.
 */
final class PeerWatch {
    private final HBasePeers hbase;
    private final AlarmsConfig config;
    private final Alarms alarms;
    private final Metrics metrics;
    private final Clock clock;
    private final Predicate<String> topicExists;
    private final Supplier<List<RegionServer>> servers;
    private final Map<String, Seen> seen = new HashMap<>();

    /**
     * Does no I/O.
     *
     * @param topicExists whether Kafka has a topic of this name, or this user may not see it
     * @param servers asks the RegionServers now
     */
    PeerWatch(
            HBasePeers hbase,
            Predicate<String> topicExists,
            Supplier<List<RegionServer>> servers,
            AlarmsConfig config,
            Alarms alarms,
            Metrics metrics,
            Clock clock) {
        this.hbase = Objects.requireNonNull(hbase, "hbase");
        this.topicExists = Objects.requireNonNull(topicExists, "topicExists");
        this.servers = Objects.requireNonNull(servers, "servers");
        this.config = Objects.requireNonNull(config, "config");
        this.alarms = Objects.requireNonNull(alarms, "alarms");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** The known state of a peer: null figures once it no longer exists. */
    private static final class Seen {
        private final BacklogTrend wals = new BacklogTrend();
        private final BacklogTrend age = new BacklogTrend();
        private volatile @Nullable PeerBacklog backlog;
        private volatile boolean enabled;
        private @Nullable Instant disabledSince;
    }

    /**
     * Measures once.
     *
     * @param indexed tables with an index
     * @throws io.hbasesearch.core.error.HBaseSearchException if HBase does not answer
     */
    void look(Set<TableId> indexed) {
        // A peer with an unreadable configuration must not silence the alarms of the others.
        List<Peer> peers = OurPeers.among(hbase.list()).stream()
                .filter(peer -> !OurPeers.isUnclear(peer))
                .filter(peer -> OurPeers.tables(peer).stream().anyMatch(indexed::contains))
                .toList();
        Map<String, List<PeerLag>> queues = hbase.lags();
        peers.forEach(peer -> update(
                seen.computeIfAbsent(peer.id(), this::register),
                peer,
                PeerBacklog.of(queues.getOrDefault(peer.id(), List.of()))));
        Map<String, String> waiting = waiting(peers);
        for (Peer peer : peers) {
            Optional<String> waits = Optional.ofNullable(waiting.get(peer.id()));
            alarms.report(
                    Alarms.Kind.WAL_BACKLOG,
                    peer.id(),
                    waits.or(() -> alarm(peer.id(), Objects.requireNonNull(seen.get(peer.id())))));
        }
        Set<String> ids = peers.stream().map(Peer::id).collect(Collectors.toSet());
        seen.forEach((id, known) -> known.backlog = ids.contains(id) ? known.backlog : null);
        alarms.keepOnly(Alarms.Kind.WAL_BACKLOG, ids);
        // Also for tables without an index: all tables of a peer wait for a missing topic.
        Map<TableId, Optional<String>> tables = new TreeMap<>();
        peers.forEach(peer -> OurPeers.routes(peer).forEach((table, route) -> missing(peer.id(), route, topicExists)
                .ifPresent(message -> tables.put(table, Optional.of(message)))));
        indexed.forEach(table -> tables.putIfAbsent(table, notAnnounced(table, peers)));
        alarms.keepOnly(
                Alarms.Kind.NOT_ANNOUNCED,
                tables.keySet().stream().map(TableId::toString).toList());
        tables.forEach((table, message) -> alarms.report(Alarms.Kind.NOT_ANNOUNCED, table.toString(), message));
    }

    static Optional<String> missing(String peer, Route route, Predicate<String> topicExists) {
        return topicExists.test(route.topic())
                ? Optional.empty()
                : Optional.of("Topic " + route.topic() + " of table " + route.table()
                        + " does not exist, so peer " + peer + " announces no edits of any of its tables: they wait in"
                        + " HBase's logs. Create a new topic, with any index of the table: hbase-search index epoch INDEX"
                        + " --bump (for an embedded index: stop serve first, and start it afterwards). Or unblock the other"
                        + " tables: hbase-search peer remove --peer-id " + peer + " --table "
                        + route.table());
    }

    /** Returns what the endpoints of lagging peers wait for, so that the alarm need not wait until the backlog is large. */
    private Map<String, String> waiting(List<Peer> peers) {
        boolean behind = peers.stream()
                .map(peer -> Objects.requireNonNull(seen.get(peer.id())).backlog)
                .anyMatch(backlog -> backlog != null && WaitingPeers.isBehind(backlog));
        return behind ? WaitingPeers.told(peers, servers.get()) : Map.of();
    }

    private void update(Seen known, Peer peer, PeerBacklog backlog) {
        Instant now = clock.instant();
        known.backlog = backlog;
        known.enabled = peer.enabled();
        known.disabledSince = peer.enabled() ? null : known.disabledSince == null ? now : known.disabledSince;
        known.wals.add(now, backlog.queuedWals());
        known.age.add(now, seconds(backlog.unshippedAge()));
    }

    private Optional<String> alarm(String id, Seen known) {
        PeerBacklog backlog = Objects.requireNonNull(known.backlog);
        if (known.disabledSince != null) {
            Duration disabled = Duration.between(known.disabledSince, clock.instant());
            return disabled.compareTo(config.walBacklogAge()) < 0
                    ? Optional.empty()
                    : Optional.of("Peer " + id + " has been disabled for " + disabled.toMinutes() + " min or more, and "
                            + backlog.queuedWals()
                            + " WALs wait on HBase's file system. Resume it with: hbase-search peer"
                            + " enable --peer-id " + id);
        }
        return backlog.unshippedAge().compareTo(config.walBacklogAge()) < 0
                ? Optional.empty()
                : Optional.of("Peer " + id + ": the oldest edit has waited for "
                        + backlog.unshippedAge().toSeconds() + " s, and " + backlog.queuedWals()
                        + " WALs wait on HBase's file system. Find the lagging server: hbase-search peer status"
                        + " --peer-id " + id);
    }

    private static Optional<String> notAnnounced(TableId table, List<Peer> peers) {
        boolean announced =
                peers.stream().anyMatch(peer -> OurPeers.tables(peer).contains(table) && peer.covers(table));
        return announced
                ? Optional.empty()
                : Optional.of("No peer announces table " + table + ", so its indexes miss every edit. Run: hbase-search"
                        + " peer add --table " + table + ", then hbase-search verify for each of its indexes");
    }

    private Seen register(String peer) {
        Seen known = new Seen();
        gauge(
                "hbase_search_peer_wals_queued",
                "WAL files that HBase keeps for the peer, including those being written",
                peer,
                known,
                s -> s.queuedWals());
        gauge(
                "hbase_search_peer_unshipped_age_seconds",
                "Age of the oldest edit that HBase has read but not shipped",
                peer,
                known,
                s -> seconds(s.unshippedAge()));
        metrics.gauge(
                "hbase_search_peer_wals_queued_per_second",
                "Growth rate of hbase_search_peer_wals_queued over ten minutes",
                known,
                s -> s.backlog == null ? Double.NaN : s.wals.perSecond(),
                "peer",
                peer);
        metrics.gauge(
                "hbase_search_peer_unshipped_age_growth_ratio",
                "Growth rate of hbase_search_peer_unshipped_age_seconds, in seconds per second: 1 while nothing is"
                        + " shipped, negative while the backlog drains",
                known,
                s -> s.backlog == null ? Double.NaN : s.age.perSecond(),
                "peer",
                peer);
        metrics.gauge(
                "hbase_search_peer_enabled",
                "1 unless the peer is disabled",
                known,
                s -> s.backlog == null ? Double.NaN : s.enabled ? 1 : 0,
                "peer",
                peer);
        return known;
    }

    private interface Figure {
        double of(PeerBacklog backlog);
    }

    private void gauge(String name, String help, String peer, Seen known, Figure figure) {
        metrics.gauge(
                name,
                help,
                known,
                source -> {
                    PeerBacklog backlog = source.backlog;
                    return backlog == null ? Double.NaN : figure.of(backlog);
                },
                "peer",
                peer);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    /** Computes the rate of change of a figure: the slope between the oldest and the newest sample of a window. Thread-safe. */
    private static final class BacklogTrend {
        private static final Duration WINDOW = Duration.ofMinutes(10);

        private final Deque<Sample> samples = new ArrayDeque<>();

        private record Sample(Instant time, double value) {}

        synchronized void add(Instant time, double value) {
            while (samples.size() > 1 && samples.getFirst().time().isBefore(time.minus(WINDOW))) {
                samples.removeFirst();
            }
            samples.addLast(new Sample(time, value));
        }

        /** Returns the slope; 0 until there are two samples. */
        synchronized double perSecond() {
            if (samples.size() < 2) {
                return 0;
            }
            Duration elapsed = Duration.between(
                    samples.getFirst().time(), samples.getLast().time());
            return elapsed.isZero()
                    ? 0
                    : (samples.getLast().value() - samples.getFirst().value()) * 1_000 / elapsed.toMillis();
        }
    }
}
