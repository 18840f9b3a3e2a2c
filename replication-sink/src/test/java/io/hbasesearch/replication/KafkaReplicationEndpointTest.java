/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.replication.ReplicationEndpoint;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class KafkaReplicationEndpointTest {
    private static final AtomicInteger PEERS = new AtomicInteger();

    private final String peerId = "endpoint" + PEERS.incrementAndGet();
    private final FakePeer peer = new FakePeer(FakePeer.VALID);
    private final ExecutorService shipping = Executors.newSingleThreadExecutor();

    @Test
    void hasNoEffectUntilItIsInitializedAsOnTheMaster() {
        KafkaReplicationEndpoint endpoint = new KafkaReplicationEndpoint();

        assertThat(endpoint.canReplicateToSameCluster()).isTrue();
        assertThat(endpoint.isRunning()).isFalse();
        assertThat(endpoint.isStarting()).isFalse();
        assertThat(beans()).isEmpty();
    }

    @Test
    void namesItsPeerAlwaysTheSame() {
        UUID peerUuid = new KafkaReplicationEndpoint().getPeerUUID();

        assertThat(peerUuid).isNotNull().isEqualTo(new KafkaReplicationEndpoint().getPeerUUID());
    }

    @Test
    void startsRunsAndStopsAtOnce() throws Exception {
        KafkaReplicationEndpoint endpoint = started(new KafkaReplicationEndpoint());

        assertThat(endpoint.isRunning()).isTrue();
        endpoint.awaitRunning();
        assertThat(beans()).hasSize(1);
        assertThatThrownBy(() -> endpoint.awaitTerminated(1, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        assertThatThrownBy(endpoint::failureCause).isInstanceOf(IllegalStateException.class);

        endpoint.stop();
        endpoint.stop();

        assertThat(endpoint.isRunning()).isFalse();
        endpoint.awaitTerminated();
        endpoint.awaitTerminated(1, TimeUnit.SECONDS);
        assertThatThrownBy(endpoint::awaitRunning).isInstanceOf(IllegalStateException.class);
        assertThat(beans()).isEmpty();
    }

    @Test
    void startsWithABadConfigurationAndSaysSo() throws Exception {
        peer.set(FakePeer.validWith("hbase-search.tables", "nonsense"));
        KafkaReplicationEndpoint endpoint = started(new KafkaReplicationEndpoint());

        assertThat(endpoint.isRunning()).isTrue();
        assertThat((String) ManagementFactory.getPlatformMBeanServer().getAttribute(beanName(), "LastError"))
                .contains("hbase-search.tables must be a list like");
        endpoint.stop();
    }

    @Test
    void stopsWhileItWaitsForKafka() throws Exception {
        KafkaReplicationEndpoint endpoint = started(new KafkaReplicationEndpoint());
        Future<Boolean> result = shipping.submit(() -> endpoint.replicate(edits()));
        Awaitility.await().until(() -> !result.isDone() && (double) lag() > 0);

        long start = System.nanoTime();
        endpoint.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        // As HBase does when a shipper does not end by itself: send() may be waiting for metadata.
        shipping.shutdownNow();

        assertThat(result.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(endpoint.replicate(edits())).isFalse();
        assertThat(endpoint.getWALEntryfilter()).isNull();
        peer.listeners.forEach(listener -> listener.peerConfigUpdated(peer.getPeerConfig()));
    }

    @Test
    void acceptsEntriesOfWhichNothingIsToBeAnnounced() throws Exception {
        KafkaReplicationEndpoint endpoint = started(new KafkaReplicationEndpoint());
        ReplicationEndpoint.ReplicateContext nothing = new ReplicationEndpoint.ReplicateContext();
        nothing.setEntries(
                List.of(WalEntries.entry().put("r", "local", "q", "v").build()));

        assertThat(endpoint.replicate(nothing)).isTrue();
        assertThat(endpoint.replicate(new ReplicationEndpoint.ReplicateContext().setEntries(List.of())))
                .isTrue();
        endpoint.stop();
    }

    @Test
    void throwsNothingWhereItsContextIsUnusable() {
        KafkaReplicationEndpoint endpoint = new KafkaReplicationEndpoint();
        endpoint.init(null);
        endpoint.start();

        assertThat(endpoint.isRunning()).isTrue();
        assertThat(endpoint.getWALEntryfilter()).isNull();
        assertThat(endpoint.replicate(edits())).isFalse();
        endpoint.stop();
    }

    /** As in a RegionServer whose copy of the jar lacks relocated classes. */
    @Test
    void endpointStartsFiltersAndRetriesWithoutKafkaAndProtobuf() throws Exception {
        for (String missing : List.of("org.apache.kafka.", "com.google.protobuf.", "org.apache.kafka.common.utils.")) {
            ReplicationEndpoint endpoint = (ReplicationEndpoint) new Without(missing)
                    .loadClass(KafkaReplicationEndpoint.class.getName())
                    .getConstructor()
                    .newInstance();
            endpoint.init(context());
            endpoint.start();
            assertThat(endpoint.isRunning()).isTrue();
            Entry local = WalEntries.entry().put("r", "local", "q", "v").build();
            assertThat(endpoint.getWALEntryfilter().filter(local).getEdit().isEmpty())
                    .isTrue();

            Future<Boolean> result = shipping.submit(() -> endpoint.replicate(edits()));
            Awaitility.await().until(() -> ((String)
                            ManagementFactory.getPlatformMBeanServer().getAttribute(beanName(), "LastError"))
                    .contains("A class is missing from the hbase-search jar"));
            assertThat(result.isDone()).isFalse();
            endpoint.stop();

            assertThat(result.get(10, TimeUnit.SECONDS)).isFalse();
        }
    }

    /** Then not even the configuration can be read. */
    @Test
    void holdsNothingOfWhatItCouldNotMakeWithoutTheClassesOfEvents() throws Exception {
        ReplicationEndpoint endpoint = (ReplicationEndpoint) new Without("io.hbasesearch.event.")
                .loadClass(KafkaReplicationEndpoint.class.getName())
                .getConstructor()
                .newInstance();
        endpoint.init(context());
        endpoint.start();
        assertThat(endpoint.isRunning()).isTrue();
        for (int call = 0; call < 3; call++) {
            assertThat(endpoint.getWALEntryfilter()).isNull();
        }
        assertThat(beans()).as("beans that are held by what failed").isEmpty();
        endpoint.stop();
    }

    private <T extends ReplicationEndpoint> T started(T endpoint) throws IOException {
        endpoint.init(context());
        endpoint.start();
        return endpoint;
    }

    private ReplicationEndpoint.Context context() {
        return new ReplicationEndpoint.Context(null, null, null, peerId, UUID.randomUUID(), peer, null, null, null);
    }

    private static ReplicationEndpoint.ReplicateContext edits() {
        return new ReplicationEndpoint.ReplicateContext()
                .setEntries(List.of(WalEntries.entry().put("r", "d", "q", "v").build()));
    }

    private Object lag() throws Exception {
        return ManagementFactory.getPlatformMBeanServer().getAttribute(beanName(), "LagSeconds");
    }

    private ObjectName beanName() throws Exception {
        return new ObjectName("io.hbasesearch:type=ReplicationSink,peer=" + peerId);
    }

    private java.util.Set<ObjectName> beans() {
        return ManagementFactory.getPlatformMBeanServer().queryNames(null, null).stream()
                .filter(name -> peerId.equals(name.getKeyProperty("peer")))
                .collect(java.util.stream.Collectors.toSet());
    }

    /** Defines this project's classes anew, so that they see no class whose name begins with a prefix. */
    private static final class Without extends ClassLoader {
        private final String missing;

        Without(String missing) {
            super(KafkaReplicationEndpointTest.class.getClassLoader());
            this.missing = missing;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (name.startsWith(missing)) {
                    throw new ClassNotFoundException(name);
                }
                boolean own = name.startsWith("io.hbasesearch.") || name.startsWith("org.apache.kafka.");
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null) {
                    loaded = own ? define(name) : super.loadClass(name, false);
                }
                return loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
