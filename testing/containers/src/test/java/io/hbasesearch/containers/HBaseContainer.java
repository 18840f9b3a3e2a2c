/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.containers;

import io.hbasesearch.servers.Ports;
import java.time.Duration;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * The development HBase of {@code docker/Dockerfile}. ZooKeeper tells clients host and ports of the servers, so these are the same
 * inside and outside: 127.0.0.1, and ports that are free on this machine.
 */
final class HBaseContainer extends GenericContainer<HBaseContainer> {
    private static final Duration START = Duration.ofMinutes(3);

    private final int zooKeeperPort = Ports.free();

    HBaseContainer(DockerImageName image) {
        super(image);
        List<Integer> ports = List.of(zooKeeperPort, Ports.free(), Ports.free());
        // It knows no passwords: whoever reaches these ports may do anything.
        setPortBindings(
                ports.stream().map(port -> "127.0.0.1:" + port + ":" + port).toList());
        withEnv("HBASE_HOSTNAME", "127.0.0.1");
        withEnv("HBASE_ZOOKEEPER_PORT", ports.get(0).toString());
        withEnv("HBASE_MASTER_PORT", ports.get(1).toString());
        withEnv("HBASE_REGIONSERVER_PORT", ports.get(2).toString());
        waitingFor(
                Wait.forLogMessage(".*Master has completed initialization.*", 1).withStartupTimeout(START));
    }

    /** On 127.0.0.1, where clients begin. */
    int zooKeeperPort() {
        return zooKeeperPort;
    }
}
