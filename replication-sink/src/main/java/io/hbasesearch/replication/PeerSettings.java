/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.function.Supplier;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;

/**
 * A peer's configuration as it is now, parsed once per change. HBase keeps the current one in the peer; what it hands to
 * an endpoint at its start is compounded once and then stale. Thread-safe.
 */
final class PeerSettings {
    private final Supplier<ReplicationPeerConfig> peer;
    private volatile Parsed parsed;

    PeerSettings(Supplier<ReplicationPeerConfig> peer) {
        this.peer = peer;
    }

    /** The same object until the peer's configuration changes. */
    SinkConfig config() throws InvalidSinkConfigException {
        Parsed current = current();
        if (current.problem != null) {
            throw current.problem;
        }
        return current.config;
    }

    /** Null while the configuration is invalid. */
    SinkConfig configOrNull() {
        return current().config;
    }

    /** What concerns the peer; of all columns while the configuration is invalid. */
    PeerScope scope() {
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
