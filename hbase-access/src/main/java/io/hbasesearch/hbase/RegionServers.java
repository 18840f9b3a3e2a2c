/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;

/**
 * Collects what live RegionServers and masters report: to the active master, and on their web pages if info ports are open. Safe for use by
 * several threads. Borrows the connection.
 */
public final class RegionServers {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String RUNTIME = "/jmx?qry=java.lang:type=Runtime";
    private static final String SINKS = "/jmx?qry=io.hbasesearch:type=ReplicationSink,*";

    /** Name that the build gives the endpoint's jar; a jar with another name is found once its endpoint runs. */
    private static final Pattern JAR = Pattern.compile("hbase-search-replication-sink-([^/:;]+)\\.jar");

    private static final Pattern PEER = Pattern.compile("[:,]peer=\"?([^,\"]+)");

    private final HBaseConnections connections;
    private final InfoPages pages = new InfoPages();

    public RegionServers(HBaseConnections connections) {
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    /**
     * A live RegionServer.
     *
     * @param reportedAt by its own clock, when it last reported to the master: it does so every few seconds
     * @param endpoint empty if its page cannot be read
     * @param problem why it cannot be read; empty if it was read
     */
    public record RegionServer(
            String name, String hbaseVersion, Instant reportedAt, Optional<Endpoint> endpoint, String problem) {
        public RegionServer {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(hbaseVersion, "hbaseVersion");
            Objects.requireNonNull(reportedAt, "reportedAt");
            Objects.requireNonNull(endpoint, "endpoint");
            Objects.requireNonNull(problem, "problem");
        }
    }

    /**
     * Replication endpoint of a server.
     *
     * @param jars versions in the names of the jars on its class path, as it was when the server started
     * @param running versions that running endpoints report, {@link #UNKNOWN} for one that does not report it
     * @param waiting topics that running endpoints wait for, and why, by peer
     */
    public record Endpoint(Set<String> jars, Set<String> running, Map<String, String> waiting) {
        public static final String UNKNOWN = "unknown";

        public Endpoint {
            jars = Set.copyOf(jars);
            running = Set.copyOf(running);
            waiting = Map.copyOf(waiting);
        }

        public Endpoint(Set<String> jars, Set<String> running) {
            this(jars, running, Map.of());
        }
    }

    /**
     * A master, which instantiates the endpoint whenever a peer is added or changed.
     *
     * @param jars as {@link Endpoint#jars}; empty if its page cannot be read
     * @param problem why it cannot be read; empty if it was read
     */
    public record Master(String name, boolean active, Optional<Set<String>> jars, String problem) {
        public Master {
            Objects.requireNonNull(name, "name");
            jars = jars.map(Set::copyOf);
            Objects.requireNonNull(problem, "problem");
        }
    }

    /**
     * Returns the active master, first, and the backup masters; takes at most 15 seconds for their pages. Only the active master reports
     * its info port: the others are assumed to have the same.
     */
    public List<Master> masters() {
        ClusterMetrics metrics = connections.await(
                connections
                        .get()
                        .getAdmin()
                        .getClusterMetrics(EnumSet.of(
                                ClusterMetrics.Option.MASTER,
                                ClusterMetrics.Option.BACKUP_MASTERS,
                                ClusterMetrics.Option.MASTER_INFO_PORT)),
                "listing masters");
        List<ServerName> all = new ArrayList<>();
        ServerName active = metrics.getMasterName();
        if (active != null) {
            all.add(active);
        }
        all.addAll(metrics.getBackupMasterNames());
        return InfoPages.ofAll(
                all,
                master -> ask(master, master.equals(active), metrics.getMasterInfoPort()),
                master -> new Master(master.getServerName(), master.equals(active), Optional.empty(), InfoPages.LATE));
    }

    private Master ask(ServerName master, boolean active, int infoPort) {
        try {
            return new Master(
                    master.getServerName(), active, Optional.of(jars(pages.get(master, infoPort, RUNTIME))), "");
        } catch (IOException e) {
            return new Master(master.getServerName(), active, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    /** Asks the master, then every live server's pages; takes at most 15 seconds for the pages. */
    public List<RegionServer> list() {
        ClusterMetrics metrics = connections.await(
                connections.get().getAdmin().getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS)),
                "listing RegionServers");
        return InfoPages.ofAll(
                List.copyOf(metrics.getLiveServerMetrics().entrySet()),
                server -> ask(server.getKey(), server.getValue()),
                server -> of(server.getKey(), server.getValue(), Optional.empty(), InfoPages.LATE));
    }

    private RegionServer ask(ServerName server, ServerMetrics metrics) {
        try {
            byte[] sinks = pages.get(server, metrics.getInfoServerPort(), SINKS);
            Endpoint endpoint = new Endpoint(
                    jars(pages.get(server, metrics.getInfoServerPort(), RUNTIME)), running(sinks), waiting(sinks));
            return of(server, metrics, Optional.of(endpoint), "");
        } catch (IOException e) {
            return of(server, metrics, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    private static RegionServer of(
            ServerName server, ServerMetrics metrics, Optional<Endpoint> endpoint, String problem) {
        return new RegionServer(
                server.getServerName(),
                Objects.requireNonNullElse(metrics.getVersion(), ""),
                Instant.ofEpochMilli(metrics.getReportTimestamp()),
                endpoint,
                problem);
    }

    /** @param page {@code {"beans": [{"name": "java.lang:type=Runtime", "ClassPath": ...}]}} */
    static Set<String> jars(byte[] page) throws IOException {
        JsonNode beans = beans(page);
        if (!beans.path(0).has("ClassPath")) {
            throw new IOException("its page /jmx does not contain the class path");
        }
        Set<String> versions = new TreeSet<>();
        Matcher jar = JAR.matcher(beans.path(0).path("ClassPath").asText());
        while (jar.find()) {
            versions.add(jar.group(1));
        }
        return versions;
    }

    /** @param page {@code {"beans": [{"name": "io.hbasesearch:type=ReplicationSink,peer=...", "Version": ...}]}} */
    static Set<String> running(byte[] page) throws IOException {
        Set<String> versions = new TreeSet<>();
        beans(page).forEach(bean -> versions.add(bean.path("Version").asText(Endpoint.UNKNOWN)));
        return versions;
    }

    /** @param page {@code {"beans": [{"name": "io.hbasesearch:type=ReplicationSink,peer=p", "WaitingFor": ...}]}} */
    static Map<String, String> waiting(byte[] page) throws IOException {
        Map<String, String> byPeer = new TreeMap<>();
        for (JsonNode bean : beans(page)) {
            Matcher peer = PEER.matcher(bean.path("name").asText());
            String topics = bean.path("WaitingFor").asText();
            if (peer.find() && !topics.isEmpty()) {
                byPeer.merge(peer.group(1), topics, (one, other) -> one + "; " + other);
            }
        }
        return byPeer;
    }

    private static JsonNode beans(byte[] page) throws IOException {
        JsonNode beans = MAPPER.readTree(page).path("beans");
        if (!beans.isArray()) {
            throw new IOException("its page /jmx is not an HBase page");
        }
        return beans;
    }
}
