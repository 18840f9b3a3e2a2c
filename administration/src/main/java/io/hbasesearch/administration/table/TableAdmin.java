/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.definition.value.AnyCell;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseRowWriter;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.hbase.TableDescription;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads and changes tables and their rows with the credentials of the configuration. For one thread. Owns its connection to
 * HBase.
 */
public final class TableAdmin implements AutoCloseable {
    private static final int ROWS_OF_A_REPORT = 1_000;

    private final HBaseConnections connections;
    private final HBaseTables tables;
    private final HBaseRowReader reader;
    private final HBaseRowWriter writer;

    /** Receives what a long count has done. */
    public interface Counting {
        /** @param region that is read, from 1 */
        void counted(long rows, int region, int regions);
    }

    /** Does no I/O. */
    public TableAdmin(HBaseConfig config) {
        this.connections = new HBaseConnections(config);
        this.tables = new HBaseTables(connections);
        this.reader = new HBaseRowReader(connections);
        this.writer = new HBaseRowWriter(connections);
    }

    public List<TableDescription> list() {
        return tables.descriptions();
    }

    /** @throws HBaseSearchException TABLE_NOT_FOUND, with the names there are */
    public TableDescription describe(TableId table) {
        try {
            return tables.description(table);
        } catch (HBaseSearchException e) {
            throw e.code() == ErrorCode.TABLE_NOT_FOUND ? absent(table) : e;
        }
    }

    public boolean isEnabled(TableId table) {
        return tables.isEnabled(table);
    }

    /**
     * Creates a table.
     *
     * @param splits the start keys of all regions but the first
     * @throws HBaseSearchException ALREADY_EXISTS, TABLE_NOT_FOUND if its namespace does not exist
     */
    public void create(TableId table, List<TableDescription.Family> families, List<ByteArray> splits) {
        boolean created;
        try {
            created = tables.create(table, families, splits);
        } catch (HBaseSearchException e) {
            throw e.code() == ErrorCode.TABLE_NOT_FOUND
                    ? new HBaseSearchException(
                            ErrorCode.NOT_FOUND,
                            "HBase has no namespace '" + table.namespace() + "'",
                            "Create it in the HBase shell, create_namespace '" + table.namespace()
                                    + "', or create the table without a namespace.",
                            e)
                    : e;
        }
        if (!created) {
            throw new HBaseSearchException(
                    ErrorCode.ALREADY_EXISTS,
                    "table " + table + " already exists",
                    "See its families: hbase-search table describe " + table,
                    null);
        }
    }

    /**
     * Returns the names of a table's families; empty if this user may not see them: HBase itself then refuses what is wrong.
     *
     * @throws HBaseSearchException TABLE_NOT_FOUND
     */
    public Set<String> families(TableId table) {
        try {
            return describe(table).families().stream()
                    .map(TableDescription.Family::name)
                    .collect(Collectors.toSet());
        } catch (HBaseSearchException e) {
            if (e.code() == ErrorCode.ACCESS_DENIED) {
                return Set.of();
            }
            throw e;
        }
    }

    /**
     * Fails if the table does not exist or lacks a family.
     *
     * @throws HBaseSearchException TABLE_NOT_FOUND, or NOT_FOUND for a family
     */
    public void require(TableId table, Collection<String> families) {
        Set<String> present = families(table);
        families.stream()
                .filter(family -> !present.isEmpty() && !present.contains(family))
                .findFirst()
                .ifPresent(missing -> {
                    throw new HBaseSearchException(
                            ErrorCode.NOT_FOUND,
                            "table " + name(table) + " has no column family '" + missing + "'",
                            "Its families: " + String.join(", ", new TreeSet<>(present)) + ".",
                            null);
                });
    }

    /** Returns a row; empty if it has none of the columns. */
    public Row get(TableId table, RowKey key, ColumnSelection columns) {
        return reader.read(table, columns, List.of(key), connections.timeout()).get(0);
    }

    /** Opens a scan; the caller closes it. */
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        return reader.scan(table, columns, range);
    }

    /**
     * Counts rows, by reading the first cell of each without its value.
     *
     * @throws InterruptedException if this thread is interrupted
     */
    public long count(TableId table, KeyRange range, Counting counting) throws InterruptedException {
        ColumnSelection firstCells = ColumnSelection.everything().keeping(new AnyCell(Set.of(), false));
        List<KeyRange> regions = reader.regions(table).stream()
                .map(region -> region.intersection(range))
                .filter(part -> !part.isEmpty())
                .toList();
        long rows = 0;
        for (int i = 0; i < regions.size(); i++) {
            try (RowCursor cursor = reader.scan(table, firstCells, regions.get(i))) {
                while (cursor.hasNext()) {
                    cursor.next();
                    rows++;
                    if (rows % ROWS_OF_A_REPORT == 0) {
                        counting.counted(rows, i + 1, regions.size());
                        requireUninterrupted();
                    }
                }
            }
        }
        return rows;
    }

    static void requireUninterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    public void put(TableId table, HBaseRowWriter.RowPut row) {
        putEach(table, List.of(row)).values().forEach(reason -> {
            throw new HBaseSearchException(ErrorCode.USAGE, "HBase refuses the row: " + reason, null, null);
        });
    }

    /** @return the reason for each refused row, by its place in {@code rows} */
    SortedMap<Integer, String> putEach(TableId table, List<HBaseRowWriter.RowPut> rows) {
        return writer.putEach(table, rows);
    }

    /**
     * Deletes all versions of columns of a row.
     *
     * @param columns empty for the whole row
     */
    public void delete(TableId table, RowKey key, Collection<ColumnName> columns) {
        writer.delete(table, key, columns);
    }

    private HBaseSearchException absent(TableId table) {
        List<String> names = tables.list().stream().map(TableAdmin::name).toList();
        String hint = Suggestion.nearest(name(table), names)
                .map(nearest -> "Did you mean '" + nearest + "'?")
                .orElse("List the tables: hbase-search table list; create one: hbase-search table create " + name(table)
                        + " FAMILY");
        return new HBaseSearchException(ErrorCode.TABLE_NOT_FOUND, "HBase has no table " + name(table), hint, null);
    }

    /** Returns a table's name as the HBase shell shows it: without the default namespace. */
    public static String name(TableId table) {
        return table.namespace().equals(TableId.DEFAULT_NAMESPACE) ? table.qualifier() : table.toString();
    }

    @Override
    public void close() {
        reader.close();
        connections.close();
    }
}
