/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.function.Supplier;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;

/**
 * Current configuration of a peer, parsed once per change. HBase keeps the current one in the peer; the one that it passes to an endpoint
 * at its start is created once and then stale. Thread-safe.
 */
public final class PeerSettings {
    private final Supplier<ReplicationPeerConfig> peer;
    private volatile Parsed parsed;

    public PeerSettings(Supplier<ReplicationPeerConfig> peer) {
        this.peer = peer;
    }

    /** Returns the same object until the peer's configuration changes. */
    public SinkConfig config() throws InvalidSinkConfigException {
        Parsed current = current();
        if (current.problem != null) {
            throw current.problem;
        }
        return current.config;
    }

    /** Returns null while the configuration is invalid. */
    public SinkConfig configOrNull() {
        return current().config;
    }

    /** Returns the peer's scope; it covers all columns while the configuration is invalid. */
    public PeerScope scope() {
        return current().scope;
    }

    @SuppressWarnings("ReferenceEquality") // HBase replaces the object when the configuration changes
    private Parsed current() {
        ReplicationPeerConfig now = peer.get();
        Parsed current = parsed;
        if (current == null || current.source != now) {
            current = new Parsed(now);
            parsed = current;
        }
        return current;
    }

    private static final class Parsed {
        private final ReplicationPeerConfig source;
        private final SinkConfig config;
        private final InvalidSinkConfigException problem;
        private final PeerScope scope;

        Parsed(ReplicationPeerConfig source) {
            this.source = source;
            SinkConfig valid = null;
            InvalidSinkConfigException invalid = null;
            try {
                valid = SinkConfig.parse(source.getConfiguration());
            } catch (InvalidSinkConfigException e) {
                invalid = e;
            }
            this.config = valid;
            this.problem = invalid;
            this.scope = new PeerScope(source, valid);
        }
    }
}
