/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBasePeers;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers;
import io.hbasesearch.hbase.RegionServers.Master;
import io.hbasesearch.hbase.RegionServers.RegionServer;
import io.hbasesearch.hbase.ReplicationSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What HBase is asked. For one thread. Owns its connection. */
final class HBaseProbe implements AutoCloseable {
    /** RegionServers report every three seconds unless told otherwise; the master may hand out the report before the last. */
    private static final Duration REPORT_AGE = Duration.ofSeconds(10);

    private static final RowKey ANY_ROW = new RowKey(ByteArray.wrap(new byte[] {0}));

    private final HBaseConnections connections;
    private final HBaseTables tables;
    private final HBasePeers peers;
    private final HBaseRowReader rows;
    private final Clock clock;
    private final Remote remote;

    HBaseProbe(HBaseConfig config, Clock clock, Deadline deadline) {
        this.remote = new Remote("hbase", deadline);
        this.connections = new HBaseConnections(config);
        this.tables = new HBaseTables(connections);
        this.peers = new HBasePeers(connections);
        this.rows = new HBaseRowReader(connections);
        this.clock = clock;
    }

    /** First of all: reading the load of servers takes no permission. */
    ProbeResult<Map<String, List<PeerLag>>> queues() {
        return remote.knock(peers::lags);
    }

    ProbeResult<List<Peer>> peers() {
        return remote.ask(peers::list);
    }

    /**
     * What HBase's tables make of patterns, for an index keeps its table.
     *
     * @param indexes the tables of the indexes that there are, by the indexes' names
     * @return no answer if HBase does not tell its tables and there are patterns
     */
    ProbeResult<List<IndexDefinition>> definitions(Definitions defined, Map<String, TableId> indexes) {
        return defined.patterns().isEmpty()
                ? ProbeResult.answer(defined.named())
                : remote.ask(() -> defined.over(tables.list(), indexes).definitions());
    }

    ProbeResult<List<RegionServer>> servers() {
        return remote.ask(() -> new RegionServers(connections).list());
    }

    ProbeResult<List<Master>> masters() {
        return remote.ask(() -> new RegionServers(connections).masters());
    }

    ProbeResult<List<ReplicationSettings.Finding>> settings() {
        return remote.ask(() -> new ReplicationSettings(connections).check());
    }

    /** Clocks, as reports of servers show them. */
    List<Reading> clocks(Instant asked, List<RegionServer> servers) {
        Instant answered = clock.instant();
        return servers.stream()
                .map(server -> new Reading(
                        "RegionServer " + server.name(), server.reportedAt(), asked.minus(REPORT_AGE), answered))
                .toList();
    }

    /** @param columns that indexes of the table map: whether they may be read is asked with a row that need not exist */
    SiteFacts.TableFacts table(TableId table, ColumnSelection columns) {
        return new SiteFacts.TableFacts(
                remote.ask(() -> Map.copyOf(tables.replicatedFamilies(table))), remote.ask(() -> {
                    rows.read(table, columns, List.of(ANY_ROW), connections.timeout());
                    return true;
                }));
    }

    /** As {@link Remote#late()}. */
    Set<String> late() {
        return remote.late();
    }

    @Override
    public void close() {
        rows.close();
        connections.close();
    }
}
