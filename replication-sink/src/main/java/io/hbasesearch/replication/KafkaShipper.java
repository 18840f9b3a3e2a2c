/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.PayloadLevel;
import io.hbasesearch.replication.settings.SinkConfig;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Ships edits and bulk loads to their tables' topics in small groups. It waits until they are readable, offers them, and meanwhile receives
 * acknowledgements of earlier ones. Returns when all are acknowledged. Thread-safe; owns its lease of the shared producer.
 */
final class KafkaShipper implements Shipper {
    /** Limit of unacknowledged announcements; their bytes are bounded by the producer's buffer. */
    static final int MOST_UNDER_WAY = 8_000;

    /** Few enough that their cells are still in the processor's cache when they are encoded. */
    static final int TURN_EDITS = 200;

    private final String peerId;
    private final Function<Entry, ? extends Collection<? extends Announcement>> rows;
    private final ReadabilityBarrier barrier;
    private final ProducerLeases leases;
    private final StopSignal stop;
    private final SinkMetrics metrics;
    private final QuietLog log;

    KafkaShipper(
            String peerId,
            Function<Entry, ? extends Collection<? extends Announcement>> rows,
            ReadabilityBarrier barrier,
            SharedProducers producers,
            StopSignal stop,
            SinkMetrics metrics,
            QuietLog log) {
        this.peerId = Objects.requireNonNull(peerId, "peerId");
        this.rows = Objects.requireNonNull(rows, "rows");
        this.barrier = Objects.requireNonNull(barrier, "barrier");
        this.leases = new ProducerLeases(producers);
        this.stop = Objects.requireNonNull(stop, "stop");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.log = Objects.requireNonNull(log, "log");
    }

    @Override
    public void ship(Shipment shipment, SinkConfig config) throws Exception {
        while (shipment.isLeft(rows)) {
            RecordSender sender = leases.senderFor(config);
            SendAttempt attempt = new SendAttempt(sender, config, stop, metrics, this::reportUnrouted);
            try {
                offerAll(shipment, attempt, config);
            } catch (RuntimeException | Error e) {
                answersTo(attempt, e);
                throw e;
            } finally {
                shipment.takeBack();
            }
            metrics.underWay(shipment);
            metrics.waitsFor(shipment, describeTopics(attempt.failures()));
            throwUnlessMended(attempt.failures(), sender);
        }
    }

    /**
     * Collects answers after another failure: what was offered before must not be offered again with each attempt while the failure lasts.
     */
    private static void answersTo(SendAttempt attempt, Throwable failed) {
        try {
            attempt.await(0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (StoppedException | RuntimeException e) {
            failed.addSuppressed(e);
        }
    }

    /** Returns when everything that was offered is answered; after failures there may be more to offer. */
    private void offerAll(Shipment shipment, SendAttempt attempt, SinkConfig config)
            throws InterruptedException, StoppedException {
        while (true) {
            List<Announcement> edits = shipment.next(TURN_EDITS, MOST_UNDER_WAY, rows);
            if (edits.isEmpty()) {
                attempt.await(0);
                return;
            }
            if (!barrier.isOpen(edits, config)) {
                // These edits may have to wait long: collect the earlier answers first, so that failed ones are
                // repeated without delay.
                attempt.await(0);
                if (!attempt.failures().isEmpty()) {
                    return;
                }
                settle(shipment);
                barrier.await(edits, config);
            }
            attempt.offer(edits);
            attempt.await(MOST_UNDER_WAY - TURN_EDITS);
            settle(shipment);
        }
    }

    private void settle(Shipment shipment) {
        shipment.settle();
        metrics.underWay(shipment);
    }

    /** Describes each topic once, though many edits may have failed because of it. */
    private String describeTopics(List<SendFailure> failures) {
        Map<String, String> byTopic = new TreeMap<>();
        for (SendFailure failure : failures) {
            if (failure.isOfTopic() && !byTopic.containsKey(failure.route().topicName())) {
                byTopic.put(failure.route().topicName(), failure.describe(peerId));
            }
        }
        return String.join("; ", byTopic.values());
    }

    private void throwUnlessMended(List<SendFailure> failures, RecordSender sender) throws ShipmentFailedException {
        boolean proven = sender.isProven();
        SendFailure worst = null;
        for (SendFailure failure : failures) {
            if (degrade(failure)) {
                continue;
            }
            if (failure.isTooLarge() && failure.edit() instanceof RowEdit) {
                // The topic may have been closed to writes: the next one, which the peer names by then, accepts the
                // whole event.
                failure.edit().most = PayloadLevel.EDITS;
            }
            if (worst == null || failure.breaksProducer(proven)) {
                worst = failure;
            }
        }
        if (worst != null) {
            if (worst.breaksProducer(proven)) {
                leases.discard(sender);
            }
            throw new ShipmentFailedException(worst.describe(peerId), worst.cause());
        }
    }

    /** Reduces the payload if that can fix the failure; the edit is then sent again without a pause. */
    private static boolean degrade(SendFailure failure) {
        Announcement edit = failure.edit();
        if (!failure.isTooLarge() || edit.most == PayloadLevel.KEYS || edit instanceof BulkLoad) {
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
                        + " does not list the table: they are not announced. To add the table, run 'hbase-search peer add --peer-id "
                        + peerId + " --table " + edit.qualifiedTable() + "'");
    }

    @Override
    public void close() {
        leases.close();
    }
}
