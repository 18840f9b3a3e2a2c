/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;

/**
 * Reads the two RegionServer settings that freshness depends on. HBase's client cannot read a server's configuration; only the server's web
 * page {@code /conf} shows it, if info ports are open. A setting that could not be read is reported as unreadable, never as good. Safe for
 * use by several threads. Borrows the connection.
 */
public final class ReplicationSettings {
    /** The replication reader's first idle sleep, in milliseconds. */
    public static final String SLEEP = "replication.source.sleepforretries";

    /** Factor by which that sleep may grow. */
    public static final String MULTIPLIER = "replication.source.maxretriesmultiplier";

    // hbase-default.xml names neither in some versions: a setting that the page lacks has the default of HBase's code.
    private static final long DEFAULT_SLEEP_MILLIS = 1_000;
    private static final long DEFAULT_MULTIPLIER = 300;

    private final HBaseConnections connections;
    private final InfoPages pages = new InfoPages();

    public ReplicationSettings(HBaseConnections connections) {
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    /**
     * Settings of one RegionServer.
     *
     * @param sleepMillis empty if it could not be read
     * @param multiplier empty if it could not be read
     * @param problem why it could not be read; empty if both were read
     */
    public record Finding(String server, OptionalLong sleepMillis, OptionalLong multiplier, String problem) {
        public Finding {
            Objects.requireNonNull(server, "server");
            Objects.requireNonNull(problem, "problem");
        }

        public boolean wasRead() {
            return problem.isEmpty();
        }

        /** Returns the longest time that an edit waits after a silence before the reader looks for it; empty if unknown. */
        public OptionalLong longestSleepMillis() {
            return wasRead()
                    ? OptionalLong.of(sleepMillis.orElseThrow() * multiplier.orElseThrow())
                    : OptionalLong.empty();
        }
    }

    /** Asks every live RegionServer's {@code /conf}; takes at most 15 seconds for all of them. */
    public List<Finding> check() {
        ClusterMetrics metrics = connections.await(
                connections.get().getAdmin().getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS)),
                "listing RegionServers");
        return InfoPages.ofAll(
                List.copyOf(metrics.getLiveServerMetrics().entrySet()),
                server -> check(server.getKey(), server.getValue().getInfoServerPort()),
                server -> unknown(server.getKey(), InfoPages.LATE));
    }

    private Finding check(ServerName server, int infoPort) {
        try {
            return parse(server.getServerName(), pages.get(server, infoPort, "/conf?format=json"));
        } catch (IOException e) {
            return unknown(server, String.valueOf(e.getMessage()));
        }
    }

    private static Finding unknown(ServerName server, String problem) {
        return new Finding(server.getServerName(), OptionalLong.empty(), OptionalLong.empty(), problem);
    }

    /** @param page {@code {"properties": [{"key": ..., "value": ...}, ...]}} */
    static Finding parse(String server, byte[] page) throws IOException {
        JsonNode properties = new ObjectMapper().readTree(page).path("properties");
        if (properties.isEmpty()) {
            throw new IOException("the answer has no properties");
        }
        long sleep = DEFAULT_SLEEP_MILLIS;
        long multiplier = DEFAULT_MULTIPLIER;
        for (JsonNode property : properties) {
            String key = property.path("key").asText();
            if (key.equals(SLEEP)) {
                sleep = property.path("value").asLong();
            } else if (key.equals(MULTIPLIER)) {
                multiplier = property.path("value").asLong();
            }
        }
        return new Finding(server, OptionalLong.of(sleep), OptionalLong.of(multiplier), "");
    }
}
