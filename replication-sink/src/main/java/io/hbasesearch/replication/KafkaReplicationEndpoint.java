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
 * Endpoint of a replication peer: the class that HBase loads. HBase creates one instance per replication source and per recovered queue,
 * and one on the master when the peer is added. Thread-safe.
 *
 * <p>This class protects the database and leaves the work to {@link EntryDelivery}. It never throws at HBase, not even an {@link Error}: an
 * exception from {@code replicate}, the filter or the start ends a thread, and by default the RegionServer with it. Therefore this class
 * needs only the JDK and HBase to load and to be constructed, and a missing part of the jar is noticed where a retry can follow.
 */
public final class KafkaReplicationEndpoint implements ReplicationEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReplicationEndpoint.class);

    /** Identifies the target system; HBase only requires that it is not null, else it waits forever. */
    private static final UUID PEER_UUID =
            UUID.nameUUIDFromBytes("io.hbasesearch.replication".getBytes(StandardCharsets.UTF_8));

    private static final long FAILED_PAUSE_MILLIS = 1_000;

    private enum State {
        NEW,
        RUNNING,
        STOPPED
    }

    /** Guards all fields; held for short moments only. */
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
            log("changes of the peer's configuration are noticed late", t);
        }
    }

    /** Starts in any case: HBase aborts a RegionServer whose endpoint fails to start often enough. */
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
            log("the endpoint started without its parts; it retries with the first edits", t);
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
            log("edits are not shipped yet; HBase will offer them again", t);
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
            log("entries are filtered late", t);
            return null;
        }
    }

    /** Returns null once stopped. */
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
            // Out of memory, for instance; the caller calls again.
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

    /** Returns true: source and target are distinguished by {@link #getPeerUUID()}, and Kafka is not a cluster that could be the same. */
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
            log("a change of the peer's configuration is noticed late", t);
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

    /** HBase never drops a listener, so this one holds a stopped endpoint only weakly. */
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
