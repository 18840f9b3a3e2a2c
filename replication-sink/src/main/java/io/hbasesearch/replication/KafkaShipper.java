/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Ships edits and bulk loads to their tables' topics, a bounded chunk at a time: wait until they are readable, send, wait until all
 * are acknowledged. Thread-safe; owns its hold on the shared producer.
 */
final class KafkaShipper implements Shipper {
    /** Bounds the acknowledgements under way; their bytes are bounded by the producer's buffer. */
    static final int CHUNK_EDITS = 8_000;

    private final Function<Entry, ? extends Collection<? extends Announcement>> rows;
    private final ReadabilityBarrier barrier;
    private final ProducerLeases leases;
    private final StopSignal stop;
    private final SinkMetrics metrics;
    private final QuietLog log;

    KafkaShipper(
            Function<Entry, ? extends Collection<? extends Announcement>> rows,
            ReadabilityBarrier barrier,
            SharedProducers producers,
            StopSignal stop,
            SinkMetrics metrics,
            QuietLog log) {
        this.rows = Objects.requireNonNull(rows, "rows");
        this.barrier = Objects.requireNonNull(barrier, "barrier");
        this.leases = new ProducerLeases(producers);
        this.stop = Objects.requireNonNull(stop, "stop");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.log = Objects.requireNonNull(log, "log");
    }

    @Override
    public void ship(Shipment shipment, SinkConfig config) throws Exception {
        while (true) {
            List<Announcement> edits = shipment.pending(CHUNK_EDITS, rows);
            if (edits.isEmpty()) {
                return;
            }
            barrier.await(edits, config);
            send(shipment, edits, config);
            metrics.underWay(shipment);
        }
    }

    private void send(Shipment shipment, List<Announcement> edits, SinkConfig config) throws Exception {
        RecordSender sender = leases.senderFor(config);
        SendAttempt attempt = new SendAttempt(sender, config, stop, metrics);
        attempt.run(edits);
        attempt.unrouted().forEach(this::reportUnrouted);
        shipment.settled(attempt.left());
        SendFailure worst = null;
        for (SendFailure failure : attempt.failures()) {
            if (degrade(failure)) {
                continue;
            }
            if (failure.isTooLarge()) {
                // The topic may have been closed to writes: the next one, which the peer names by then, takes it whole.
                failure.edit().most = PayloadLevel.EDITS;
            }
            if (worst == null || failure.breaksProducer()) {
                worst = failure;
            }
        }
        if (worst != null) {
            if (worst.breaksProducer()) {
                leases.discard(sender);
            }
            throw new ShipmentFailedException(worst.describe(), worst.cause());
        }
    }

    /** Whether the failure can be mended by sending less of the edit; then it is sent again without a pause. */
    private static boolean degrade(SendFailure failure) {
        Announcement edit = failure.edit();
        if (!failure.isTooLarge() || edit.most == PayloadLevel.KEYS) {
            return false;
        }
        edit.most = edit.most == PayloadLevel.EDITS ? PayloadLevel.COLUMNS : PayloadLevel.KEYS;
        return true;
    }

    private void reportUnrouted(Announcement edit) {
        metrics.unroutedRows.increment();
        log.once(
                "unrouted " + edit.qualifiedTable(),
                "edits of table " + edit.qualifiedTable() + " pass the peer's filters but " + SinkConfig.TABLES.key()
                        + " does not list the table: they are not announced. 'hbase-search peer add' lists it");
    }

    @Override
    public void close() {
        leases.close();
    }
}
