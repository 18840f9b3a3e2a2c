/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

/**
 * The class name of the endpoint in RegionServers, and the keys that it reads from its peer's configuration. Its own jar
 * contains another version of kafka-clients, relocated, so it stays off this program's classpath.
 */
final class EndpointSettings {
    static final String CLASS = "io.hbasesearch.replication.KafkaReplicationEndpoint";
    static final String BOOTSTRAP_SERVERS = "hbase-search.kafka.bootstrap.servers";
    static final String TABLES = "hbase-search.tables";
    /** Prefix of a table; edits of other columns of that table are not announced. */
    static final String COLUMNS_PREFIX = "hbase-search.columns.";

    static final String PAYLOAD = "hbase-search.payload";

    private EndpointSettings() {}
}
