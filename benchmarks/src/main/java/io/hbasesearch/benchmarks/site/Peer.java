/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;

/** A peer that can be taken away and put back as it was. For one thread. */
public final class Peer {
    private final Connection connection;
    private final String id;
    private final ReplicationPeerConfig config;
    private boolean isThere;

    private Peer(Connection connection, String id, ReplicationPeerConfig config, boolean isThere) {
        this.connection = connection;
        this.id = id;
        this.config = config;
        this.isThere = isThere;
    }

    /** @param id of a peer that exists */
    public static Peer existing(Connection connection, String id) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            return new Peer(connection, id, admin.getReplicationPeerConfig(id), true);
        }
    }

    /** One that is not there yet, of the same tables. */
    Peer withEndpoint(String otherId, String endpoint, Map<String, String> settings) {
        ReplicationPeerConfigBuilder other =
                ReplicationPeerConfig.newBuilder(config).setReplicationEndpointImpl(endpoint);
        settings.forEach(other::putConfiguration);
        return new Peer(connection, otherId, other.build(), false);
    }

    /** What is written meanwhile waits in the write-ahead logs. */
    public void disable() throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.disableReplicationPeer(id);
        }
    }

    public void enable() throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.enableReplicationPeer(id);
        }
    }

    /** Nothing is announced any more, and nothing waits. Idempotent. */
    public void remove() throws IOException {
        if (isThere) {
            try (Admin admin = connection.getAdmin()) {
                admin.removeReplicationPeer(id);
            }
            isThere = false;
        }
    }

    /** What was written before is not announced. Idempotent. */
    public void add() throws IOException {
        if (!isThere) {
            try (Admin admin = connection.getAdmin()) {
                // A new peer begins with the log that is being written: with a new one.
                for (ServerName server : admin.getRegionServers()) {
                    admin.rollWALWriter(server);
                }
                admin.addReplicationPeer(id, config);
            }
            isThere = true;
        }
    }
}
