/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.shaded.protobuf.generated.WALProtos.StoreDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * Which cells of a WAL entry concern a peer: those of families that are replicated (scope 1) and that the peer's
 * namespaces, table-CFs and excludes let through, and that some index maps. HBase's own filters for this belong to a
 * private base class. Stateless; leaves the entry as it is.
 */
final class EntryCells {
    /** Part of the log's format; HBase's constant for it is private API. */
    private static final byte[] BULK_LOAD = Bytes.toBytes("HBASE::BULK_LOAD");

    private EntryCells() {}

    /**
     * Bulk-load markers are among the result, of whatever family: HBase takes the loaded files off the peer's list only once
     * the marker was shipped, and never deletes files that are on it.
     *
     * @param config the columns to select, null for all
     */
    static List<Cell> concerning(Entry entry, ReplicationPeerConfig peer, SinkConfig config) {
        TableName table = entry.getKey().getTableName();
        NavigableMap<byte[], Integer> scopes = entry.getKey().getReplicationScopes();
        if (entry.getEdit() == null || scopes == null || scopes.isEmpty() || !concerns(table, peer)) {
            return new ArrayList<>();
        }
        ColumnSelection columns = config == null ? null : config.columnsOf(qualified(table));
        Families families = new Families(table, scopes, peer);
        List<Cell> concerning = new ArrayList<>(entry.getEdit().size());
        for (Cell cell : entry.getEdit().getCells()) {
            if (WALEdit.isMetaEditFamily(cell)) {
                if (isBulkLoad(cell)) {
                    concerning.add(cell);
                }
            } else if (families.replicates(cell) && (columns == null || columns.selects(cell))) {
                concerning.add(cell);
            }
        }
        return concerning;
    }

    /**
     * The loaded families that concern the peer; none if the load does not concern it.
     *
     * @param marker of a bulk load, from {@link #concerning}
     * @return empty if the marker cannot be read: then any family may have been loaded
     */
    static Optional<List<byte[]>> loadedFamilies(
            Entry entry, Cell marker, ReplicationPeerConfig peer, SinkConfig config) {
        TableName table = entry.getKey().getTableName();
        ColumnSelection columns = config == null ? null : config.columnsOf(qualified(table));
        Families families = new Families(table, entry.getKey().getReplicationScopes(), peer);
        List<byte[]> loaded = new ArrayList<>();
        try {
            for (StoreDescriptor store : WALEdit.getBulkLoadDescriptor(marker).getStoresList()) {
                byte[] family = store.getFamilyName().toByteArray();
                if (families.replicates(family) && (columns == null || columns.selectsFamily(family))) {
                    loaded.add(family);
                }
            }
            return Optional.of(loaded);
        } catch (IOException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    static boolean concerns(TableName table, ReplicationPeerConfig peer) {
        return !table.isSystemTable() && peer.needToReplicate(table);
    }

    static boolean isBulkLoad(Cell cell) {
        return CellUtil.matchingColumn(cell, WALEdit.METAFAMILY, BULK_LOAD);
    }

    private static String qualified(TableName table) {
        return table.getNamespaceAsString() + ":" + table.getQualifierAsString();
    }

    /** Remembers the verdict on the last family, as an entry's cells come family by family. */
    private static final class Families {
        private final TableName table;
        private final NavigableMap<byte[], Integer> scopes;
        private final ReplicationPeerConfig peer;
        private byte[] last = {};
        private boolean verdict;

        Families(TableName table, NavigableMap<byte[], Integer> scopes, ReplicationPeerConfig peer) {
            this.table = table;
            this.scopes = scopes;
            this.peer = peer;
        }

        boolean replicates(Cell cell) {
            if (last.length == 0 || !CellUtil.matchingFamily(cell, last)) {
                last = CellUtil.cloneFamily(cell);
                verdict = replicates(last);
            }
            return verdict;
        }

        boolean replicates(byte[] family) {
            Integer scope = scopes.get(family);
            return scope != null && scope == HConstants.REPLICATION_SCOPE_GLOBAL && peer.needToReplicate(table, family);
        }
    }
}
