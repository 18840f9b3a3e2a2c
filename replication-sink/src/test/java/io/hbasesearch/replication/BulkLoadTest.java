/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.replication.settings.PeerScope;
import io.hbasesearch.replication.settings.SinkConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BulkLoadTest {
    private static final ReplicationPeerConfig ALL =
            FakePeer.config(FakePeer.VALID).build();

    private byte[] regionEnd = {};
    private final FakeKafka kafka = new FakeKafka();
    private final StopSignal stop = new StopSignal();
    private final SinkMetrics metrics = new SinkMetrics(System::currentTimeMillis);
    private final QuietLog log = new QuietLog(LoggerFactory.getLogger(BulkLoadTest.class), System::nanoTime);

    @Test
    void isToldToEveryPartitionWithTheRangeOfItsRegion() throws Exception {
        ship(load("g", "m", "d"), row("a"));

        List<ProducerRecord<byte[], byte[]>> told = kafka.acknowledged.subList(0, 4);
        assertThat(told).extracting(ProducerRecord::partition).containsExactly(0, 1, 2, 3);
        for (ProducerRecord<byte[], byte[]> record : told) {
            RowMutation event = RowMutations.decode(record.value());
            assertThat(record.key()).isNull();
            assertThat(event.getCause()).isEqualTo(RowMutation.Cause.BULK_LOAD);
            assertThat(event.getTable()).isEqualTo("mail");
            assertThat(event.getRow().isEmpty()).isTrue();
            assertThat(event.getRange().getStart().toStringUtf8()).isEqualTo("g");
            assertThat(event.getRange().getStop().toStringUtf8()).isEqualTo("m");
            assertThat(event.getRegion()).isEqualTo(WalEntries.REGION);
            assertThat(event.getRegionSequenceId()).isEqualTo(7);
            assertThat(event.getFamilies(0).toStringUtf8()).isEqualTo("d");
        }
        assertThat(kafka.acknowledged.subList(4, 5))
                .extracting(record -> Bytes.toString(record.key()))
                .containsExactly("a");
    }

    @Test
    void isOfferedAgainWholeOnceAPartitionHasRefusedIt() throws Exception {
        AtomicInteger offers = new AtomicInteger();
        kafka.answer = record -> offers.incrementAndGet() == 3 ? new NotEnoughReplicasException("one is down") : null;
        Shipment shipment = new Shipment(List.of(load("", "", "d")));
        KafkaShipper shipper = shipper();

        assertThat(catchShipmentFailure(shipper, shipment)).contains("min.insync.replicas");
        shipper.ship(shipment, SinkConfig.parse(FakePeer.VALID));

        assertThat(kafka.acknowledged).extracting(ProducerRecord::partition).containsExactly(0, 1, 0, 1, 2, 3);
        assertThat(shipment.isLeft(this::announcements)).isFalse();
    }

    /** As a topic refuses everything that is closed to writes: there is nothing to leave out of it. */
    @Test
    void waitsWhereItIsRefusedAsTooLarge() throws Exception {
        AtomicInteger offers = new AtomicInteger();
        kafka.answer = record -> {
            offers.incrementAndGet();
            return new RecordTooLargeException("closed");
        };
        Shipment shipment = new Shipment(List.of(load("", "", "d")));
        KafkaShipper shipper = shipper();

        assertThat(catchShipmentFailure(shipper, shipment)).isNotEmpty();
        assertThat(catchShipmentFailure(shipper, shipment)).isNotEmpty();
        assertThat(offers).hasValue(2 * 4);

        kafka.answer = record -> null;
        shipper.ship(shipment, SinkConfig.parse(FakePeer.VALID));
        assertThat(kafka.acknowledged).extracting(ProducerRecord::partition).containsExactly(0, 1, 2, 3);
        assertThat(metrics.getDegradedEventsTotal()).isZero();
    }

    @Test
    void hasOpenBoundsWhereTheRegionHasOrNobodyKnows() {
        BulkLoad first = (BulkLoad) announcements(load("", "g", "d")).get(0);
        Entry moved = load("t", "z", "d");
        BulkLoad unknown = new BulkLoad(moved, moved.getEdit().getCells().get(0), null, List.of());

        assertThat(first.start).isEmpty();
        assertThat(Bytes.toString(first.stop)).isEqualTo("g");
        assertThat(Bytes.toString(unknown.start)).isEqualTo("t");
        assertThat(unknown.stop).isEmpty();
    }

    @Test
    void bulkLoadConcernsOnlyReplicatedAndMappedFamilies() throws Exception {
        Entry both = WalEntries.entry()
                .bulkLoad("", "", "d", "local", "excluded")
                .scopes(WalEntries.scopes(Map.of("d", 1, "local", 0, "excluded", 1)))
                .build();
        ReplicationPeerConfig excluding = FakePeer.config(FakePeer.VALID)
                .setExcludeTableCFsMap(Map.of(both.getKey().getTableName(), List.of("excluded")))
                .build();
        SinkConfig unmapped = SinkConfig.parse(FakePeer.validWith("hbase-search.columns.default:mail", "other:x"));

        assertThat(families(both, ALL, null)).containsExactlyInAnyOrder("d", "excluded");
        assertThat(families(both, excluding, null)).containsExactly("d");
        assertThat(families(both, ALL, unmapped)).isEmpty();
    }

    @Test
    void mayBeOfAnyFamilyIfItsMarkerCannotBeRead() {
        Entry garbled = WalEntries.entry()
                .marker(Bytes.toBytes("HBASE::BULK_LOAD"), new byte[] {-1, -1})
                .build();

        assertThat(EntryCells.loadedFamilies(
                        garbled, garbled.getEdit().getCells().get(0), new PeerScope(ALL, null)))
                .isEqualTo(Optional.empty());
    }

    private static Set<String> families(Entry entry, ReplicationPeerConfig peer, SinkConfig config) {
        Cell marker = entry.getEdit().getCells().get(0);
        return EntryCells.loadedFamilies(entry, marker, new PeerScope(peer, config)).orElseThrow().stream()
                .map(Bytes::toString)
                .collect(Collectors.toSet());
    }

    private Entry load(String start, String stop, String... families) {
        regionEnd = Bytes.toBytes(stop);
        return WalEntries.entry().bulkLoad(start, stop, families).build();
    }

    private static Entry row(String row) {
        return WalEntries.entry().put(row, "d", "q", "v").build();
    }

    private void ship(Entry... entries) throws Exception {
        shipper().ship(new Shipment(List.of(entries)), SinkConfig.parse(FakePeer.VALID));
    }

    private KafkaShipper shipper() {
        ReadabilityBarrier barrier = new ReadabilityBarrier(null, stop, System::currentTimeMillis, metrics, log);
        return new KafkaShipper("p", this::announcements, barrier, kafka.producers, stop, metrics, log);
    }

    private static String catchShipmentFailure(KafkaShipper shipper, Shipment shipment) throws Exception {
        try {
            shipper.ship(shipment, SinkConfig.parse(FakePeer.VALID));
            return "";
        } catch (ShipmentFailedException e) {
            return e.getMessage();
        }
    }

    /** As the endpoint does where the region is online. */
    private List<Announcement> announcements(Entry entry) {
        Cell cell = entry.getEdit().getCells().get(0);
        if (!EntryCells.isBulkLoad(cell)) {
            return new ArrayList<>(RowEdit.group(entry, entry.getEdit().getCells()));
        }
        return List.of(new BulkLoad(entry, cell, regionEnd, families(entry)));
    }

    private static List<byte[]> families(Entry entry) {
        return EntryCells.loadedFamilies(entry, entry.getEdit().getCells().get(0), new PeerScope(ALL, null))
                .orElseThrow();
    }
}
