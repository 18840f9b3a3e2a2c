/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.replication.ReplicationPeer;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigListener;

/** A peer whose configuration a test changes, as HBase does: by another object, and then the listeners are told. */
final class FakePeer implements ReplicationPeer {
    static final Map<String, String> VALID = Map.of(
            "hbase-search.kafka.bootstrap.servers", "localhost:1",
            "hbase-search.tables", "default:mail=1/4",
            "hbase-search.barrier", "unsafe-off",
            "hbase-search.backoff.initial.ms", "1",
            "hbase-search.backoff.max.ms", "5");

    final List<ReplicationPeerConfigListener> listeners = new CopyOnWriteArrayList<>();
    private volatile ReplicationPeerConfig config;

    FakePeer(Map<String, String> settings) {
        set(settings);
    }

    static ReplicationPeerConfigBuilder config(Map<String, String> settings) {
        ReplicationPeerConfigBuilder builder = ReplicationPeerConfig.newBuilder();
        settings.forEach(builder::putConfiguration);
        return builder;
    }

    static Map<String, String> validWith(String... keysAndValues) {
        Map<String, String> settings = new HashMap<>(VALID);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return settings;
    }

    void set(Map<String, String> settings) {
        update(ignored -> config(settings));
    }

    void update(UnaryOperator<ReplicationPeerConfigBuilder> change) {
        config = change.apply(config == null ? null : ReplicationPeerConfig.newBuilder(config))
                .build();
        listeners.forEach(listener -> listener.peerConfigUpdated(config));
    }

    @Override
    public String getId() {
        return "search";
    }

    @Override
    public PeerState getPeerState() {
        return PeerState.ENABLED;
    }

    @Override
    public ReplicationPeerConfig getPeerConfig() {
        return config;
    }

    @Override
    public Configuration getConfiguration() {
        return new Configuration(false);
    }

    @Override
    public Map<TableName, List<String>> getTableCFs() {
        return config.getTableCFsMap();
    }

    @Override
    public Set<String> getNamespaces() {
        return config.getNamespaces();
    }

    @Override
    public long getPeerBandwidth() {
        return 0;
    }

    @Override
    public void registerPeerConfigListener(ReplicationPeerConfigListener listener) {
        listeners.add(listener);
    }
}
