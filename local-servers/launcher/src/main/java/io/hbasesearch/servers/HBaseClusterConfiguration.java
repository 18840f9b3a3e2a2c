/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration of HBase as many processes over HDFS. What a dead process held is taken over within seconds instead of a
 * minute. Immutable.
 *
 * @param home the cluster's directory, below which each process has its own
 * @param zooKeeperPort where clients begin
 * @param nameNodePort where HDFS begins
 * @param overrides settings of HBase that win over those made here
 */
record HBaseClusterConfiguration(Path home, int zooKeeperPort, int nameNodePort, Map<String, String> overrides) {
    /** ZooKeeper counts in these; a session may last 2 to 20 of them. */
    private static final int TICK_MILLIS = 1_000;

    /**
     * Writes a process's files and returns the directory that goes onto its classpath.
     *
     * @param own settings of HBase in this process alone, which win over all others
     */
    Path write(Path directory, HBaseRole role, int port, Map<String, String> own) throws IOException {
        Path conf = Files.createDirectories(directory.resolve("conf"));
        Path data = Files.createDirectories(directory.resolve("data"));
        // They look for their web applications, but are content with nothing in them: the pages /conf and /jmx are in
        // the jars.
        for (String application :
                List.of("webapps/hdfs", "webapps/datanode", "hbase-webapps/master", "hbase-webapps/regionserver")) {
            Files.createDirectories(conf.resolve(application));
        }
        Files.writeString(conf.resolve("zoo.cfg"), zooKeeper(data));
        Files.writeString(conf.resolve("core-site.xml"), HBaseConfiguration.xml(Map.of("fs.defaultFS", fileSystem())));
        Files.writeString(conf.resolve("hdfs-site.xml"), HBaseConfiguration.xml(hdfs(data, role, port)));
        Files.writeString(conf.resolve("hbase-site.xml"), HBaseConfiguration.xml(hbase(directory, role, port, own)));
        Files.writeString(conf.resolve("log4j.properties"), HBaseConfiguration.LOGGING);
        return conf;
    }

    private String fileSystem() {
        return "hdfs://127.0.0.1:" + nameNodePort;
    }

    private String zooKeeper(Path data) {
        return """
                tickTime=%d
                dataDir=%s
                clientPort=%d
                clientPortAddress=127.0.0.1
                maxClientCnxns=0
                admin.enableServer=false
                """
                .formatted(TICK_MILLIS, data, zooKeeperPort);
    }

    private static Map<String, String> hdfs(Path data, HBaseRole role, int port) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("dfs.replication", "1");
        settings.put("dfs.permissions.enabled", "false");
        settings.put("dfs.namenode.name.dir", data.toUri().toString());
        settings.put("dfs.datanode.data.dir", data.toUri().toString());
        settings.put("dfs.namenode.http-address", "127.0.0.1:0");
        settings.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        settings.put("dfs.namenode.safemode.extension", "0");
        settings.put("dfs.heartbeat.interval", "1");
        settings.put("dfs.datanode.address", "127.0.0.1:0");
        settings.put("dfs.datanode.http.address", "127.0.0.1:0");
        settings.put("dfs.datanode.ipc.address", "127.0.0.1:" + (role == HBaseRole.DATA_NODE ? port : 0));
        // Data of tests: a nearly full disk of the machine shall not stop them early.
        settings.put("dfs.datanode.du.reserved", "0");
        return settings;
    }

    private Map<String, String> hbase(Path directory, HBaseRole role, int port, Map<String, String> own) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("hbase.cluster.distributed", "true");
        settings.put("hbase.rootdir", fileSystem() + "/hbase");
        settings.put("hbase.tmp.dir", directory.resolve("tmp").toString());
        settings.put("hbase.wal.provider", "filesystem");
        settings.put("hbase.zookeeper.quorum", "127.0.0.1");
        settings.put("hbase.zookeeper.property.clientPort", Integer.toString(zooKeeperPort));
        for (String server : List.of("master", "regionserver")) {
            settings.put("hbase." + server + ".hostname", "127.0.0.1");
            settings.put("hbase." + server + ".ipc.address", "127.0.0.1");
            settings.put("hbase." + server + ".info.port", "-1");
        }
        settings.put(
                role == HBaseRole.MASTER ? "hbase.master.port" : "hbase.regionserver.port", Integer.toString(port));
        // A master that takes over waits for so many without end, and the others may be dead.
        settings.put("hbase.master.wait.on.regionservers.mintostart", "1");
        HBaseConfiguration.putReplication(settings);
        putFastRecovery(settings);
        settings.putAll(overrides);
        settings.putAll(own);
        return settings;
    }

    /** By default a killed RegionServer's regions are away for 53 s. */
    private static void putFastRecovery(Map<String, String> settings) {
        // Not shorter: processes that share two cores may be silent for seconds and are not dead.
        settings.put("zookeeper.session.timeout", Integer.toString(8 * TICK_MILLIS));
        settings.put("hbase.regionserver.msginterval", "1000");
        settings.put("hbase.master.wait.on.regionservers.timeout", "1000");
        settings.put("hbase.lease.recovery.first.pause", "100");
        settings.put("hbase.lease.recovery.pause", "200");
        settings.put("hbase.lease.recovery.dfs.timeout", "5000");
        settings.put("hbase.regionserver.handler.count", "10");
        settings.put("hbase.regionserver.metahandler.count", "5");
        settings.put("hbase.rpc.timeout", "5000");
    }
}
