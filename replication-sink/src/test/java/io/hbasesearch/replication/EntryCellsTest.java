/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static io.hbasesearch.replication.FakePeer.VALID;
import static io.hbasesearch.replication.WalEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.replication.settings.PeerScope;
import io.hbasesearch.replication.settings.SinkConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.junit.jupiter.api.Test;

class EntryCellsTest {
    private static final ReplicationPeerConfig ALL = FakePeer.config(VALID).build();
    private static final TableName MAIL = TableName.valueOf("mail");

    @Test
    void keepsOnlyFamiliesOfScopeOne() {
        WalEntries mixed =
                entry().put("r", "d", "a", "x").put("r", "local", "a", "x").put("r", "unknown", "a", "x");

        assertThat(families(mixed.scopes(WalEntries.scopes(Map.of("d", 1, "local", 0))), ALL))
                .containsExactly("d");
    }

    @Test
    void keepsNothingOfAnEntryWithoutScopes() {
        assertThat(families(entry().put("r", "d", "a", "x").scopes((TreeMap<byte[], Integer>) null), ALL))
                .isEmpty();
        assertThat(families(entry().put("r", "d", "a", "x").scopes(WalEntries.scopes(Map.of())), ALL))
                .isEmpty();
    }

    @Test
    void keepsNothingOfSystemTables() {
        for (String table : List.of("hbase:meta", "hbase:acl", "hbase:labels")) {
            assertThat(families(entry().table(table).put("r", "d", "a", "x"), ALL))
                    .isEmpty();
        }
    }

    @Test
    void appliesTheTablesFamiliesOfThePeer() {
        ReplicationPeerConfig onlyD = FakePeer.config(VALID)
                .setReplicateAllUserTables(false)
                .setTableCFsMap(Map.of(MAIL, List.of("d")))
                .build();
        WalEntries both = bothFamilies();

        assertThat(families(both, onlyD)).containsExactly("d");
        assertThat(families(both.table("other"), onlyD)).isEmpty();
    }

    @Test
    void appliesThePeersNamespaces() {
        ReplicationPeerConfig namespace = FakePeer.config(VALID)
                .setReplicateAllUserTables(false)
                .setNamespaces(Set.of("ns"))
                .build();

        assertThat(families(bothFamilies(), namespace)).isEmpty();
        assertThat(families(bothFamilies().table("ns:mail"), namespace)).containsExactly("d", "e");
    }

    @Test
    void appliesThePeersExcludes() {
        ReplicationPeerConfig excluding = FakePeer.config(VALID)
                .setExcludeNamespaces(Set.of("ns"))
                .setExcludeTableCFsMap(Map.of(MAIL, List.of("e"), TableName.valueOf("gone"), List.of()))
                .build();

        assertThat(families(bothFamilies(), excluding)).containsExactly("d");
        assertThat(families(bothFamilies().table("ns:mail"), excluding)).isEmpty();
        assertThat(families(bothFamilies().table("gone"), excluding)).isEmpty();
        assertThat(families(bothFamilies().table("third"), excluding)).containsExactly("d", "e");
    }

    @Test
    void keepsNothingWhereThePeerNamesNoTable() {
        ReplicationPeerConfig none =
                FakePeer.config(VALID).setReplicateAllUserTables(false).build();

        assertThat(families(bothFamilies(), none)).isEmpty();
    }

    @Test
    @SuppressWarnings("deprecation") // HBase's names of its markers
    void keepsOfAllMarkersOnlyBulkLoads() {
        WalEntries markers =
                entry().marker(WALEdit.FLUSH).marker(WALEdit.COMPACTION).marker(WALEdit.BULK_LOAD);
        List<String> kept = EntryCells.concerning(markers.build(), new PeerScope(ALL, null)).stream()
                .map(cell -> Bytes.toString(CellUtil.cloneQualifier(cell)))
                .toList();

        assertThat(kept).containsExactly("HBASE::BULK_LOAD");
    }

    @Test
    void dropsUnmappedColumnsButNoDeleteThatMayHitAMappedOne() throws Exception {
        SinkConfig config = SinkConfig.parse(FakePeer.validWith("hbase-search.columns.default:mail", "d:subject"));
        Entry mixed = entry().put("r", "d", "subject", "x")
                .put("r", "d", "size", "x")
                .cell("r", "d", null, KeyValue.Type.DeleteFamily, new byte[0])
                .build();

        assertThat(EntryCells.concerning(mixed, new PeerScope(ALL, config))).hasSize(2);
        assertThat(EntryCells.concerning(entry().put("r", "d", "size", "x").build(), new PeerScope(ALL, config)))
                .isEmpty();
        assertThat(EntryCells.concerning(
                        entry().table("other").put("r", "d", "size", "x").build(), new PeerScope(ALL, config)))
                .hasSize(1);
    }

    @Test
    void leavesTheEntryAsItIs() {
        Entry entry =
                bothFamilies().scopes(WalEntries.scopes(Map.of("d", 1, "e", 0))).build();

        EntryCells.concerning(entry, new PeerScope(ALL, null));

        assertThat(entry.getEdit().size()).isEqualTo(2);
    }

    private static WalEntries bothFamilies() {
        return entry().put("r", "d", "a", "x")
                .put("r", "e", "a", "x")
                .scopes(WalEntries.scopes(Map.of("d", 1, "e", 1)));
    }

    private static List<String> families(WalEntries entry, ReplicationPeerConfig peer) {
        return EntryCells.concerning(entry.build(), new PeerScope(peer, null)).stream()
                .map(cell -> Bytes.toString(CellUtil.cloneFamily(cell)))
                .toList();
    }
}
