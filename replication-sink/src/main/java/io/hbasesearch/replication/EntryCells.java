/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.PeerScope;
import io.hbasesearch.replication.settings.ShippedColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.shaded.protobuf.generated.WALProtos.StoreDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * Selects the cells of a WAL entry that concern a peer. Their families are replicated (scope 1), the peer's namespaces, table-CFs and
 * excludes pass them, and some index maps them. HBase's own filters for this belong to a private base class. Stateless; does not change the
 * entry.
 */
final class EntryCells {
    /** Part of the log's format; HBase's constant for it is private API. */
    private static final byte[] BULK_LOAD = Bytes.toBytes("HBASE::BULK_LOAD");

    private EntryCells() {}

    /**
     * Returns the cells that concern the peer. Includes bulk-load markers of any family: HBase removes the loaded files from the peer's
     * list only once the marker was shipped, and never deletes files on that list.
     *
     * @return must not be modified: it is the entry's own list if all of it concerns the peer
     */
    static List<Cell> concerning(Entry entry, PeerScope scope) {
        NavigableMap<byte[], Integer> scopes = entry.getKey().getReplicationScopes();
        if (entry.getEdit() == null || scopes == null || scopes.isEmpty()) {
            return Collections.emptyList();
        }
        PeerScope.OfTable table = scope.of(entry.getKey().getTableName());
        if (!table.isConcerned()) {
            return Collections.emptyList();
        }
        Families families = new Families(table, scopes);
        List<Cell> cells = entry.getEdit().getCells();
        for (int i = 0; i < cells.size(); i++) {
            if (!families.concerns(cells.get(i))) {
                return withoutOthers(cells, i, families);
            }
        }
        return cells;
    }

    private static List<Cell> withoutOthers(List<Cell> cells, int firstOther, Families families) {
        List<Cell> concerning = new ArrayList<>(cells.subList(0, firstOther));
        for (Cell cell : cells.subList(firstOther + 1, cells.size())) {
            if (families.concerns(cell)) {
                concerning.add(cell);
            }
        }
        return concerning;
    }

    /**
     * Returns the loaded families that concern the peer; an empty list if the load does not concern it.
     *
     * @param marker of a bulk load, from {@link #concerning}
     * @return empty if the marker cannot be read: then any family may have been loaded
     */
    static Optional<List<byte[]>> loadedFamilies(Entry entry, Cell marker, PeerScope scope) {
        Families families = new Families(
                scope.of(entry.getKey().getTableName()), entry.getKey().getReplicationScopes());
        List<byte[]> loaded = new ArrayList<>();
        try {
            for (StoreDescriptor store : WALEdit.getBulkLoadDescriptor(marker).getStoresList()) {
                byte[] family = store.getFamilyName().toByteArray();
                if (families.columns(families.table.family(family)).anyIsSelected()) {
                    loaded.add(family);
                }
            }
            return Optional.of(loaded);
        } catch (IOException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    static boolean haveBulkLoad(List<Cell> cells) {
        for (Cell cell : cells) {
            if (isBulkLoad(cell)) {
                return true;
            }
        }
        return false;
    }

    static boolean isBulkLoad(Cell cell) {
        return CellUtil.matchingColumn(cell, WALEdit.METAFAMILY, BULK_LOAD);
    }

    /** Selects cells by family. Caches the decision on the last family, because an entry's cells come family by family. */
    private static final class Families {
        private final PeerScope.OfTable table;
        private final NavigableMap<byte[], Integer> scopes;
        private byte[] last = {};
        private ShippedColumns.OfFamily columns;

        Families(PeerScope.OfTable table, NavigableMap<byte[], Integer> scopes) {
            this.table = table;
            this.scopes = scopes;
        }

        boolean concerns(Cell cell) {
            if (last.length == 0 || !CellUtil.matchingFamily(cell, last)) {
                PeerScope.OfFamily family = table.familyOf(cell);
                last = family.name;
                columns = columns(family);
            }
            return columns.selects(cell) || isBulkLoad(cell);
        }

        /** Returns the columns of the family that concern the peer. */
        ShippedColumns.OfFamily columns(PeerScope.OfFamily family) {
            Integer scope = scopes.get(family.name);
            return scope != null && scope == HConstants.REPLICATION_SCOPE_GLOBAL
                    ? family.columns
                    : ShippedColumns.OfFamily.NONE;
        }
    }
}
