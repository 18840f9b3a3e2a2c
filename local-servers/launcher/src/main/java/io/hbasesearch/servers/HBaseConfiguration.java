/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration of HBase in one process. Immutable.
 *
 * @param home the server's data directory
 * @param zooKeeperPort the port of ZooKeeper
 * @param regionServers how many RegionServers run
 * @param overrides settings that win over those made here
 */
record HBaseConfiguration(Path home, int zooKeeperPort, int regionServers, Map<String, String> overrides) {
    /** Without these, Hadoop and HBase warn or fail on Java 17. */
    static final List<String> JVM_FLAGS = List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED");

    static final String LOGGING =
            """
            log4j.rootLogger=WARN, out
            log4j.appender.out=org.apache.log4j.ConsoleAppender
            log4j.appender.out.layout=org.apache.log4j.EnhancedPatternLayout
            log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %-5p [%.60t] %c{2}: %m%n
            log4j.logger.org.apache.hadoop.hbase=INFO
            log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
            log4j.logger.org.apache.hadoop.metrics2=ERROR
            log4j.logger.org.apache.zookeeper=ERROR
            """;

    /** Writes the files and returns the directory that goes onto the classpath. */
    Path write() throws IOException {
        Path directory = Files.createDirectories(directory());
        Files.writeString(directory.resolve("hbase-site.xml"), xml(settings()));
        Files.writeString(loggingFile(), LOGGING);
        return directory;
    }

    Path directory() {
        return home.resolve("conf");
    }

    Path loggingFile() {
        return directory().resolve("log4j.properties");
    }

    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        putLayout(settings);
        putAddresses(settings);
        putStart(settings);
        putReplication(settings);
        settings.putAll(overrides);
        return settings;
    }

    private void putLayout(Map<String, String> settings) {
        settings.put("hbase.cluster.distributed", "false");
        // As it is: Hadoop takes the escapes of a URI literally.
        settings.put("hbase.rootdir", "file://" + home.resolve("data"));
        settings.put("hbase.tmp.dir", home.resolve("tmp").toString());
        settings.put(
                "hbase.zookeeper.property.dataDir", home.resolve("zookeeper").toString());
        settings.put("hbase.unsafe.stream.capability.enforce", "false");
        settings.put("hbase.wal.provider", "filesystem");
    }

    private void putAddresses(Map<String, String> settings) {
        settings.put("hbase.zookeeper.quorum", "127.0.0.1");
        settings.put("hbase.zookeeper.property.clientPort", Integer.toString(zooKeeperPort));
        settings.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
        for (String server : List.of("master", "regionserver")) {
            settings.put("hbase." + server + ".hostname", "127.0.0.1");
            settings.put("hbase." + server + ".ipc.address", "127.0.0.1");
            // The web applications are not in the jars.
            settings.put("hbase." + server + ".info.port", "-1");
        }
        settings.put("hbase.localcluster.assign.random.ports", "true");
    }

    private void putStart(Map<String, String> settings) {
        settings.put("hbase.regionservers", Integer.toString(regionServers));
        settings.put("hbase.master.wait.on.regionservers.mintostart", Integer.toString(regionServers));
        settings.put("hbase.master.wait.on.regionservers.maxtostart", Integer.toString(regionServers));
        settings.put("hbase.regionserver.msginterval", "1000");
    }

    /**
     * The reader's pause grows by its step with each empty poll up to step times multiplier: by default to five minutes, here
     * to 100 ms. A multiplier of 1 would be fresher by some milliseconds, but the same number bounds how often the start of an
     * endpoint is tried again before the RegionServer gives up.
     */
    static void putReplication(Map<String, String> settings) {
        settings.put("replication.source.sleepforretries", "20");
        settings.put("replication.source.maxretriesmultiplier", "5");
        // What was not shipped before a stop waits this long after the next start; by default 30 to 60 s.
        settings.put("replication.sleep.before.failover", "500");
    }

    static String xml(Map<String, String> settings) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
        settings.forEach((name, value) -> xml.append("  <property><name>")
                .append(escape(name))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
        return xml.append("</configuration>\n").toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
