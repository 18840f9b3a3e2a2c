/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.peer;

/**
 * What the endpoint in RegionServers is called and reads from its peer's configuration. Its own jar holds kafka-clients of
 * another line, relocated, so it stays off this program's classpath.
 */
final class EndpointSettings {
    static final String CLASS = "io.hbasesearch.replication.KafkaReplicationEndpoint";
    static final String BOOTSTRAP_SERVERS = "hbase-search.kafka.bootstrap.servers";
    static final String TABLES = "hbase-search.tables";
    /** Followed by a table; edits of other columns of that table are not announced. */
    static final String COLUMNS_PREFIX = "hbase-search.columns.";

    static final String PAYLOAD = "hbase-search.payload";

    private EndpointSettings() {}
}
