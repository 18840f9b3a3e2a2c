/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An Elasticsearch node without TLS, alone or in a cluster with others; security is on only if a password is given. Started by
 * root it runs as {@code nobody}, because Elasticsearch refuses root: {@link ElasticsearchHome} sees to files that {@code nobody}
 * can reach. {@link #pid()} is the launcher's, whose child is the server; signals reach both. Thread rule and ownership as for
 * {@link LocalServer}.
 */
public final class ElasticsearchServer extends LocalServer {
    /** The user that a password belongs to. */
    public static final String USER = "elastic";

    private final ServerDistributions distributions;
    private final int port;
    private final int transportPort;
    private final String nodeName;
    private final Map<String, Integer> cluster;
    private final int heapMegabytes;
    private final Optional<String> password;
    private final List<ElasticsearchUser> users;
    private final Map<String, String> overrides;

    private ElasticsearchServer(Builder builder) {
        super(builder.cluster.isEmpty() ? "elasticsearch" : builder.nodeName, builder);
        distributions = builder.distributions();
        port = ServerBuilder.portOrFree(builder.port);
        transportPort = ServerBuilder.portOrFree(builder.transportPort);
        nodeName = builder.nodeName;
        cluster = builder.cluster;
        heapMegabytes = builder.heapMegabytes();
        password = builder.password;
        users = List.copyOf(builder.users);
        overrides = builder.settings();
    }

    /** A node whose files are below the given directory. */
    public static Builder builder(Path dataDirectory) {
        return new Builder(dataDirectory);
    }

    /** The address of its HTTP interface, without a path. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The port of its HTTP interface. */
    public int port() {
        return port;
    }

    @Override
    Map<String, Integer> ports() {
        return Map.of("HTTP", port, "transport", transportPort);
    }

    @Override
    ProcessBuilder prepare() throws IOException {
        ElasticsearchHome home = ElasticsearchHome.prepare(dataDirectory(), distributions.elasticsearch());
        home.writeConfiguration(settings(home));
        if (password.isPresent()) {
            home.setBootstrapPassword(password.get());
            home.setUsers(users);
        }
        ProcessBuilder builder = home.command("bin/elasticsearch");
        builder.environment()
                .put(
                        "ES_JAVA_OPTS",
                        "-Xms%1$dm -Xmx%1$dm %2$s"
                                .formatted(heapMegabytes, String.join(" ", JavaCommand.compiler(heapMegabytes))));
        return builder;
    }

    @Override
    boolean isReady(ServerLog output) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    uri().resolve("/_cluster/health").toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(2_000);
            password.ifPresent(secret -> connection.setRequestProperty("Authorization", basic(secret)));
            try {
                return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }

    private Map<String, String> settings(ElasticsearchHome home) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("cluster.name", "hbase-search-local");
        putDiscovery(settings);
        settings.put("network.host", "127.0.0.1");
        settings.put("http.port", Integer.toString(port));
        settings.put("transport.port", Integer.toString(transportPort));
        settings.put("path.data", home.data().toString());
        settings.put("path.logs", home.logs().toString());
        settings.put("path.repo", home.snapshots().toString());
        settings.put("xpack.security.enabled", Boolean.toString(password.isPresent()));
        // On a nearly full disk the node would otherwise make its indices read-only.
        settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        settings.putAll(overrides);
        return settings;
    }

    private void putDiscovery(Map<String, String> settings) {
        if (cluster.isEmpty()) {
            settings.put("discovery.type", "single-node");
            return;
        }
        settings.put("node.name", nodeName);
        settings.put("cluster.initial_master_nodes", String.join(",", new TreeMap<>(cluster).keySet()));
        settings.put(
                "discovery.seed_hosts",
                cluster.values().stream()
                        .sorted()
                        .map(other -> "127.0.0.1:" + other)
                        .collect(Collectors.joining(",")));
    }

    private static String basic(String password) {
        byte[] credentials = (USER + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(credentials);
    }

    /** Collects what an {@link ElasticsearchServer} is to be. Not thread-safe. */
    public static final class Builder extends ServerBuilder<Builder> {
        private int port;
        private int transportPort;
        private String nodeName = "elasticsearch";
        private Map<String, Integer> cluster = Map.of();
        private Optional<String> password = Optional.empty();
        private final List<ElasticsearchUser> users = new ArrayList<>();

        private Builder(Path dataDirectory) {
            super(dataDirectory, 512);
        }

        /** The HTTP port; by default a free one, chosen when the server is built. */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /**
         * Makes it one node of a cluster; by default it is alone.
         *
         * @param name of this node
         * @param transportPorts of every node by its name, this one's too
         */
        public Builder cluster(String name, Map<String, Integer> transportPorts) {
            nodeName = name;
            cluster = Map.copyOf(transportPorts);
            transportPort = Objects.requireNonNull(cluster.get(name), "the transport port of " + name);
            return this;
        }

        /** Switches security on; the user {@value ElasticsearchServer#USER} has this password. */
        public Builder password(String value) {
            password = Optional.of(Objects.requireNonNull(value, "password"));
            return this;
        }

        /** One more user, where security is on. */
        public Builder user(ElasticsearchUser value) {
            users.add(Objects.requireNonNull(value, "user"));
            return this;
        }

        public ElasticsearchServer build() {
            return new ElasticsearchServer(this);
        }

        @Override
        Builder self() {
            return this;
        }
    }
}
