/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.util.List;

/** The processes that an {@link HBaseCluster} is made of; all of them are in the jars of HBase. */
enum HBaseRole {
    ZOOKEEPER("org.apache.zookeeper.server.ZooKeeperServerMain", 128),
    NAME_NODE("org.apache.hadoop.hdfs.server.namenode.NameNode", 256),
    DATA_NODE("org.apache.hadoop.hdfs.server.datanode.DataNode", 256),
    MASTER("org.apache.hadoop.hbase.master.HMaster", 512),
    REGION_SERVER("org.apache.hadoop.hbase.regionserver.HRegionServer", 640);

    private final String main;
    private final int heapMegabytes;

    HBaseRole(String main, int heapMegabytes) {
        this.main = main;
        this.heapMegabytes = heapMegabytes;
    }

    int heapMegabytes() {
        return heapMegabytes;
    }

    /** The main class and its arguments. */
    List<String> command(String zooKeeperConfiguration) {
        return switch (this) {
            case ZOOKEEPER -> List.of(main, zooKeeperConfiguration);
            case NAME_NODE, DATA_NODE -> List.of(main);
            case MASTER, REGION_SERVER -> List.of(main, "start");
        };
    }

    /** Formats the NameNode's empty directory. */
    List<String> formatCommand() {
        return List.of(main, "-format", "-nonInteractive");
    }
}
