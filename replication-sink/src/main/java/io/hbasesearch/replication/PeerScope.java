/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * What a peer's configuration lets through: its namespaces, table-CFs and excludes, and the columns that some index maps. Decided once
 * for each table and family, as every cell of a write-ahead log is asked about; a changed configuration has a scope of its own. Thread-safe.
 */
final class PeerScope {
    /** Of tables that come and go a RegionServer must not keep all: it is some 100 bytes for each family. */
    private static final int MOST_TABLES = 1_000;
    /** Few tables have more than ten at any time. */
    private static final int MOST_FAMILIES = 100;

    private final ReplicationPeerConfig peer;
    private final SinkConfig config;
    private final int mostTables;
    private final int mostFamilies;
    private final Map<TableName, OfTable> tables = new ConcurrentHashMap<>();

    /** @param config the columns to select, null for all */
    PeerScope(ReplicationPeerConfig peer, SinkConfig config) {
        this(peer, config, MOST_TABLES, MOST_FAMILIES);
    }

    /** @param mostTables beyond which it begins anew, as it does with a table beyond {@code mostFamilies} */
    PeerScope(ReplicationPeerConfig peer, SinkConfig config, int mostTables, int mostFamilies) {
        this.peer = peer;
        this.config = config;
        this.mostTables = mostTables;
        this.mostFamilies = mostFamilies;
    }

    OfTable of(TableName table) {
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

    /** One table's part of it. Thread-safe. */
    final class OfTable {
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

        boolean isConcerned() {
            return concerned;
        }

        OfFamily familyOf(Cell cell) {
            for (OfFamily known : families) {
                if (CellUtil.matchingFamily(cell, known.name)) {
                    return known;
                }
            }
            return decide(CellUtil.cloneFamily(cell));
        }

        OfFamily family(byte[] name) {
            for (OfFamily known : families) {
                if (Arrays.equals(name, known.name)) {
                    return known;
                }
            }
            return decide(name);
        }

        /** Two threads may do so at once: they come to the same, of which there may be two afterwards, or one that is decided again. */
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

    /** Immutable. */
    static final class OfFamily {
        /** Not to be changed. */
        final byte[] name;

        final ShippedColumns.OfFamily columns;

        OfFamily(byte[] name, ShippedColumns.OfFamily columns) {
            this.name = name;
            this.columns = columns;
        }
    }
}
