/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows by their keys through scans. Unlike a get's, their answers are bounded in bytes, here and in the server, and reading stops
 * inside a row that is too large. The keys of a region make one scan, and a few scans are open at a time. For one thread and one read.
 */
final class KeyScans {
    private static final long ANSWER_BYTES = 1L << 20;
    private static final int OPEN_AT_A_TIME = 4;

    private final HBaseConnections connections;
    private final AsyncTable<?> table;
    private final ColumnSelection columns;
    private final long mostRowBytes;
    private final Deadline deadline;
    private final String what;
    private final Map<RowKey, Row> found = new HashMap<>();
    private int versions;
    private long bytes;
    /** Room for the rows that were read, beside that of each open scan. */
    private int answersOfRows;

    private boolean isFull;

    /**
     * Creates a read.
     *
     * @param columns what is read of the rows
     * @param mostRowBytes a row that has more is {@link Row#tooLarge}
     * @param deadline for the whole read
     */
    KeyScans(
            HBaseConnections connections,
            AsyncTable<?> table,
            TableId name,
            ColumnSelection columns,
            long mostRowBytes,
            Deadline deadline) {
        this.connections = connections;
        this.table = table;
        this.columns = columns;
        this.versions = columns.versions();
        this.mostRowBytes = mostRowBytes;
        this.deadline = deadline;
        this.what = "reading rows of table " + name;
    }

    /** Reads up to this number of cells of each column; the selection's limit on a family's cells stays as it is. */
    KeyScans ofVersions(int most) {
        versions = most;
        return this;
    }

    /**
     * Reads the rows of keys in any order, until they have this number of bytes together, or more than there is room for.
     *
     * @return rows of the first keys, in order, at least one; those that are gone are empty
     */
    List<Row> read(List<RowKey> keys, long mostBytes) {
        found.clear();
        bytes = 0;
        isFull = false;
        List<RowKey> sorted = keys.stream().sorted().distinct().toList();
        int read = readSorted(sorted, mostBytes);
        List<Row> rows = new ArrayList<>(keys.size());
        for (RowKey key : keys) {
            if (read < sorted.size() && key.compareTo(sorted.get(read)) >= 0) {
                break;
            }
            Row row = found.get(key);
            rows.add(row == null ? new Row(key, List.of()) : row);
        }
        return rows.isEmpty() ? read(keys.subList(0, 1), mostBytes) : rows;
    }

    /** @return how many of the first keys were read */
    private int readSorted(List<RowKey> sorted, long mostBytes) {
        Deque<OpenScan> open = new ArrayDeque<>();
        int opened = 0;
        int read = 0;
        try {
            while (read < sorted.size()) {
                while (opened < sorted.size() && hasRoom(open, read == 0)) {
                    OpenScan next = open(sorted, opened);
                    open.add(next);
                    opened += next.keys.size();
                }
                if (open.isEmpty()) {
                    break;
                }
                OpenScan first = open.element();
                read += first.read(mostBytes);
                if (!first.isFinished() || isEnough(mostBytes)) {
                    break;
                }
                open.remove().close();
            }
        } finally {
            open.forEach(OpenScan::close);
            connections.room().giveBack(answersOfRows);
            answersOfRows = 0;
        }
        return read;
    }

    /** Waits for room only if this read has neither room, for which others may wait, nor rows, which would be in memory meanwhile. */
    private boolean hasRoom(Deque<OpenScan> open, boolean isFirst) {
        if (open.isEmpty() && isFirst) {
            connections.room().take(1, deadline.left());
            return true;
        }
        return open.size() < OPEN_AT_A_TIME && connections.room().takeOneMore();
    }

    /** Opens a scan, for which room was taken before; releases the room if the scan cannot be opened. */
    private OpenScan open(List<RowKey> sorted, int from) {
        try {
            return new OpenScan(sorted.subList(from, endOfRegion(sorted, from)));
        } catch (RuntimeException e) {
            connections.room().giveBack(1);
            throw e;
        }
    }

    /** Returns the end of the keys in the first key's region, as far as the client knows; a scan over more regions is also correct. */
    private int endOfRegion(List<RowKey> sorted, int from) {
        byte[] first = sorted.get(from).bytes().unsafeBytes();
        ByteArray end = ByteArray.wrap(connections
                .await(
                        connections.get().getRegionLocator(table.getName()).getRegionLocation(first),
                        deadline.left(),
                        what)
                .getRegion()
                .getEndKey());
        int to = from + 1;
        while (to < sorted.size() && (end.isEmpty() || sorted.get(to).bytes().compareTo(end) < 0)) {
            to++;
        }
        return to;
    }

    /** One scan over keys; holds room for an answer until it is closed. */
    private final class OpenScan implements AutoCloseable {
        private final List<RowKey> keys;
        private ResultScanner scanner;
        private boolean isFinished;

        OpenScan(List<RowKey> keys) {
            this.keys = keys;
            this.scanner = open(keys);
        }

        private ResultScanner open(List<RowKey> some) {
            return table.getScanner(scan(some));
        }

        boolean isFinished() {
            return isFinished;
        }

        /** @return how many of the first keys were read: all, unless the rows reached the byte limit earlier */
        int read(long mostBytes) {
            KeptCells row = null;
            RowKey key = null;
            while (true) {
                Result piece = next();
                if (row != null && (piece == null || !isOf(piece, key))) {
                    add(row.row(key));
                    row = null;
                    if (isEnough(mostBytes) && !key.equals(keys.get(keys.size() - 1))) {
                        return keys.indexOf(key) + 1;
                    }
                }
                if (piece == null) {
                    isFinished = true;
                    return keys.size();
                }
                if (row == null) {
                    row = new KeptCells(columns.filter(), mostRowBytes);
                    key = RowKey.wrap(piece.getRow());
                }
                row.add(piece);
                if (row.isTooLarge()) {
                    add(row.row(key));
                    row = null;
                    // The rest of the row may have any number of bytes, so it is not read.
                    scanner.close();
                    int behind = keys.indexOf(key) + 1;
                    if (behind == keys.size()) {
                        isFinished = true;
                        return behind;
                    }
                    scanner = open(keys.subList(behind, keys.size()));
                }
            }
        }

        private @Nullable Result next() {
            if (deadline.isOver()) {
                throw connections.timedOut(what + ": not done in time", null);
            }
            try {
                return scanner.next();
            } catch (IOException | RuntimeException e) {
                throw HBaseFailures.translate(e, what);
            }
        }

        @Override
        public void close() {
            try {
                scanner.close();
            } finally {
                connections.room().giveBack(1);
            }
        }
    }

    private static boolean isOf(Result piece, @Nullable RowKey key) {
        return key != null && ByteArray.wrap(piece.getRow()).equals(key.bytes());
    }

    private boolean isEnough(long mostBytes) {
        return isFull || bytes >= mostBytes;
    }

    private void add(Row row) {
        found.put(row.key(), row);
        bytes += row.bytes();
        // The first scan has room for as much, and it has little in hand if rows come in small pieces.
        while (!isFull && bytes > (1 + answersOfRows) * ReadRoom.LARGEST_CELL_BYTES) {
            boolean hasRoom = connections.room().takeOneMore();
            isFull = !hasRoom;
            answersOfRows += hasRoom ? 1 : 0;
        }
    }

    private Scan scan(List<RowKey> keys) {
        Scan scan = new Scan()
                .withStartRow(keys.get(0).bytes().unsafeBytes(), true)
                .withStopRow(keys.get(keys.size() - 1).bytes().unsafeBytes(), true)
                .setMaxResultSize(ANSWER_BYTES)
                // Read blocks one by one, as gets do, because the keys are far apart.
                .setReadType(Scan.ReadType.PREAD)
                .setConsistency(Consistency.STRONG);
        if (keys.size() > 1) {
            scan.setFilter(only(keys));
        }
        Results.select(scan, columns);
        return scan.readVersions(versions);
    }

    private Filter only(List<RowKey> keys) {
        // The filter sorts the list that it is given.
        List<MultiRowRangeFilter.RowRange> points = new ArrayList<>(keys.size());
        for (RowKey key : keys) {
            byte[] row = key.bytes().unsafeBytes();
            points.add(new MultiRowRangeFilter.RowRange(row, true, row, true));
        }
        Filter only = new MultiRowRangeFilter(points);
        return Results.areValuesLeftOut(columns) ? new FilterList(only, new KeyOnlyFilter()) : only;
    }
}
