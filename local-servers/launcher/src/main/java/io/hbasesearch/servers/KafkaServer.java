/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A Kafka broker that is a KRaft controller too, of a cluster of its own or of one with others. Topics are never created
 * automatically, and an unclean leader is never elected. Thread rule and ownership as for {@link LocalServer}.
 */
public final class KafkaServer extends LocalServer {
    // Fixed: the data directory alone says which cluster it is, and it is formatted once.
    private static final String CLUSTER_ID = "aGJhc2Utc2VhcmNoLWxvYw";
    private static final List<String> JVM_FLAGS = List.of(
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss,SSS",
            "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info");

    private final ServerDistributions distributions;
    private final int port;
    private final int controllerPort;
    private final int advertisedPort;
    private final int nodeId;
    private final Map<Integer, Integer> voters;
    private final Map<String, Listener> extraListeners;
    private final int heapMegabytes;
    private final Map<String, String> overrides;

    private KafkaServer(Builder builder) {
        super(builder.nodeId == 1 && builder.voters.isEmpty() ? "kafka" : "kafka-" + builder.nodeId, builder);
        distributions = builder.distributions();
        port = ServerBuilder.portOrFree(builder.port);
        controllerPort = ServerBuilder.portOrFree(builder.controllerPort);
        advertisedPort = builder.advertisedPort == 0 ? port : builder.advertisedPort;
        nodeId = builder.nodeId;
        voters = builder.voters.isEmpty() ? Map.of(nodeId, controllerPort) : Map.copyOf(builder.voters);
        extraListeners = new TreeMap<>(builder.extraListeners);
        heapMegabytes = builder.heapMegabytes();
        overrides = builder.settings();
    }

    /** A broker whose files are below the given directory. */
    public static Builder builder(Path dataDirectory) {
        return new Builder(dataDirectory);
    }

    /** The {@code bootstrap.servers} of a client. */
    public String bootstrapServers() {
        return "127.0.0.1:" + advertisedPort;
    }

    /** The port that the broker itself listens on. */
    public int port() {
        return port;
    }

    @Override
    Map<String, Integer> ports() {
        Map<String, Integer> ports = new TreeMap<>(Map.of("broker", port, "controller", controllerPort));
        extraListeners.forEach((name, listener) -> ports.put("listener " + name, listener.port()));
        return ports;
    }

    @Override
    ProcessBuilder prepare() throws IOException {
        Path properties = dataDirectory().resolve("server.properties");
        writeSettings(properties);
        if (!Files.exists(dataDirectory().resolve("data/meta.properties"))) {
            format(properties);
        }
        return java(List.of("kafka.Kafka", properties.toString()));
    }

    @Override
    boolean isReady(ServerLog output) {
        return output.contains("Kafka Server started");
    }

    private void format(Path properties) throws IOException {
        Process format = java(List.of(
                        "kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", properties.toString()))
                .redirectErrorStream(true)
                .redirectOutput(logFile().toFile())
                .start();
        try {
            if (!format.waitFor(60, TimeUnit.SECONDS) || format.exitValue() != 0) {
                throw new ServerStartException("Kafka's storage in %s could not be formatted: %s"
                        .formatted(dataDirectory(), Files.readString(logFile())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerStartException("Interrupted while Kafka's storage was formatted", e);
        } finally {
            format.destroyForcibly();
        }
    }

    private ProcessBuilder java(List<String> mainAndArguments) {
        return JavaCommand.run(
                distributions.classpath(ServerDistributions.given("kafka", "kafka")),
                heapMegabytes,
                JVM_FLAGS,
                mainAndArguments);
    }

    private void writeSettings(Path file) throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings());
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(nodeId));
        settings.put(
                "controller.quorum.voters",
                new TreeMap<>(voters)
                        .entrySet().stream()
                                .map(voter -> voter.getKey() + "@127.0.0.1:" + voter.getValue())
                                .collect(Collectors.joining(",")));
        putListeners(settings);
        settings.put("log.dirs", dataDirectory().resolve("data").toString());
        settings.put("auto.create.topics.enable", "false");
        settings.put("unclean.leader.election.enable", "false");
        settings.put("group.initial.rebalance.delay.ms", "0");
        // After a kill the broker waits for its own former session to end.
        settings.put("broker.session.timeout.ms", "4000");
        settings.put("broker.heartbeat.interval.ms", "1000");
        putSmall(settings);
        settings.putAll(overrides);
        return settings;
    }

    private void putListeners(Map<String, String> settings) {
        StringBuilder all =
                new StringBuilder("PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d".formatted(port, controllerPort));
        StringBuilder advertised = new StringBuilder("PLAINTEXT://127.0.0.1:" + advertisedPort);
        StringBuilder protocols = new StringBuilder("PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        extraListeners.forEach((name, listener) -> {
            all.append(",%s://127.0.0.1:%d".formatted(name, listener.port()));
            advertised.append(",%s://127.0.0.1:%d".formatted(name, listener.advertisedPort()));
            protocols.append(",%s:PLAINTEXT".formatted(name));
        });
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("listeners", all.toString());
        settings.put("advertised.listeners", advertised.toString());
        settings.put("listener.security.protocol.map", protocols.toString());
    }

    /** One broker holds the only replica of everything, and buffers that are sized for a large one would not fit its heap. */
    private static void putSmall(Map<String, String> settings) {
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("transaction.state.log.num.partitions", "4");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.num.partitions", "4");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("log.cleaner.dedupe.buffer.size", "8388608");
    }

    private record Listener(int port, int advertisedPort) {}

    /** Collects what a {@link KafkaServer} is to be. Not thread-safe. */
    public static final class Builder extends ServerBuilder<Builder> {
        private int port;
        private int controllerPort;
        private int advertisedPort;
        private int nodeId = 1;
        private Map<Integer, Integer> voters = Map.of();
        private final Map<String, Listener> extraListeners = new LinkedHashMap<>();

        private Builder(Path dataDirectory) {
            super(dataDirectory, 384);
        }

        /** The broker's port; by default a free one, chosen when the server is built. */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /** The controller's port; by default a free one, chosen when the server is built. */
        public Builder controllerPort(int value) {
            controllerPort = value;
            return this;
        }

        /** The port that clients are told to use, for a {@link TcpRelay} in between; by default the broker's own. */
        public Builder advertisedPort(int value) {
            advertisedPort = value;
            return this;
        }

        /** This broker's id; 1 by default. */
        public Builder nodeId(int value) {
            nodeId = value;
            return this;
        }

        /** The controller port of every broker of the cluster by its id, this one's too; by default it is alone. */
        public Builder voters(Map<Integer, Integer> value) {
            voters = Map.copyOf(value);
            return this;
        }

        /**
         * Another port that clients may begin at. They are told to go on through the advertised port, so that each kind of
         * client can have relays of its own; brokers speak to each other past them.
         *
         * @param name in capitals
         */
        public Builder listener(String name, int listenerPort, int listenerAdvertisedPort) {
            extraListeners.put(name, new Listener(listenerPort, listenerAdvertisedPort));
            return this;
        }

        public KafkaServer build() {
            return new KafkaServer(this);
        }

        @Override
        Builder self() {
            return this;
        }
    }
}
