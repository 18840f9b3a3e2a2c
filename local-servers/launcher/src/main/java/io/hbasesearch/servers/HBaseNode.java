/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One process of an {@link HBaseCluster}, which makes it and starts it in its turn: afterwards each can be killed, paused and
 * started again on its own. Thread rule and ownership as for {@link LocalServer}.
 */
public final class HBaseNode extends LocalServer {
    private final HBaseRole role;
    private final int port;
    private final HBaseClusterConfiguration cluster;
    private final ServerDistributions distributions;
    private final List<Path> extraClasspath;
    private final Map<String, String> settings;

    HBaseNode(String name, HBaseRole role, int port, HBaseClusterConfiguration cluster, HBaseCluster.Builder builder) {
        super(name, builder, cluster.home().resolve(name));
        this.role = role;
        this.port = port;
        this.cluster = cluster;
        this.distributions = builder.distributions();
        this.extraClasspath = builder.extraClasspath(name);
        this.settings = builder.settings(name);
    }

    /** The port that it serves on; as a RegionServer or master also part of its name in HBase. */
    public int port() {
        return port;
    }

    @Override
    Map<String, Integer> ports() {
        return Map.of("service", port);
    }

    @Override
    ProcessBuilder prepare() throws IOException {
        Path configuration = cluster.write(dataDirectory(), role, port, settings);
        if (role == HBaseRole.NAME_NODE && !Files.exists(dataDirectory().resolve("data/current"))) {
            format(configuration);
        }
        return java(configuration, role.command(configuration.resolve("zoo.cfg").toString()));
    }

    @Override
    boolean isReady(ServerLog output) {
        return switch (role) {
            case ZOOKEEPER, NAME_NODE, DATA_NODE -> accepts();
            // A backup master never completes; that one of them did is for the cluster to see.
            case MASTER ->
                output.contains("Master has completed initialization")
                        || output.contains("Another master is the active master");
            case REGION_SERVER -> output.contains("Serving as 127.0.0.1," + port);
        };
    }

    /** Whether this master said since its start that it leads. */
    boolean becameActive() {
        return new ServerLog(logFile()).contains("Master has completed initialization");
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(Ports.loopback(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private ProcessBuilder java(Path configuration, List<String> mainAndArguments) {
        List<Path> classpath = new ArrayList<>(List.of(configuration));
        classpath.addAll(extraClasspath);
        classpath.addAll(distributions.classpath(HBaseVersion.given().distribution()));
        List<String> options = new ArrayList<>(HBaseConfiguration.JVM_FLAGS);
        options.add("-Dlog4j.configuration="
                + configuration.resolve("log4j.properties").toUri());
        return JavaCommand.run(classpath, role.heapMegabytes(), options, mainAndArguments);
    }

    private void format(Path configuration) throws IOException {
        Process format = java(configuration, role.formatCommand())
                .redirectErrorStream(true)
                .redirectOutput(logFile().toFile())
                .start();
        try {
            if (!format.waitFor(60, TimeUnit.SECONDS) || format.exitValue() != 0) {
                throw new ServerStartException("HDFS in %s could not be formatted: %s"
                        .formatted(dataDirectory(), Files.readString(logFile())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerStartException("Interrupted while HDFS was formatted", e);
        } finally {
            format.destroyForcibly();
        }
    }
}
