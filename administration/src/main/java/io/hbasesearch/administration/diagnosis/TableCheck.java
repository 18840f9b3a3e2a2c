/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.site.ProbeResult;
import io.hbasesearch.administration.site.SiteFacts;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks that tables offer their edits to the peer, and that the peer passes those that indexes map. Pure. */
final class TableCheck {
    private static final String SCOPE = "scope";
    private static final String PEER = "peer-settings";

    private TableCheck() {}

    static List<Finding> judge(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>();
        new TreeMap<>(facts.hbase().tables()).forEach((table, known) -> scope(table, known.families(), findings));
        for (Peer peer :
                OurPeers.among(facts.path().replication().peers().value().orElse(List.of()))) {
            brokers(facts, peer, findings);
            if (peer.serial()) {
                findings.add(Finding.warning(
                        PEER,
                        peer.id(),
                        "it is serial: one region that lags delays all others, and hbase-search does not need the order",
                        "In the HBase shell: set_peer_serial '" + peer.id() + "', false"));
            }
            columns(peer, facts.path().configured().definitions(), findings);
        }
        return findings;
    }

    private static void scope(TableId table, ProbeResult<Map<String, Boolean>> families, List<Finding> findings) {
        families.complaint()
                .ifPresent(none -> findings.add(
                        none.code() == ErrorCode.ACCESS_DENIED
                                ? Finding.unknown(
                                        SCOPE,
                                        table.toString(),
                                        none.message(),
                                        "In the HBase shell, as a user with the permission: describe '" + table + "'")
                                : Finding.of(
                                        SCOPE,
                                        table.toString(),
                                        none,
                                        "Create the table, or correct the definition.")));
        families.value().ifPresent(known -> {
            Set<String> lacking = known.entrySet().stream()
                    .filter(family -> !family.getValue())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toCollection(TreeSet::new));
            findings.add(
                    lacking.isEmpty()
                            ? Finding.ok(SCOPE, table.toString(), "all families are offered to peers")
                            : Finding.wrong(
                                    SCOPE,
                                    table.toString(),
                                    ExitCode.FAILED,
                                    "families without REPLICATION_SCOPE => 1 announce nothing: "
                                            + String.join(", ", lacking),
                                    "hbase-search peer add --table " + table
                                            + " --set-scope, then hbase-search verify for each of its indexes"));
        });
    }

    /**
     * Warns if the peer's brokers and this program's have no name in common. Different names are right if RegionServers are in
     * another network.
     */
    private static void brokers(SiteFacts facts, Peer peer, List<Finding> findings) {
        Set<String> ofPeer = servers(OurPeers.bootstrapServers(peer));
        Set<String> common = new TreeSet<>(ofPeer);
        common.retainAll(servers(facts.path().configured().bootstrapServers()));
        findings.add(
                common.isEmpty()
                        ? Finding.warning(
                                PEER,
                                peer.id(),
                                "its endpoints connect to Kafka at " + String.join(", ", ofPeer)
                                        + ", and this program does at "
                                        + facts.path().configured().bootstrapServers(),
                                "Check that both are one cluster; if not: hbase-search peer add --peer-id " + peer.id()
                                        + " --table TABLE --kafka "
                                        + facts.path().configured().bootstrapServers())
                        : Finding.ok(PEER, peer.id(), "its endpoints connect to " + String.join(", ", ofPeer)));
    }

    private static Set<String> servers(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(server -> !server.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void columns(Peer peer, List<IndexDefinition> definitions, List<Finding> findings) {
        Map<TableId, String> columns;
        try {
            columns = OurPeers.columns(peer);
        } catch (HBaseSearchException e) {
            findings.add(Finding.wrong(
                    PEER,
                    peer.id(),
                    ExitCode.CONFIGURATION_INVALID,
                    String.valueOf(e.getMessage()),
                    e.hint().orElse("Correct it in the HBase shell with update_peer_config.")));
            return;
        }
        definitions.forEach(definition -> columns(peer, columns, definition, findings));
    }

    private static void columns(
            Peer peer, Map<TableId, String> columns, IndexDefinition definition, List<Finding> findings) {
        Optional.ofNullable(columns.get(definition.table())).ifPresent(list -> {
            Set<String> lacking = lacking(definition.columns(), servers(list));
            if (!lacking.isEmpty()) {
                findings.add(Finding.wrong(
                        PEER,
                        peer.id(),
                        ExitCode.FAILED,
                        "its columns of " + definition.table() + " lack what index " + definition.name() + " maps: "
                                + String.join(", ", lacking),
                        "In the HBase shell, add them to hbase-search.columns." + definition.table()
                                + " with update_peer_config, or remove that setting; then hbase-search verify "
                                + definition.name()));
            }
        });
    }

    /** Returns what an indexer reads and the peer does not announce: columns, and families that are read whole. */
    private static Set<String> lacking(ColumnSelection read, Set<String> announced) {
        Set<String> lacking = new TreeSet<>();
        if (read.families().isEmpty()) {
            lacking.add("every column, because a cell in any of them makes a row");
        }
        read.families().forEach((family, qualifiers) -> {
            if (announced.contains(family)) {
                return;
            }
            if (qualifiers.isEmpty()) {
                lacking.add(family);
            }
            qualifiers.stream()
                    .map(qualifier -> new ColumnName(family, qualifier).toString())
                    .filter(column -> !announced.contains(column))
                    .forEach(lacking::add);
        });
        return lacking;
    }
}
