/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.cli.peer.OurPeers;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out, every two seconds, up to when each index shows what was written: from the oldest announced edit that is not indexed,
 * and from what every RegionServer last reported of edits that it has not announced. Servers report every few seconds whether they
 * have something to announce or not, so that an idle one hides nothing; a peer that is disabled or stands still makes that part
 * unknown, and a server that is silent or gone covers nothing later than its last report ({@link ServerReports}).
 *
 * <p>{@link #of} is for any thread and answers from memory, with a look that is old enough for the search view to show what was
 * indexed by then ({@link VisibleLooks}). Owns its thread; borrows what it asks.
 */
public final class FreshnessWatch implements FreshnessSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FreshnessWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final Supplier<Collection<IndexMetadata>> indexes;
    private final Function<IndexMetadata, Optional<Instant>> announced;
    private final Function<IndexMetadata, Optional<Duration>> refreshInterval;
    private final Supplier<Sources> sources;
    private final Clock clock;
    private final Map<UUID, VisibleLooks> looks = new ConcurrentHashMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final ServerReports reports = new ServerReports();
    private final WatchHealth health = new WatchHealth("the watch of how fresh the indexes are", INTERVAL);
    private final WatchHealth sourcesHealth = new WatchHealth("the watch of what waits in HBase", INTERVAL);
    private @Nullable Thread thread;
    private boolean failed;

    /**
     * What waits inside HBase, by table.
     *
     * @param unannounced how old the oldest edit is that a server has not announced; a table of which that is not known is absent
     * @param reported when each server reported last, in milliseconds by its own clock; empty if HBase did not say
     */
    public record Sources(Map<TableId, Duration> unannounced, Map<String, Long> reported) {
        private static final Sources UNKNOWN = new Sources(Map.of(), Map.of());

        public Sources {
            unannounced = Map.copyOf(unannounced);
            reported = Map.copyOf(reported);
        }

        /** As HBase's master has it from the servers. */
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
     * @param indexes those to look at, from memory
     * @param announced up to when what was announced is indexed
     * @param refreshInterval how long what is indexed may stay invisible to searches; empty if for any time
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

    /** What {@code peers} reports. */
    public static Supplier<Sources> asking(HBasePeers peers) {
        return () -> Sources.of(peers.list(), peers.lags());
    }

    public void start() {
        thread = new Thread(this::run, "freshness-watch");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Optional<Freshness> of(IndexMetadata index) {
        return Optional.ofNullable(looks.get(index.uuid())).map(VisibleLooks::told);
    }

    /** Well, unless it cannot look: {@code as_of} grows old then, or lacks what waits in HBase. */
    public CheckResult check() {
        return health.check().and(sourcesHealth.check());
    }

    private void run() {
        try {
            do {
                lookOrWarn();
            } while (!stop.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            // The process ends.
        }
    }

    /** Whatever one look meets, the next one is made; what was known stays, and says how old it is. */
    private void lookOrWarn() {
        try {
            look();
            health.succeeded();
            failed = false;
        } catch (RuntimeException | LinkageError e) {
            health.failed(e);
            if (failed) {
                LOG.debug("how fresh the indexes are is not known", e);
            } else {
                LOG.warn("how fresh the indexes are is not known: {}", e.getMessage());
            }
            failed = true;
        }
    }

    /** One look at every index. */
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
     * @param waiting how long the oldest edit has waited that is not announced; null if that is not known
     * @param covered up to when that is known
     */
    private static Freshness freshness(Instant announced, @Nullable Duration waiting, Instant covered, Instant begun) {
        Instant source = waiting == null ? announced : covered.minus(waiting);
        return new Freshness(source.isBefore(announced) ? source : announced, begun, waiting != null);
    }

    /** None where it cannot be asked for: then nothing more is told than before. */
    private Optional<Duration> interval(IndexMetadata index) {
        try {
            return refreshInterval.apply(index);
        } catch (RuntimeException e) {
            LOG.debug("how often index {} is refreshed is not known: {}", index.index(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Nothing where HBase cannot be asked: of what was announced something can be said all the same. */
    private Sources sources() {
        try {
            Sources known = sources.get();
            sourcesHealth.succeeded();
            return known;
        } catch (RuntimeException e) {
            sourcesHealth.failed(e);
            LOG.debug("HBase does not say what waits to be announced: {}", e.getMessage());
            return Sources.UNKNOWN;
        }
    }

    @Override
    public void close() {
        stop.countDown();
        if (thread != null) {
            try {
                thread.join(STOP.toMillis());
                thread.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
