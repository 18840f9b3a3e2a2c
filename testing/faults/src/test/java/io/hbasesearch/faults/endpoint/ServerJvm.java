/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The management beans of a server's JVM, as an operator's tools see them. Safe for use by several threads. */
final class ServerJvm implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private ServerJvm(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    /** @param pid of a JVM of the same user */
    @SuppressWarnings("BanJNDI") // our own child on this machine
    static ServerJvm attach(long pid) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try {
            String address = machine.startLocalManagementAgent();
            return new ServerJvm(JMXConnectorFactory.connect(new JMXServiceURL(address)));
        } finally {
            machine.detach();
        }
    }

    long heapUsedBytes() throws IOException {
        return memory().getHeapMemoryUsage().getUsed();
    }

    /** What is left after a full collection. */
    long heapLiveBytes() throws IOException {
        memory().gc();
        return heapUsedBytes();
    }

    long heapMaxBytes() throws IOException {
        return memory().getHeapMemoryUsage().getMax();
    }

    private MemoryMXBean memory() throws IOException {
        return ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    }

    /** An attribute of the endpoint's bean of a peer. */
    <T> T sink(String peer, String attribute, Class<T> type) throws IOException, JMException {
        return type.cast(
                beans.getAttribute(new ObjectName("io.hbasesearch:type=ReplicationSink,peer=" + peer), attribute));
    }

    double sink(String peer, String attribute) throws IOException, JMException {
        return sink(peer, attribute, Number.class).doubleValue();
    }

    boolean hasSink(String peer) throws IOException, JMException {
        return beans.isRegistered(new ObjectName("io.hbasesearch:type=ReplicationSink,peer=" + peer));
    }

    /** What all producers of the endpoints hold, of the memory that their configuration allows them. */
    long producerBufferBytes() throws IOException, JMException {
        Set<ObjectName> producers = beans.queryNames(new ObjectName("kafka.producer:type=producer-metrics,*"), null);
        double held = 0;
        for (ObjectName producer : producers) {
            held += ((Number) beans.getAttribute(producer, "buffer-total-bytes")).doubleValue()
                    - ((Number) beans.getAttribute(producer, "buffer-available-bytes")).doubleValue();
        }
        return (long) held;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
