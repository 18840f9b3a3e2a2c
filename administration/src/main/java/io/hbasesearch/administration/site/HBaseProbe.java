/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.core.concurrent.Deadline;
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

/** Queries HBase for a diagnosis. For one thread. Owns its connection. */
final class HBaseProbe implements AutoCloseable {
    /** RegionServers report every three seconds by default; the master may return the report before the last. */
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

    /** Must be asked first: reading the load of servers requires no permission. */
    ProbeResult<Map<String, List<PeerLag>>> queues() {
        return remote.knock(peers::lags);
    }

    ProbeResult<List<Peer>> peers() {
        return remote.ask(peers::list);
    }

    /**
     * Resolves definitions with patterns against HBase's tables; an existing index keeps its table.
     *
     * @param indexes the tables of the existing indexes, by the indexes' names
     * @return no answer if HBase does not list its tables and there are patterns
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

    /** Returns the servers' clocks, as their reports show them. */
    List<Reading> clocks(Instant asked, List<RegionServer> servers) {
        Instant answered = clock.instant();
        return servers.stream()
                .map(server -> new Reading(
                        "RegionServer " + server.name(), server.reportedAt(), asked.minus(REPORT_AGE), answered))
                .toList();
    }

    /** @param columns that indexes of the table map: a read of a row that need not exist shows whether they are readable */
    SiteFacts.TableFacts table(TableId table, ColumnSelection columns) {
        return new SiteFacts.TableFacts(
                remote.ask(() -> Map.copyOf(tables.replicatedFamilies(table))), remote.ask(() -> {
                    rows.read(table, columns, List.of(ANY_ROW), connections.timeout());
                    return true;
                }));
    }

    /** See {@link Remote#late()}. */
    Set<String> late() {
        return remote.late();
    }

    @Override
    public void close() {
        rows.close();
        connections.close();
    }
}
