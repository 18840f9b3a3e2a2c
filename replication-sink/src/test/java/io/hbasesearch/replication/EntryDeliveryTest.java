/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.replication.settings.PeerSettings;
import io.hbasesearch.replication.settings.SinkConfig;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EntryDeliveryTest {
    private static final AtomicInteger PEERS = new AtomicInteger();
    private static final Entry EDIT = WalEntries.entry().put("r", "d", "q", "v").build();

    private final String peerId = "delivery" + PEERS.incrementAndGet();
    private final FakePeer peer = new FakePeer(FakePeer.VALID);
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final ExecutorService shipping = Executors.newSingleThreadExecutor();
    private EntryDelivery delivery;

    @AfterEach
    void close() {
        delivery.close();
        shipping.shutdownNow();
    }

    @Test
    void triesAgainWhateverIsThrown() throws Exception {
        List<Throwable> failures = List.of(
                new ShipmentFailedException("broker", null),
                new NoClassDefFoundError("missing"),
                new OutOfMemoryError("test"),
                new StackOverflowError(),
                new IllegalStateException("bug"));
        start(attempt -> attempt <= failures.size() ? failures.get(attempt - 1) : null);

        assertThat(delivery.deliver(List.of(EDIT))).isTrue();
        assertThat(attempts).hasValue(failures.size() + 1);
        assertThat(attribute("FailedAttemptsTotal")).isEqualTo((long) failures.size());
        assertThat((String) attribute("LastError")).contains("bug");
    }

    @Test
    void shipsNothingUntilABadConfigurationIsMended() throws Exception {
        peer.set(FakePeer.validWith("hbase-search.payload", "x"));
        start(attempt -> null);
        Future<Boolean> result = deliver();
        Awaitility.await().until(() -> (long) attribute("FailedAttemptsTotal") > 0);
        assertThat((String) attribute("LastError")).contains("hbase-search.payload must be one of");
        assertThat(attempts).hasValue(0);

        peer.set(FakePeer.VALID);
        delivery.wake();

        assertThat(result.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void goesOnAtOnceWhenTheConfigurationChanges() throws Exception {
        peer.set(FakePeer.validWith(
                "hbase-search.backoff.initial.ms", "60000", "hbase-search.backoff.max.ms", "300000"));
        start(attempt -> attempt == 1 ? new IllegalStateException("wrong broker") : null);
        Future<Boolean> result = deliver();
        Awaitility.await().until(() -> (long) attribute("FailedAttemptsTotal") > 0);

        // The pause may begin after a first call.
        Awaitility.await().until(() -> {
            delivery.wake();
            return result.isDone();
        });
        assertThat(result.get()).isTrue();
    }

    @Test
    void givesUpOnlyWhenStopped() throws Exception {
        start(attempt -> new IllegalStateException("for ever"));
        Future<Boolean> result = deliver();
        Awaitility.await().until(() -> attempts.get() > 20);
        assertThat(result.isDone()).isFalse();

        delivery.close();
        delivery.close();

        assertThat(result.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(delivery.deliver(List.of(EDIT))).isFalse();
        assertThat(closed).hasValue(1);
    }

    @Test
    void endsQuietlyWhenInterrupted() throws Exception {
        start(attempt -> new IllegalStateException("for ever"));
        Thread thread = new Thread(() -> {
            assertThat(delivery.deliver(List.of(EDIT))).isFalse();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            closed.addAndGet(10);
        });
        thread.start();
        Awaitility.await().until(() -> attempts.get() > 1);

        thread.interrupt();

        Awaitility.await().until(() -> closed.get() == 10);
    }

    @Test
    void showsHowLongTheOldestEditHasWaited() throws Exception {
        start(attempt -> new IllegalStateException("for ever"));
        Entry old = WalEntries.entry()
                .writeTime(System.currentTimeMillis() - 1_000_000)
                .put("r", "d", "q", "v")
                .build();
        Future<Boolean> result = shipping.submit(() -> delivery.deliver(List.of(old)));
        Awaitility.await().until(() -> attempts.get() > 0);

        assertThat((double) attribute("LagSeconds")).isBetween(1_000.0, 1_100.0);
        assertThat((boolean) attribute("LagAlarm")).isTrue();

        delivery.close();
        assertThat(result.get(10, TimeUnit.SECONDS)).isFalse();
    }

    private Future<Boolean> deliver() {
        Callable<Boolean> call = () -> delivery.deliver(List.of(EDIT));
        return shipping.submit(call);
    }

    private void start(IntFunction<Throwable> failure) {
        Shipper shipper = new Shipper() {
            @Override
            public void ship(Shipment shipment, SinkConfig config) throws Exception {
                Throwable t = failure.apply(attempts.incrementAndGet());
                if (t instanceof Error e) {
                    throw e;
                } else if (t instanceof Exception e) {
                    throw e;
                }
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        delivery = new EntryDelivery(peerId, new PeerSettings(peer::getPeerConfig), null, ignored -> shipper);
    }

    private Object attribute(String name) throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("io.hbasesearch:type=ReplicationSink,peer=" + peerId), name);
    }
}
