/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * Decides what a peer's configuration passes: its namespaces, table-CFs and excludes, and the columns that some index maps. Decides once
 * for each table and family, because every cell of a write-ahead log is checked; a changed configuration has a new scope. Thread-safe.
 */
public final class PeerScope {
    /** Limit of remembered tables: a RegionServer must not keep all tables that come and go, at some 100 bytes for each family. */
    private static final int MOST_TABLES = 1_000;
    /** Few tables have more than ten at any time. */
    private static final int MOST_FAMILIES = 100;

    private final ReplicationPeerConfig peer;
    private final SinkConfig config;
    private final int mostTables;
    private final int mostFamilies;
    private final Map<TableName, OfTable> tables = new ConcurrentHashMap<>();

    /** @param config the columns to select, null for all */
    public PeerScope(ReplicationPeerConfig peer, SinkConfig config) {
        this(peer, config, MOST_TABLES, MOST_FAMILIES);
    }

    /** @param mostTables limit after which all decisions are dropped, as those of a table are after {@code mostFamilies} */
    public PeerScope(ReplicationPeerConfig peer, SinkConfig config, int mostTables, int mostFamilies) {
        this.peer = peer;
        this.config = config;
        this.mostTables = mostTables;
        this.mostFamilies = mostFamilies;
    }

    public OfTable of(TableName table) {
        OfTable known = tables.get(table);
        if (known != null) {
            return known;
        }
        if (tables.size() >= mostTables) {
            tables.clear();
        }
        OfTable decided = new OfTable(table);
        tables.put(table, decided);
        return decided;
    }

    /** Scope of one table. Thread-safe. */
    public final class OfTable {
        private final TableName table;
        private final boolean concerned;
        private final ShippedColumns selection;
        private volatile OfFamily[] families = {};

        OfTable(TableName table) {
            this.table = table;
            this.concerned = !table.isSystemTable() && peer.needToReplicate(table);
            this.selection = config == null
                    ? null
                    : config.columnsOf(table.getNamespaceAsString() + ":" + table.getQualifierAsString());
        }

        public boolean isConcerned() {
            return concerned;
        }

        public OfFamily familyOf(Cell cell) {
            for (OfFamily known : families) {
                if (CellUtil.matchingFamily(cell, known.name)) {
                    return known;
                }
            }
            return decide(CellUtil.cloneFamily(cell));
        }

        public OfFamily family(byte[] name) {
            for (OfFamily known : families) {
                if (Arrays.equals(name, known.name)) {
                    return known;
                }
            }
            return decide(name);
        }

        /**
         * Decides on a family. Two threads may do so at once: they reach the same decision, which may then be stored twice, or once and be
         * decided again.
         */
        private OfFamily decide(byte[] name) {
            OfFamily decided = new OfFamily(name, columns(name));
            OfFamily[] known = families;
            OfFamily[] more = Arrays.copyOf(known, known.length < mostFamilies ? known.length + 1 : 1);
            more[more.length - 1] = decided;
            families = more;
            return decided;
        }

        private ShippedColumns.OfFamily columns(byte[] family) {
            if (!concerned || WALEdit.isMetaEditFamily(family) || !peer.needToReplicate(table, family)) {
                return ShippedColumns.OfFamily.NONE;
            }
            return selection == null ? ShippedColumns.OfFamily.ALL : selection.of(family);
        }
    }

    /** Scope of one family. Immutable. */
    public static final class OfFamily {
        /** Must not be modified. */
        public final byte[] name;

        public final ShippedColumns.OfFamily columns;

        OfFamily(byte[] name, ShippedColumns.OfFamily columns) {
            this.name = name;
            this.columns = columns;
        }
    }
}
