/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds one {@link SinkMetrics} per peer in this JVM, registered with the platform's MBean server while an endpoint of that peer exists.
 * Thread-safe; a bean that cannot be registered is logged and has no other effect.
 */
final class MetricsRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsRegistry.class);
    private static final MetricsRegistry PLATFORM = new MetricsRegistry(ManagementFactory.getPlatformMBeanServer());

    private final MBeanServer server;
    private final Map<String, Registered> byPeer = new HashMap<>();

    MetricsRegistry(MBeanServer server) {
        this.server = server;
    }

    static MetricsRegistry platform() {
        return PLATFORM;
    }

    /** Returns the peer's metrics; each call needs one call of {@link #release}. */
    synchronized SinkMetrics acquire(String peer) {
        Registered registered = byPeer.get(peer);
        if (registered == null) {
            SinkMetrics metrics = new SinkMetrics(System::currentTimeMillis);
            registered = new Registered(metrics, register(peer, metrics));
            byPeer.put(peer, registered);
        }
        registered.metrics.instances.incrementAndGet();
        return registered.metrics;
    }

    synchronized void release(String peer) {
        Registered registered = byPeer.get(peer);
        if (registered == null || registered.metrics.instances.decrementAndGet() > 0) {
            return;
        }
        byPeer.remove(peer);
        try {
            if (registered.name != null) {
                server.unregisterMBean(registered.name);
            }
        } catch (JMException | RuntimeException e) {
            LOG.warn("peer {}: could not unregister {}", peer, registered.name, e);
        }
    }

    /** Registers the bean; returns its name, or null. Another class loader of this JVM may hold the first names. */
    private ObjectName register(String peer, SinkMetrics metrics) {
        try {
            for (int copy = 1; copy <= 10; copy++) {
                ObjectName name = new ObjectName(
                        "io.hbasesearch:type=ReplicationSink,peer=" + plain(peer) + (copy == 1 ? "" : ",copy=" + copy));
                try {
                    server.registerMBean(metrics, name);
                    return name;
                } catch (InstanceAlreadyExistsException e) {
                    LOG.debug("{} is taken", name, e);
                }
            }
            LOG.warn("peer {}: no free name for its MBean", peer);
        } catch (JMException | RuntimeException e) {
            LOG.warn("peer {}: cannot register its MBean", peer, e);
        }
        return null;
    }

    private static String plain(String peer) {
        return peer.matches("[A-Za-z0-9_.-]+") ? peer : ObjectName.quote(peer);
    }

    private static final class Registered {
        private final SinkMetrics metrics;
        private final ObjectName name;

        Registered(SinkMetrics metrics, ObjectName name) {
            this.metrics = metrics;
            this.name = name;
        }
    }
}
