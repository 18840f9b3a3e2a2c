/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import io.hbasesearch.servers.Ports;
import io.hbasesearch.servers.TcpRelay;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The relays of one audience: one before each Kafka broker, each Elasticsearch node and ZooKeeper. What HBase's clients learn
 * from ZooKeeper are the RegionServers' own addresses, so there is no relay before those. Owns its relays. Thread-safe.
 *
 * @param brokerPorts the listeners of this audience, which advertise the relays
 */
public record Links(List<Integer> brokerPorts, List<TcpRelay> kafka, List<TcpRelay> elasticsearch, TcpRelay zooKeeper)
        implements AutoCloseable {
    static Links open(int brokers, List<Integer> elasticsearchPorts, int zooKeeperPort) {
        List<Integer> ports = Stream.generate(Ports::free).limit(brokers).toList();
        return new Links(ports, relays(ports), relays(elasticsearchPorts), TcpRelay.to(zooKeeperPort));
    }

    private static List<TcpRelay> relays(List<Integer> ports) {
        return ports.stream().map(TcpRelay::to).toList();
    }

    /** Through the relays. */
    public String bootstrapServers() {
        return String.join(
                ",", kafka.stream().map(relay -> "127.0.0.1:" + relay.port()).toList());
    }

    /** Connections are refused, and those that are open are cut. @return how many were */
    public static int sever(List<TcpRelay> relays) {
        relays.forEach(TcpRelay::refuseConnections);
        int open = openConnections(relays);
        relays.forEach(TcpRelay::cutConnections);
        return open;
    }

    /** How many connections of this audience go through them now. */
    public static int openConnections(List<TcpRelay> relays) {
        return relays.stream().mapToInt(TcpRelay::openConnections).sum();
    }

    public static void mend(List<TcpRelay> relays) {
        relays.forEach(TcpRelay::acceptConnections);
    }

    @Override
    public void close() {
        List<TcpRelay> all = new ArrayList<>(kafka);
        all.addAll(elasticsearch);
        all.add(zooKeeper);
        all.forEach(TcpRelay::close);
    }
}
