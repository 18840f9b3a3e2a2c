/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.UnreadableEventException;
import io.hbasesearch.replication.settings.InvalidSinkConfigException;
import io.hbasesearch.replication.settings.SinkConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class KafkaShipperTest {
    private final FakeKafka kafka = new FakeKafka();
    private final StopSignal stop = new StopSignal();
    private final SinkMetrics metrics = new SinkMetrics(System::currentTimeMillis);
    private final QuietLog log = new QuietLog(LoggerFactory.getLogger(KafkaShipperTest.class), System::nanoTime);
    /** Regions whose edits a get can see; all if there are none. */
    private volatile Set<String> readable = Set.of();

    private volatile Thread shippingThread;
    private final KafkaShipper shipper = new KafkaShipper(
            "p",
            entry -> RowEdit.group(entry, entry.getEdit().getCells()),
            new ReadabilityBarrier(
                    (region, sequenceId) -> readable.isEmpty() || readable.contains(region),
                    stop,
                    System::currentTimeMillis,
                    metrics,
                    log),
            kafka.producers,
            stop,
            metrics,
            log);

    @Test
    void sendsOneEventPerRowAndEntryKeyedByTheRowToItsPartition() throws Exception {
        Entry two = WalEntries.entry()
                .put("a", "d", "1", "x")
                .put("a", "d", "2", "x")
                .put("b", "d", "1", "x")
                .build();
        Entry again = WalEntries.entry().put("a", "d", "1", "y").build();

        shipper.ship(new Shipment(List.of(two, again)), config());

        assertThat(kafka.acknowledged)
                .extracting(record -> Bytes.toString(record.key()))
                .containsExactly("a", "b", "a");
        for (ProducerRecord<byte[], byte[]> record : kafka.acknowledged) {
            assertThat(record.topic()).isEqualTo("hbase-search.default.mail");
            assertThat(record.partition()).isEqualTo(RowPartition.of(record.key(), 4));
            assertThat(RowMutations.decode(record.value()).getRow().toByteArray())
                    .isEqualTo(record.key());
        }
        assertThat(metrics.getShippedEventsTotal()).isEqualTo(3);
        assertThat(metrics.getShippedBytesTotal()).isPositive();
    }

    @Test
    void sendsAgainOnlyWhatFailed() throws Exception {
        AtomicInteger offers = new AtomicInteger();
        kafka.answer = record -> offers.incrementAndGet() == 2 ? new NotEnoughReplicasException("one is down") : null;
        Shipment shipment = shipment("a", "b", "c");

        assertThatThrownBy(() -> shipper.ship(shipment, config()))
                .isInstanceOf(ShipmentFailedException.class)
                .hasMessageContaining("min.insync.replicas")
                .hasMessageContaining("one is down");
        shipper.ship(shipment, config());

        // "c" was not offered behind the refusal, as its topic had refused one.
        assertThat(acknowledgedRows()).containsExactly("a", "b", "c");
        assertThat(offers).hasValue(4);
        assertThat(kafka.made).hasSize(1);
    }

    @Test
    void keepsOtherTopicsGoing() {
        kafka.answer = record -> record.topic().endsWith("mail")
                ? new TimeoutException("Topic " + record.topic() + " not present in metadata after 5000 ms.")
                : null;
        Shipment shipment = new Shipment(List.of(entry("mail", "a"), entry("mail", "b"), entry("other", "c")));
        SinkConfig config = config("hbase-search.tables", "mail=1/4;other=1/1");

        assertThatThrownBy(() -> shipper.ship(shipment, config))
                .hasMessageContaining("'hbase-search peer add --peer-id p --table default:mail' creates it");
        assertThat(acknowledgedRows()).containsExactly("c");
        assertThat(kafka.made).hasSize(1);
    }

    @Test
    void tellsWhichTopicsItWaitsForAsLongAsItDoes() throws Exception {
        kafka.answer = record -> record.topic().endsWith("mail")
                ? new TimeoutException("Topic " + record.topic() + " not present in metadata after 5000 ms.")
                : record.topic().endsWith("other") ? new TopicAuthorizationException("no") : null;
        Shipment shipment =
                new Shipment(List.of(entry("mail", "a"), entry("other", "b"), entry("mail", "c"), entry("well", "d")));
        SinkConfig config = config("hbase-search.tables", "mail=1/4;other=1/1;well=1/1");

        assertThatThrownBy(() -> shipper.ship(shipment, config)).isInstanceOf(ShipmentFailedException.class);

        assertThat(acknowledgedRows()).containsExactly("d");
        assertThat(metrics.getWaitingFor())
                .containsOnlyOnce("table default:mail, topic hbase-search.default.mail")
                .contains("table default:other, topic hbase-search.default.other")
                .contains("WRITE and DESCRIBE")
                .contains("index epoch INDEX --bump")
                .contains("hbase-search peer remove --peer-id p --table default:mail'")
                .doesNotContain("default:well");

        SinkConfig bumped = config("hbase-search.tables", "mail=2/4;other=2/1;well=1/1");
        kafka.answer = record -> record.topic().endsWith(".e2") ? null : new TopicAuthorizationException("no");
        shipper.ship(shipment, bumped);

        assertThat(acknowledgedRows()).containsExactlyInAnyOrder("a", "b", "c", "d");
        assertThat(metrics.getWaitingFor()).isEmpty();
    }

    @Test
    void degradesWhatTheBrokerFindsTooLargeWithoutFailing() throws Exception {
        kafka.answer = record -> payload(record) == Payload.KEYS ? null : new RecordTooLargeException("too large");

        shipper.ship(shipment("a"), config());

        assertThat(acknowledgedRows()).containsExactly("a");
        assertThat(metrics.getDegradedEventsTotal()).isEqualTo(1);
    }

    @Test
    void failsWhenEvenTheKeyIsTooLarge() {
        kafka.answer = record -> new RecordTooLargeException("too large");

        assertThatThrownBy(() -> shipper.ship(shipment("a"), config())).hasMessageContaining("max.message.bytes");
    }

    @Test
    void namesMissingRightsAndKeepsTheProducerWhereItSurvives() {
        kafka.answer = record -> new TopicAuthorizationException("no");
        Shipment shipment = shipment("a");

        assertThatThrownBy(() -> shipper.ship(shipment, config())).hasMessageContaining("WRITE and DESCRIBE");
        assertThatThrownBy(() -> shipper.ship(shipment, config())).hasMessageContaining("WRITE and DESCRIBE");

        assertThat(kafka.made).hasSize(1);
    }

    @Test
    void keepsAProducerWhoseBufferIsFull() {
        kafka.answer = record -> new BufferExhaustedException("no room within 5000 ms");
        Shipment shipment = shipment("a");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> shipper.ship(shipment, config())).isInstanceOf(ShipmentFailedException.class);
        }

        assertThat(kafka.made).hasSize(1);
    }

    @Test
    void takesAnotherProducerWhenOneIsBroken() throws Exception {
        takesAnotherProducerAfter(new ClusterAuthorizationException("fatal for an idempotent producer"));
    }

    /** A producer that a refusal of its first connection has broken says no more than this, for ever. */
    @Test
    void takesAnotherProducerWhenRecordsExpireInOne() throws Exception {
        takesAnotherProducerAfter(new TimeoutException("Expiring 1 record(s) for t-0: 30000 ms has passed"));
    }

    /** A partition without a leader says the same for as long as that lasts. */
    @Test
    void keepsAProducerThatHasSentSomethingWhenRecordsExpireInIt() throws Exception {
        shipper.ship(shipment("a"), config());
        kafka.answer = record -> new TimeoutException("Expiring 1 record(s) for t-0: 30000 ms has passed");
        SinkConfig config = config();
        for (int i = 0; i < 2; i++) {
            Shipment shipment = shipment("b");
            assertThatThrownBy(() -> shipper.ship(shipment, config)).isInstanceOf(ShipmentFailedException.class);
        }
        kafka.answer = record -> null;
        shipper.ship(shipment("c"), config);

        assertThat(kafka.made).hasSize(1);
    }

    private void takesAnotherProducerAfter(RuntimeException failure) throws Exception {
        kafka.answer = record -> failure;
        Shipment shipment = shipment("a");
        SinkConfig config = config();
        assertThatThrownBy(() -> shipper.ship(shipment, config)).isInstanceOf(ShipmentFailedException.class);

        kafka.answer = record -> null;
        shipper.ship(shipment, config);

        assertThat(kafka.made).hasSize(2);
        assertThat(acknowledgedRows()).containsExactly("a");
    }

    @Test
    void announcesNothingOfTablesWithoutATopic() throws Exception {
        shipper.ship(new Shipment(List.of(entry("other", "a"), entry("mail", "b"))), config());

        assertThat(acknowledgedRows()).containsExactly("b");
        assertThat(metrics.getUnroutedRowsTotal()).isEqualTo(1);
    }

    @Test
    void followsAChangedRouteWithWhatIsLeft() throws Exception {
        kafka.answer = record -> new NotEnoughReplicasException("closed to writes");
        Shipment shipment = shipment("a");
        assertThatThrownBy(() -> shipper.ship(shipment, config())).isInstanceOf(ShipmentFailedException.class);

        kafka.answer = record -> null;
        shipper.ship(shipment, config("hbase-search.tables", "mail=2/1"));

        assertThat(kafka.acknowledged.get(0).topic()).isEqualTo("hbase-search.default.mail.e2");
    }

    /** As 'index epoch --bump' closes a topic. */
    @Test
    void sendsWhatAClosedTopicRefusesWholeToTheNext() throws Exception {
        kafka.answer =
                record -> record.topic().endsWith(".e2") ? null : new RecordTooLargeException("more than 1 byte");
        Shipment shipment = shipment("a");
        assertThatThrownBy(() -> shipper.ship(shipment, config()))
                .isInstanceOf(ShipmentFailedException.class)
                .hasMessageContaining("index epoch --bump");

        shipper.ship(shipment, config("hbase-search.tables", "mail=2/1"));

        assertThat(acknowledgedRows()).containsExactly("a");
        assertThat(payload(kafka.acknowledged.get(0))).isEqualTo(Payload.EDITS);
        assertThat(metrics.getDegradedEventsTotal()).isZero();
        assertThat(kafka.made).hasSize(1);
    }

    @Test
    void shipsMoreThanIsOfferedAtOnce() throws Exception {
        WalEntries large = WalEntries.entry();
        int rows = 2 * KafkaShipper.MOST_UNDER_WAY + 1;
        for (int i = 0; i < rows; i++) {
            large.put("row " + i, "d", "q", "v");
        }

        shipper.ship(new Shipment(List.of(large.build())), config());

        Set<String> distinct = new HashSet<>(acknowledgedRows());
        assertThat(distinct).hasSize(rows);
        assertThat(kafka.acknowledged).hasSize(rows);
    }

    @Test
    void offersMoreWhileAcknowledgementsAreMissingButNotWithoutBound() throws Exception {
        kafka.holds = true;
        Shipment shipment = shipment(KafkaShipper.MOST_UNDER_WAY + 1);
        Future<?> shipping = inBackground(shipment, config());

        await().until(() -> kafka.held.size() == KafkaShipper.MOST_UNDER_WAY && isWaiting());
        assertThat(shipping.isDone()).isFalse();
        assertThat(metrics.getShippedEventsTotal()).isZero();
        kafka.release();

        shipping.get(10, TimeUnit.SECONDS);
        assertThat(new HashSet<>(acknowledgedRows())).hasSize(KafkaShipper.MOST_UNDER_WAY + 1);
        assertThat(kafka.acknowledged).hasSize(KafkaShipper.MOST_UNDER_WAY + 1);
    }

    @Test
    void isNotDoneBeforeTheLastAcknowledgement() throws Exception {
        kafka.holds = true;
        Shipment shipment = shipment("a", "b");
        Future<?> shipping = inBackground(shipment, config());
        await().until(() -> kafka.held.size() == 2 && isWaiting());

        FakeKafka.Held first = kafka.held.remove();
        kafka.release();
        await().until(this::isWaiting);
        assertThat(shipping.isDone()).isFalse();

        first.ack().complete(null);
        shipping.get(10, TimeUnit.SECONDS);
    }

    @Test
    void sendsAgainOnlyWhatIsRefusedLate() throws Exception {
        kafka.holds = true;
        Shipment shipment = shipment(3 * KafkaShipper.TURN_EDITS);
        Future<?> shipping = inBackground(shipment, config());
        await().until(() -> kafka.held.size() == 3 * KafkaShipper.TURN_EDITS);

        FakeKafka.Held first = kafka.held.remove();
        first.ack().completeExceptionally(new NotEnoughReplicasException("one is down"));
        kafka.release();
        assertThatThrownBy(() -> shipping.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(ShipmentFailedException.class);
        shipper.ship(shipment, config());

        assertThat(kafka.acknowledged).hasSize(3 * KafkaShipper.TURN_EDITS);
        assertThat(new HashSet<>(acknowledgedRows())).hasSize(3 * KafkaShipper.TURN_EDITS);
        assertThat(acknowledgedRows()).endsWith("row 0");
    }

    @Test
    void losesAndRepeatsNothingWhenAnAttemptEndsHalfWay() throws Exception {
        AtomicInteger offers = new AtomicInteger();
        kafka.answer = record -> {
            if (offers.incrementAndGet() == KafkaShipper.TURN_EDITS + 2) {
                throw new OutOfMemoryError("test");
            }
            return null;
        };
        Shipment shipment = shipment(2 * KafkaShipper.TURN_EDITS);

        assertThatThrownBy(() -> shipper.ship(shipment, config())).isInstanceOf(OutOfMemoryError.class);
        shipper.ship(shipment, config());

        assertThat(acknowledgedRows()).doesNotHaveDuplicates().hasSize(2 * KafkaShipper.TURN_EDITS);
    }

    /** Else one region that hangs would keep back what another had offered before. */
    @Test
    void settlesWhatWasOfferedBeforeItWaitsForAnUnreadableEdit() throws Exception {
        readable = Set.of("fast");
        kafka.holds = true;
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < KafkaShipper.TURN_EDITS; i++) {
            entries.add(entryOf("fast", "row " + i));
        }
        entries.add(entryOf("slow", "last"));
        Shipment shipment = new Shipment(entries);
        Future<?> shipping = inBackground(shipment, config("hbase-search.barrier", "region"));

        await().until(() -> kafka.held.size() == KafkaShipper.TURN_EDITS);
        kafka.release();
        await().until(() -> metrics.getShippedEventsTotal() == KafkaShipper.TURN_EDITS);
        assertThat(shipping.isDone()).isFalse();
        readable = Set.of("fast", "slow");

        shipping.get(10, TimeUnit.SECONDS);
        assertThat(acknowledgedRows()).hasSize(KafkaShipper.TURN_EDITS + 1).endsWith("last");
    }

    @Test
    void stopsWaitingForAcknowledgementsWhenStopped() {
        kafka.answer = record -> {
            stop.stop();
            return new FakeKafka.Silence();
        };

        assertThatThrownBy(() -> shipper.ship(shipment("a"), config())).isInstanceOf(StoppedException.class);
    }

    @Test
    void givesItsProducerBack() throws Exception {
        shipper.ship(shipment("a"), config());
        shipper.close();
        shipper.close();

        await().until(() -> kafka.closed.size() == 1);
        assertThatThrownBy(() -> shipper.ship(shipment("b"), config())).isInstanceOf(StoppedException.class);
    }

    private static Payload payload(ProducerRecord<byte[], byte[]> record) {
        try {
            return RowMutations.decode(record.value()).getPayload();
        } catch (UnreadableEventException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> acknowledgedRows() {
        return kafka.acknowledged.stream()
                .map(record -> Bytes.toString(record.key()))
                .toList();
    }

    private Future<?> inBackground(Shipment shipment, SinkConfig config) {
        FutureTask<?> shipping = new FutureTask<>(() -> {
            shipper.ship(shipment, config);
            return null;
        });
        shippingThread = new Thread(shipping);
        shippingThread.start();
        return shipping;
    }

    private boolean isWaiting() {
        return shippingThread.getState() == Thread.State.TIMED_WAITING;
    }

    private static Entry entryOf(String region, String row) {
        return WalEntries.entry().region(region).put(row, "d", "q", "v").build();
    }

    private static Shipment shipment(int rows) {
        return shipment(IntStream.range(0, rows).mapToObj(row -> "row " + row).toArray(String[]::new));
    }

    private static Shipment shipment(String... rows) {
        List<Entry> entries = new ArrayList<>();
        for (String row : rows) {
            entries.add(entry("mail", row));
        }
        return new Shipment(entries);
    }

    private static Entry entry(String table, String row) {
        return WalEntries.entry().table(table).put(row, "d", "q", "v").build();
    }

    private static SinkConfig config(String... keysAndValues) {
        try {
            return SinkConfig.parse(FakePeer.validWith(keysAndValues));
        } catch (InvalidSinkConfigException e) {
            throw new AssertionError(e);
        }
    }
}
