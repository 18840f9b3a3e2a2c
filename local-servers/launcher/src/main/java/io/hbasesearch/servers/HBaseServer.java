/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * HBase in one process: ZooKeeper, a master and one or more RegionServers, with its files on the local disk. A graceful stop
 * flushes everything; after {@link #kill()} acknowledged edits may be missing, because a local file system gives no durable
 * write-ahead log. Thread rule and ownership as for {@link LocalServer}.
 */
public final class HBaseServer extends LocalServer {
    private static final String MASTER = "org.apache.hadoop.hbase.master.HMaster";

    private final HBaseVersion version;
    private final ServerDistributions distributions;
    private final List<Path> extraClasspath;
    private final HBaseConfiguration configuration;
    private final int heapMegabytes;

    private HBaseServer(Builder builder) {
        super("hbase", builder);
        version = builder.version;
        distributions = builder.distributions();
        extraClasspath = List.copyOf(builder.extraClasspath);
        heapMegabytes = builder.heapMegabytes();
        configuration = new HBaseConfiguration(
                dataDirectory(),
                ServerBuilder.portOrFree(builder.zooKeeperPort),
                builder.regionServers,
                builder.settings());
    }

    /** A server whose files are below the given directory. */
    public static Builder builder(Path dataDirectory) {
        return new Builder(dataDirectory);
    }

    /** The port of ZooKeeper on 127.0.0.1, where clients begin. */
    public int zooKeeperPort() {
        return configuration.zooKeeperPort();
    }

    /** The hbase-site.xml of the server, there once it was started. */
    public Path siteFile() {
        return configuration.directory().resolve("hbase-site.xml");
    }

    /** What a client's {@code Configuration} needs to reach this server. */
    public Map<String, String> clientSettings() {
        return Map.of(
                "hbase.zookeeper.quorum",
                "127.0.0.1",
                "hbase.zookeeper.property.clientPort",
                Integer.toString(zooKeeperPort()));
    }

    @Override
    Map<String, Integer> ports() {
        return Map.of("ZooKeeper", zooKeeperPort());
    }

    @Override
    ProcessBuilder prepare() throws IOException {
        List<Path> classpath = new ArrayList<>();
        classpath.add(configuration.write());
        classpath.addAll(extraClasspath);
        for (Path entry : classpath) {
            if (!Files.exists(entry)) {
                throw new ServerStartException(
                        "The classpath entry " + entry + " of HBase does not exist: build it first.");
            }
        }
        classpath.addAll(distributions.classpath(version.distribution()));
        List<String> options = new ArrayList<>(HBaseConfiguration.JVM_FLAGS);
        options.add("-Dlog4j.configuration=" + configuration.loggingFile().toUri());
        return JavaCommand.run(classpath, heapMegabytes, options, List.of(MASTER, "start"));
    }

    /**
     * A command that runs as HBase's own tools do: with its jars and configuration, and what is on the extra class path. Not
     * started yet; belongs to the caller.
     */
    public ProcessBuilder command(String mainClass, String... arguments) {
        List<Path> classpath = new ArrayList<>(List.of(configuration.directory()));
        classpath.addAll(extraClasspath);
        classpath.addAll(distributions.classpath(version.distribution()));
        List<String> mainAndArguments = new ArrayList<>(List.of(mainClass));
        mainAndArguments.addAll(List.of(arguments));
        return JavaCommand.run(classpath, 256, HBaseConfiguration.JVM_FLAGS, mainAndArguments);
    }

    /** After SIGTERM ZooKeeper stops first, and the others wait 20 s for it in vain; this is what stop-hbase.sh does. */
    @Override
    Optional<ProcessBuilder> stopCommand() {
        if (!isReady(new ServerLog(logFile()))) {
            return Optional.empty();
        }
        List<Path> classpath = new ArrayList<>(List.of(configuration.directory()));
        classpath.addAll(distributions.classpath(version.distribution()));
        return Optional.of(JavaCommand.run(
                classpath, 128, HBaseConfiguration.JVM_FLAGS, List.of(MASTER, "stop", "--shutDownCluster")));
    }

    @Override
    boolean isReady(ServerLog output) {
        // The master completes only after the configured number of RegionServers have checked in.
        return output.contains("Master has completed initialization");
    }

    /** Collects what an {@link HBaseServer} is to be. Not thread-safe. */
    public static final class Builder extends ServerBuilder<Builder> {
        private final List<Path> extraClasspath = new ArrayList<>();
        private HBaseVersion version = HBaseVersion.given();
        private int zooKeeperPort;
        private int regionServers = 1;

        private Builder(Path dataDirectory) {
            super(dataDirectory, 768);
        }

        /** Which HBase; {@link HBaseVersion#given()} by default. */
        public Builder version(HBaseVersion value) {
            version = Objects.requireNonNull(value, "version");
            return this;
        }

        /** The port of ZooKeeper; by default a free one, chosen when the server is built. */
        public Builder zooKeeperPort(int value) {
            zooKeeperPort = value;
            return this;
        }

        /** Number of RegionServers; 1 by default. A region move wants 2. */
        public Builder regionServers(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("HBase needs at least one RegionServer: " + value);
            }
            regionServers = value;
            return this;
        }

        /** Puts a jar or a directory of classes before HBase's own jars: a replication endpoint, a coprocessor. */
        public Builder extraClasspath(Path entry) {
            extraClasspath.add(Objects.requireNonNull(entry, "entry").toAbsolutePath());
            return this;
        }

        public HBaseServer build() {
            return new HBaseServer(this);
        }

        @Override
        Builder self() {
            return this;
        }
    }
}
