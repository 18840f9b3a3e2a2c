/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.core.concurrent.BackgroundTask;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.FreshnessSource;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.WatchHealth;
import io.hbasesearch.hbase.HBasePeers;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerBacklog;
import io.hbasesearch.hbase.PeerLag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines, every two seconds, up to when each index shows edits: from the oldest announced edit that is not indexed, and
 * from each RegionServer's last report of edits that it has not announced. Servers report every few seconds even if they have
 * nothing to announce, so an idle server hides nothing. If a peer is disabled or stalled, that part is unknown; a silent or
 * missing server covers nothing later than its last report ({@link ServerReports}).
 *
 * <p>{@link #of} is for any thread and answers from memory, with a measurement that is old enough for the search view to show
 * what was indexed by then ({@link VisibleLooks}). Owns its thread; borrows its sources.
 */
public final class FreshnessWatch implements FreshnessSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FreshnessWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Supplier<Collection<IndexMetadata>> indexes;
    private final Function<IndexMetadata, Optional<Instant>> announced;
    private final Function<IndexMetadata, Optional<Duration>> refreshInterval;
    private final Supplier<Sources> sources;
    private final Clock clock;
    private final Map<UUID, VisibleLooks> looks = new ConcurrentHashMap<>();
    private final ServerReports reports = new ServerReports();
    private final WatchHealth health = new WatchHealth("the watch of how fresh the indexes are", INTERVAL);
    private final WatchHealth sourcesHealth = new WatchHealth("the watch of what waits in HBase", INTERVAL);
    private final BackgroundTask task = new BackgroundTask("freshness-watch", INTERVAL, this::lookOrWarn);
    private boolean failed;

    /**
     * The edits that wait inside HBase, by table.
     *
     * @param unannounced the age of the oldest edit that a server has not announced; tables for which it is unknown are absent
     * @param reported the time of each server's last report, in milliseconds by its own clock; empty if HBase did not tell
     */
    public record Sources(Map<TableId, Duration> unannounced, Map<String, Long> reported) {
        private static final Sources UNKNOWN = new Sources(Map.of(), Map.of());

        public Sources {
            unannounced = Map.copyOf(unannounced);
            reported = Map.copyOf(reported);
        }

        /** Returns the sources from the servers' reports to HBase's master. */
        public static Sources of(Collection<Peer> peers, Map<String, List<PeerLag>> queues) {
            List<Peer> ours = OurPeers.among(peers).stream()
                    .filter(peer -> !OurPeers.isUnclear(peer))
                    .toList();
            Map<TableId, Duration> ages = ours.stream()
                    .filter(Peer::enabled)
                    .filter(peer -> isRunning(queues.getOrDefault(peer.id(), List.of())))
                    .flatMap(peer -> OurPeers.tables(peer).stream()
                            .filter(peer::covers)
                            .map(table -> Map.entry(
                                    table,
                                    PeerBacklog.of(queues.getOrDefault(peer.id(), List.of()))
                                            .unshippedAge())))
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            Map.Entry::getValue,
                            (one, other) -> one.compareTo(other) > 0 ? one : other));
            Map<String, Long> reported = ours.stream()
                    .flatMap(peer -> queues.getOrDefault(peer.id(), List.of()).stream())
                    .collect(Collectors.toMap(PeerLag::server, PeerLag::reportedMillis, Math::max));
            return new Sources(ages, reported);
        }

        private static boolean isRunning(List<PeerLag> queues) {
            return !queues.isEmpty() && queues.stream().allMatch(PeerLag::running);
        }
    }

    /**
     * Does no I/O.
     *
     * @param indexes to measure, from memory
     * @param announced up to when announced edits are indexed
     * @param refreshInterval how long an indexed edit may stay invisible to searches; empty if for any time
     * @param sources asks HBase
     */
    public FreshnessWatch(
            Supplier<Collection<IndexMetadata>> indexes,
            Function<IndexMetadata, Optional<Instant>> announced,
            Function<IndexMetadata, Optional<Duration>> refreshInterval,
            Supplier<Sources> sources,
            Clock clock) {
        this.indexes = Objects.requireNonNull(indexes, "indexes");
        this.announced = Objects.requireNonNull(announced, "announced");
        this.refreshInterval = Objects.requireNonNull(refreshInterval, "refreshInterval");
        this.sources = Objects.requireNonNull(sources, "sources");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Returns a supplier of the reports of {@code peers}. */
    public static Supplier<Sources> asking(HBasePeers peers) {
        return () -> Sources.of(peers.list(), peers.lags());
    }

    public void start() {
        task.start();
    }

    @Override
    public Optional<Freshness> of(IndexMetadata index) {
        return Optional.ofNullable(looks.get(index.uuid())).map(VisibleLooks::told);
    }

    /** Returns healthy unless the measurement fails: then {@code as_of} grows old, or does not cover what waits in HBase. */
    public CheckResult check() {
        return health.check().and(sourcesHealth.check());
    }

    /** Measures once. After any failure the next measurement is still made; the last result stays, and states its age. */
    private void lookOrWarn() {
        try {
            look();
            health.succeeded();
            failed = false;
        } catch (RuntimeException | LinkageError e) {
            health.failed(e);
            if (failed) {
                LOG.debug("cannot determine the freshness of the indexes", e);
            } else {
                LOG.warn("cannot determine the freshness of the indexes: {}", e.getMessage());
            }
            failed = true;
        }
    }

    /** Measures every index once. */
    void look() {
        Collection<IndexMetadata> now = indexes.get();
        Instant asked = clock.instant();
        Sources known = sources();
        Instant covered = reports.covered(known.reported(), asked);
        for (IndexMetadata index : now) {
            Instant begun = clock.instant();
            Optional<Duration> interval = interval(index);
            Duration waiting = known.unannounced().get(index.table());
            Optional<Freshness> latest = announced.apply(index).map(until -> freshness(until, waiting, covered, begun));
            VisibleLooks before = looks.getOrDefault(index.uuid(), VisibleLooks.none());
            looks.put(index.uuid(), before.after(latest, begun, interval));
        }
        looks.keySet().retainAll(now.stream().map(IndexMetadata::uuid).toList());
    }

    /**
     * Combines the freshness of announced edits with that of edits waiting in HBase.
     *
     * @param waiting how long the oldest unannounced edit has waited; null if unknown
     * @param covered up to when {@code waiting} is known
     */
    private static Freshness freshness(Instant announced, @Nullable Duration waiting, Instant covered, Instant begun) {
        Instant source = waiting == null ? announced : covered.minus(waiting);
        return new Freshness(source.isBefore(announced) ? source : announced, begun, waiting != null);
    }

    /** Returns the refresh interval; empty if it is unavailable, and then no newer measurement is published. */
    private Optional<Duration> interval(IndexMetadata index) {
        try {
            return refreshInterval.apply(index);
        } catch (RuntimeException e) {
            LOG.debug("the refresh interval of index {} is not known: {}", index.index(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns nothing if HBase is unavailable: announced edits can still be measured. */
    private Sources sources() {
        try {
            Sources known = sources.get();
            sourcesHealth.succeeded();
            return known;
        } catch (RuntimeException e) {
            sourcesHealth.failed(e);
            LOG.debug("HBase does not report the edits that wait to be announced: {}", e.getMessage());
            return Sources.UNKNOWN;
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
