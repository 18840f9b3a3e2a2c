/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.BarrierMode;
import io.hbasesearch.replication.settings.InvalidSinkConfigException;
import io.hbasesearch.replication.settings.PeerScope;
import io.hbasesearch.replication.settings.PeerSettings;
import io.hbasesearch.replication.settings.SinkConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.replication.ReplicationEndpoint;
import org.apache.hadoop.hbase.replication.ReplicationPeer;
import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers WAL entries and retries until it succeeds. Any failure is followed by a pause with full jitter and another attempt, until
 * everything is acknowledged or the endpoint stops. Thread-safe: several shipper threads of a replication source call it. Owns its shipper
 * and its share of the peer's metrics.
 */
final class EntryDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(EntryDelivery.class);

    private final String peerId;
    private final StopSignal stop = new StopSignal();
    private final QuietLog log = new QuietLog(LOG, System::nanoTime);
    private final PeerSettings settings;
    private final ReadPoints readPoints;
    private final ReadabilityBarrier barrier;
    private final SinkMetrics metrics;
    private final ShipperFactory factory;
    private Shipper shipper;
    private boolean closed;

    /** Creates the shipper with the first entries, so that a failure to create it is retried too. */
    interface ShipperFactory {
        Shipper create(EntryDelivery delivery);
    }

    /** @param readPoints null if regions cannot be asked */
    EntryDelivery(String peerId, PeerSettings settings, ReadPoints readPoints, ShipperFactory factory) {
        this.peerId = peerId;
        this.readPoints = readPoints;
        this.settings = settings;
        this.factory = factory;
        this.metrics = MetricsRegistry.platform().acquire(peerId);
        this.barrier = new ReadabilityBarrier(readPoints, stop, System::currentTimeMillis, metrics, log);
    }

    static EntryDelivery of(ReplicationEndpoint.Context context) {
        ReplicationPeer peer = context.getReplicationPeer();
        EntryDelivery delivery = new EntryDelivery(
                context.getPeerId(),
                new PeerSettings(peer::getPeerConfig),
                readPoints(context),
                EntryDelivery::kafkaShipper);
        try {
            delivery.announce();
            delivery.watchBacklog(context);
            return delivery;
        } catch (Throwable t) {
            // No caller has a reference to it: its resources would leak, and each call of HBase creates another one.
            delivery.close();
            throw t;
        }
    }

    private void watchBacklog(ReplicationEndpoint.Context context) {
        try {
            metrics.watch(this, SourceBacklog.of(context));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.info("peer {}: cannot read the backlog from this HBase version, so the metrics lack it", peerId, e);
        }
    }

    private static Shipper kafkaShipper(EntryDelivery delivery) {
        return new KafkaShipper(
                delivery.peerId,
                delivery::announcements,
                delivery.barrier,
                SharedProducers.ofThisJvm(),
                delivery.stop,
                delivery.metrics,
                delivery.log);
    }

    private static ReadPoints readPoints(ReplicationEndpoint.Context context) {
        try {
            return RegionServerReadPoints.of(context.getAbortable());
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.warn(
                    "peer {}: cannot read the regions' read points from this HBase version, so edits wait for {} before they are"
                            + " announced; an edit that stays invisible for longer is missed until the next verify",
                    context.getPeerId(),
                    SinkConfig.SETTLE_DELAY.key(),
                    e);
            return null;
        }
    }

    private void announce() {
        try {
            SinkConfig config = settings.config();
            BarrierMode effective = barrier.effective(config.barrier());
            metrics.configured(effective, config.lagAlarmMillis());
            LOG.info("peer {}: {}, effective barrier {}", peerId, config, effective);
            if (effective == BarrierMode.UNSAFE_OFF) {
                LOG.warn("peer {}: {}={} loses edits", peerId, SinkConfig.BARRIER.key(), effective);
            }
        } catch (InvalidSinkConfigException e) {
            metrics.failed(e.getMessage());
            LOG.error(
                    "peer {}: nothing is shipped until the peer's configuration is corrected: {}",
                    peerId,
                    e.getMessage());
        }
    }

    WALEntryFilter filter() {
        return new EntryFilter(settings, log);
    }

    /** Returns true once Kafka has acknowledged everything; false only if the endpoint stops or the thread is interrupted. */
    boolean deliver(List<Entry> entries) {
        Shipment shipment = new Shipment(entries);
        metrics.underWay(shipment);
        try {
            return untilShipped(shipment);
        } catch (StoppedException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            metrics.ended(shipment);
        }
    }

    private boolean untilShipped(Shipment shipment) throws InterruptedException, StoppedException {
        Backoff backoff = new Backoff(bound -> ThreadLocalRandom.current().nextLong(bound + 1));
        while (true) {
            stop.throwIfStopped();
            SinkConfig config = settings.configOrNull();
            try {
                attempt(shipment);
                if (backoff.failures() > 0) {
                    log.over("ship");
                    LOG.info("peer {}: edits are shipped again", peerId);
                }
                return true;
            } catch (StoppedException | InterruptedException e) {
                throw e;
            } catch (Throwable t) {
                report(t, config);
            }
            if (shipment.takeProgress()) {
                backoff.reset();
            }
            stop.pause(backoff.nextMillis(
                    config == null ? SinkConfig.DEFAULT_BACKOFF_INITIAL : config.backoffInitialMillis(),
                    config == null ? SinkConfig.DEFAULT_BACKOFF_MAX : config.backoffMaxMillis()));
        }
    }

    private void attempt(Shipment shipment) throws Exception {
        SinkConfig config = settings.config();
        metrics.configured(barrier.effective(config.barrier()), config.lagAlarmMillis());
        shipper().ship(shipment, config);
    }

    private void report(Throwable t, SinkConfig config) {
        String message = t instanceof InvalidSinkConfigException || t instanceof ShipmentFailedException
                ? t.getMessage()
                : Causes.describe(t);
        if (Causes.hasLinkageError(t)) {
            message +=
                    ". A class is missing from the hbase-search jar on this RegionServer: put the whole jar there and"
                            + " restart this RegionServer";
        }
        metrics.failed(message);
        log.warn("ship", "peer " + peerId + ": edits are not shipped yet; retrying. " + message, t);
        long lag = metrics.lagMillis();
        if (config != null && lag > config.lagAlarmMillis()) {
            log.warn(
                    "lag",
                    "peer " + peerId + ": the oldest edit has waited for " + lag / 1000
                            + " s; HBase keeps its write-ahead logs until it is shipped: monitor their disk space",
                    null);
        }
    }

    private synchronized Shipper shipper() throws StoppedException {
        if (closed) {
            throw new StoppedException();
        }
        if (shipper == null) {
            shipper = factory.create(this);
        }
        return shipper;
    }

    /** Returns an entry's edits by row, and its bulk loads. */
    private List<? extends Announcement> announcements(Entry entry) {
        PeerScope scope = settings.scope();
        List<Cell> cells = EntryCells.concerning(entry, scope);
        return EntryCells.haveBulkLoad(cells) ? withBulkLoads(entry, cells, scope) : RowEdit.group(entry, cells);
    }

    private List<Announcement> withBulkLoads(Entry entry, List<Cell> cells, PeerScope scope) {
        List<Cell> rows = new ArrayList<>();
        List<Announcement> announcements = new ArrayList<>();
        for (Cell cell : cells) {
            if (EntryCells.isBulkLoad(cell)) {
                bulkLoad(entry, cell, scope).ifPresent(announcements::add);
            } else {
                rows.add(cell);
            }
        }
        announcements.addAll(RowEdit.group(entry, rows));
        return announcements;
    }

    /** Returns the bulk load; empty if none of its families concerns the peer. */
    private Optional<BulkLoad> bulkLoad(Entry entry, Cell marker, PeerScope scope) {
        Optional<List<byte[]>> families = EntryCells.loadedFamilies(entry, marker, scope);
        if (families.isPresent() && families.get().isEmpty()) {
            return Optional.empty();
        }
        metrics.bulkLoads.increment();
        return Optional.of(new BulkLoad(entry, marker, endOf(entry), families.orElse(Collections.<byte[]>emptyList())));
    }

    /**
     * Returns the end of the entry's region. Null if unknown: the load may then reach to the table's end, and more rows than needed are
     * compared.
     */
    private byte[] endOf(Entry entry) {
        try {
            return readPoints == null
                    ? null
                    : readPoints.endOf(Bytes.toString(entry.getKey().getEncodedRegionName()));
        } catch (RuntimeException | LinkageError e) {
            log.warn("region end", "peer " + peerId + ": cannot get the end key of a bulk-loaded region", e);
            return null;
        }
    }

    /** Wakes waiting threads, because the peer's configuration changed. */
    void wake() {
        stop.wake();
    }

    /** Returns at once; calls of {@link #deliver} return false soon. Idempotent. */
    void close() {
        stop.stop();
        Shipper made;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            made = shipper;
        }
        metrics.unwatch(this);
        MetricsRegistry.platform().release(peerId);
        if (made != null) {
            made.close();
        }
    }
}
