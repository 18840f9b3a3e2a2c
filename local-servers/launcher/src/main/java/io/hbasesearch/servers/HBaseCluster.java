/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * HBase as many processes: ZooKeeper, an HDFS NameNode and DataNode, masters of which one leads, and RegionServers. The
 * write-ahead logs are on HDFS, so that an acknowledged edit survives the SIGKILL of any HBase process. One DataNode holds the
 * only copy: do not kill it, or the NameNode, without expecting HBase to give up.
 *
 * <p>Thread-safe as {@link LocalServer} is. Whoever starts it closes it.
 */
public final class HBaseCluster implements AutoCloseable {
    private final int zooKeeperPort;
    private final HBaseNode zooKeeper;
    private final HBaseNode nameNode;
    private final HBaseNode dataNode;
    private final List<HBaseNode> masters;
    private final List<HBaseNode> regionServers;

    private HBaseCluster(Builder builder) {
        zooKeeperPort = Ports.free();
        int nameNodePort = Ports.free();
        HBaseClusterConfiguration configuration =
                new HBaseClusterConfiguration(builder.dataDirectory(), zooKeeperPort, nameNodePort, builder.settings());
        zooKeeper = new HBaseNode("zookeeper", HBaseRole.ZOOKEEPER, zooKeeperPort, configuration, builder);
        nameNode = new HBaseNode("namenode", HBaseRole.NAME_NODE, nameNodePort, configuration, builder);
        dataNode = new HBaseNode("datanode", HBaseRole.DATA_NODE, Ports.free(), configuration, builder);
        masters = nodes("master", HBaseRole.MASTER, builder.masters, configuration, builder);
        regionServers = nodes("regionserver", HBaseRole.REGION_SERVER, builder.regionServers, configuration, builder);
    }

    private static List<HBaseNode> nodes(
            String name, HBaseRole role, int count, HBaseClusterConfiguration configuration, Builder builder) {
        List<HBaseNode> nodes = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            nodes.add(new HBaseNode(name + "-" + i, role, Ports.free(), configuration, builder));
        }
        return List.copyOf(nodes);
    }

    /** A cluster whose files are below the given directory. */
    public static Builder builder(Path directory) {
        return new Builder(directory);
    }

    /** Starts everything in order and returns as soon as the masters and RegionServers are on their way. */
    public void start(Duration timeout) throws InterruptedException {
        for (HBaseNode node : List.of(zooKeeper, nameNode)) {
            node.start();
        }
        zooKeeper.awaitReady(timeout);
        nameNode.awaitReady(timeout);
        dataNode.start();
        dataNode.awaitReady(timeout);
        Stream.concat(masters.stream(), regionServers.stream()).forEach(HBaseNode::start);
    }

    /**
     * Waits until one master leads and every process serves.
     *
     * @throws ServerStartException when one of them ended or the time is over
     */
    public void awaitReady(Duration timeout) throws InterruptedException {
        for (HBaseNode node :
                Stream.concat(masters.stream(), regionServers.stream()).toList()) {
            node.awaitReady(timeout);
        }
        long begin = System.nanoTime();
        while (masters.stream().noneMatch(HBaseNode::becameActive)) {
            if (System.nanoTime() - begin > timeout.toNanos()) {
                throw new ServerStartException("No master leads after " + timeout.toSeconds() + " s: see "
                        + masters.get(0).logFile());
            }
            Thread.sleep(100);
        }
    }

    /** What a client's {@code Configuration} needs to reach this cluster. */
    public Map<String, String> clientSettings() {
        return Map.of(
                "hbase.zookeeper.quorum",
                "127.0.0.1",
                "hbase.zookeeper.property.clientPort",
                Integer.toString(zooKeeperPort));
    }

    public int zooKeeperPort() {
        return zooKeeperPort;
    }

    public HBaseNode zooKeeper() {
        return zooKeeper;
    }

    public HBaseNode nameNode() {
        return nameNode;
    }

    public HBaseNode dataNode() {
        return dataNode;
    }

    public List<HBaseNode> masters() {
        return masters;
    }

    public List<HBaseNode> regionServers() {
        return regionServers;
    }

    /** Everything there is, in the order of the start. */
    public List<HBaseNode> nodes() {
        return Stream.of(List.of(zooKeeper, nameNode, dataNode), masters, regionServers)
                .flatMap(List::stream)
                .toList();
    }

    /** Kills the processes, in the reverse order of the start: a cluster of tests has nothing to flush. Idempotent. */
    @Override
    public void close() {
        List<HBaseNode> reversed = new ArrayList<>(nodes());
        Collections.reverse(reversed);
        reversed.stream().filter(HBaseNode::isRunning).forEach(HBaseNode::kill);
        reversed.forEach(HBaseNode::close);
    }

    /** Collects what an {@link HBaseCluster} is to be; heaps are those of its roles. Not thread-safe. */
    public static final class Builder extends ServerBuilder<Builder> {
        private final List<Path> extraClasspath = new ArrayList<>();
        private final Map<String, List<Path>> nodeClasspath = new HashMap<>();
        private final Map<String, Map<String, String>> nodeSettings = new HashMap<>();
        private int masters = 1;
        private int regionServers = 1;

        private Builder(Path directory) {
            super(directory, 512);
        }

        /** Number of masters; 1 by default. A failover wants 2. */
        public Builder masters(int value) {
            masters = atLeastOne("master", value);
            return this;
        }

        /** Number of RegionServers; 1 by default. */
        public Builder regionServers(int value) {
            regionServers = atLeastOne("RegionServer", value);
            return this;
        }

        /** Puts a jar or a directory of classes before HBase's own jars, in every process. */
        public Builder extraClasspath(Path entry) {
            extraClasspath.add(Objects.requireNonNull(entry, "entry").toAbsolutePath());
            return this;
        }

        /**
         * As {@link #extraClasspath}, for one process only: one that differs from the others.
         *
         * @param node {@code master-1}, {@code regionserver-2} and so on
         * @param entry may end with {@code /*} for the jars that the directory has when the process starts
         */
        public Builder nodeClasspath(String node, Path entry) {
            nodeClasspath.computeIfAbsent(node, any -> new ArrayList<>()).add(entry.toAbsolutePath());
            return this;
        }

        /** As {@link #setting}, for one process only; it wins over that. */
        public Builder nodeSetting(String node, String key, String value) {
            nodeSettings.computeIfAbsent(node, any -> new HashMap<>()).put(key, value);
            return this;
        }

        public HBaseCluster build() {
            return new HBaseCluster(this);
        }

        List<Path> extraClasspath(String node) {
            return Stream.concat(extraClasspath.stream(), nodeClasspath.getOrDefault(node, List.of()).stream())
                    .toList();
        }

        Map<String, String> settings(String node) {
            return Map.copyOf(nodeSettings.getOrDefault(node, Map.of()));
        }

        @Override
        Builder self() {
            return this;
        }

        private static int atLeastOne(String what, int value) {
            if (value < 1) {
                throw new IllegalArgumentException("HBase needs at least one " + what + ": " + value);
            }
            return value;
        }
    }
}
