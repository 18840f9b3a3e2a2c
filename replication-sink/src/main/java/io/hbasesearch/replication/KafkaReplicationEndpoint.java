/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.replication.ReplicationEndpoint;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigListener;
import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The endpoint of a replication peer, which HBase loads. HBase creates one instance per replication source and per recovered queue,
 * and one on the master when the peer is added. Thread-safe.
 *
 * <p>This class protects the database and leaves the work to {@link EntryDelivery}. It never throws into HBase, not even an {@link Error}:
 * an exception from {@code replicate}, the filter or the start ends a thread and, by default, the RegionServer. Therefore this class
 * needs only the JDK and HBase to load and to be constructed: if a part of the jar is missing, that is detected where a retry can follow.
 */
public final class KafkaReplicationEndpoint implements ReplicationEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReplicationEndpoint.class);

    /** Identifies the target system. HBase only requires that it is not null; otherwise it waits forever. */
    private static final UUID PEER_UUID =
            UUID.nameUUIDFromBytes("io.hbasesearch.replication".getBytes(StandardCharsets.UTF_8));

    private static final long FAILED_PAUSE_MILLIS = 1_000;

    private enum State {
        NEW,
        RUNNING,
        STOPPED
    }

    /** Guards all fields; held only briefly. */
    private final Object monitor = new Object();

    private State state = State.NEW;
    private Context context;
    private EntryDelivery delivery;

    @Override
    public void init(Context replicationContext) {
        synchronized (monitor) {
            context = replicationContext;
        }
        try {
            replicationContext.getReplicationPeer().registerPeerConfigListener(new Listener(this));
        } catch (Throwable t) {
            log("cannot watch the peer's configuration; changes will be noticed late", t);
        }
    }

    /** Starts even after an error: HBase aborts a RegionServer whose endpoint repeatedly fails to start. */
    @Override
    public void start() {
        synchronized (monitor) {
            if (state == State.NEW) {
                state = State.RUNNING;
            }
            monitor.notifyAll();
        }
        try {
            delivery();
        } catch (Throwable t) {
            log("the endpoint started, but cannot ship edits yet; it retries with the first edits", t);
        }
    }

    /** Returns at once, because the caller may hold the lock that log rolling needs. */
    @Override
    public void stop() {
        EntryDelivery stopped;
        synchronized (monitor) {
            state = State.STOPPED;
            stopped = delivery;
            delivery = null;
            context = null;
            monitor.notifyAll();
        }
        try {
            if (stopped != null) {
                stopped.close();
            }
        } catch (Throwable t) {
            log("the endpoint did not stop cleanly", t);
        }
    }

    /** Blocks until Kafka has acknowledged every event of the entries, however long that takes; returns false if stopped. */
    @Override
    public boolean replicate(ReplicateContext replicateContext) {
        try {
            EntryDelivery current = delivery();
            return current != null && current.deliver(replicateContext.getEntries());
        } catch (Throwable t) {
            log("edits are not shipped yet; HBase will retry", t);
            pause();
            return false;
        }
    }

    @Override
    public WALEntryFilter getWALEntryfilter() {
        try {
            EntryDelivery current = delivery();
            return current == null ? null : current.filter();
        } catch (Throwable t) {
            log("cannot filter entries yet; they will be filtered later", t);
            return null;
        }
    }

    /** Returns the delivery, which the first call creates; null once stopped. */
    private EntryDelivery delivery() {
        synchronized (monitor) {
            if (delivery == null && state != State.STOPPED) {
                delivery = EntryDelivery.of(context);
            }
            return delivery;
        }
    }

    /** Waits before a failed call returns: HBase repeats it without a pause. */
    private void pause() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FAILED_PAUSE_MILLIS);
        try {
            awaitState(State.STOPPED, end);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable t) {
            // Out of memory, for instance; HBase retries.
        }
    }

    private boolean awaitState(State wanted, long endNanos) throws InterruptedException {
        synchronized (monitor) {
            while (state.compareTo(wanted) < 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                monitor.wait(left);
            }
            return true;
        }
    }

    /** Returns true: {@link #getPeerUUID()} distinguishes source and target, and Kafka cannot be the source cluster. */
    @Override
    public boolean canReplicateToSameCluster() {
        return true;
    }

    @Override
    public UUID getPeerUUID() {
        return PEER_UUID;
    }

    @Override
    public void peerConfigUpdated(ReplicationPeerConfig peerConfig) {
        try {
            EntryDelivery current;
            synchronized (monitor) {
                current = delivery;
            }
            if (current != null) {
                current.wake();
            }
        } catch (Throwable t) {
            log("a change of the peer's configuration will be noticed late", t);
        }
    }

    @Override
    public boolean isRunning() {
        synchronized (monitor) {
            return state == State.RUNNING;
        }
    }

    @Override
    public boolean isStarting() {
        return false;
    }

    @Override
    public void awaitRunning() {
        if (!isRunning()) {
            throw new IllegalStateException("the endpoint is not running");
        }
    }

    /** Starting takes no time, so there is nothing to wait for. */
    @Override
    public void awaitRunning(long timeout, TimeUnit unit) {
        awaitRunning();
    }

    @Override
    public void awaitTerminated() {
        try {
            while (!awaitState(State.STOPPED, System.nanoTime() + TimeUnit.HOURS.toNanos(1))) {
                LOG.debug("still running");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void awaitTerminated(long timeout, TimeUnit unit) throws TimeoutException {
        try {
            if (!awaitState(State.STOPPED, System.nanoTime() + unit.toNanos(timeout))) {
                throw new TimeoutException("the endpoint was not stopped within " + timeout + " " + unit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Throwable failureCause() {
        throw new IllegalStateException("the endpoint never fails permanently: it retries");
    }

    private static void log(String message, Throwable t) {
        try {
            LOG.warn("hbase-search: {}", message, t);
        } catch (Throwable ignored) {
            // Out of memory, for instance. No exception may reach HBase's thread.
        }
    }

    /** Refers to the endpoint weakly, because HBase never removes a listener. */
    private static final class Listener implements ReplicationPeerConfigListener {
        private final WeakReference<KafkaReplicationEndpoint> endpoint;

        Listener(KafkaReplicationEndpoint endpoint) {
            this.endpoint = new WeakReference<>(endpoint);
        }

        @Override
        public void peerConfigUpdated(ReplicationPeerConfig peerConfig) {
            KafkaReplicationEndpoint listening = endpoint.get();
            if (listening != null) {
                listening.peerConfigUpdated(peerConfig);
            }
        }
    }
}
