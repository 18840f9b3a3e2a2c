/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.error.NoRoomException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.row.RowSizeEstimator;
import io.hbasesearch.core.row.TableCondition;
import io.hbasesearch.core.spi.CheckResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * Reads rows through HBase's client. Uses scans, whose answers are bounded in bytes, and multi-gets grouped by RegionServer if rows are
 * known to be small and the heap has room for them even if each has a large cell. If any key of a batch cannot be read, the whole batch
 * fails: an exception never looks like a deleted row. Safe for use by several threads. Borrows the connection: closing this closes nothing.
 */
public final class HBaseRowReader implements RowReader {
    /** Extra time, a tenth, for the client's own error, which names the server. */
    private static final int GRACE_PART = 10;

    private static final int SCAN_ROWS = 500;
    private static final long SCAN_BYTES = 2L << 20;

    private static final byte[] PROBE = "hbase-search.probe".getBytes(StandardCharsets.US_ASCII);

    /** After larger rows than this, rows are read by scans until smaller ones have come for a while. */
    private static final long LARGE_ROW_BYTES = 256L << 10;

    /** Target size of one multi-get, if rows are as large as those before them. */
    private static final long BYTES_TOGETHER = 8L << 20;

    private static final int UNKNOWN_TOGETHER = 20;

    /** Assumed of a table whose families are not named; HBase advises against more than three. */
    private static final int MOST_FAMILIES = 4;

    /** Limit of a cell without value and row key: of its qualifier mostly, which is as long as a row key may be. */
    private static final long NAME_BYTES = RowKey.MAX_LENGTH + 500L;

    /** Limit of selections with known sizes; callers of a gateway may name any columns. */
    private static final int MOST_SELECTIONS = 1_000;

    private final HBaseConnections connections;
    private final long mostRowBytes;
    private final ReadRoom room;
    private final Map<Selected, RowSizeEstimator> sizes = new ConcurrentHashMap<>();
    private final Optional<OwnerChecks> checks;

    /** Creates a reader whose row limit is a share of the heap. */
    public HBaseRowReader(HBaseConnections connections) {
        this(connections, IndexerConfig.rowBytesOfHeap());
    }

    /** @param mostRowBytes a row of which more is read is {@link Row#tooLarge} */
    public HBaseRowReader(HBaseConnections connections, long mostRowBytes) {
        this(connections, mostRowBytes, connections.room());
    }

    HBaseRowReader(HBaseConnections connections, long mostRowBytes, ReadRoom room) {
        this(connections, mostRowBytes, room, Optional.empty());
    }

    private HBaseRowReader(
            HBaseConnections connections, long mostRowBytes, ReadRoom room, Optional<OwnerChecks> checks) {
        this.connections = Objects.requireNonNull(connections, "connections");
        this.mostRowBytes = mostRowBytes;
        this.room = room;
        this.checks = checks;
    }

    /**
     * A reader of what is written to an index: it takes no row from a RegionServer that was frozen and has been replaced. That costs a
     * question to ZooKeeper and hbase:meta after a RegionServer was silent for two seconds.
     *
     * @param mostRowBytes a row of which more is read is {@link Row#tooLarge}
     */
    public static HBaseRowReader ofOwners(HBaseConnections connections, long mostRowBytes) {
        return new HBaseRowReader(
                connections, mostRowBytes, connections.room(), Optional.of(new OwnerChecks(System::nanoTime)));
    }

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        List<Row> rows = new ArrayList<>(keys.size());
        while (rows.size() < keys.size()) {
            rows.addAll(
                    readSome(table, columns, keys.subList(rows.size(), keys.size()), Long.MAX_VALUE, deadline.left()));
        }
        return rows;
    }

    @Override
    public List<Row> readSome(
            TableId table, ColumnSelection columns, List<RowKey> keys, long mostBytes, Duration timeout) {
        if (keys.isEmpty()) {
            return List.of();
        }
        return checks.map(owners -> owners.read(
                        new ClientOwners(connections, table),
                        keys,
                        timeout,
                        left -> readUnchecked(table, columns, keys, mostBytes, left)))
                .orElseGet(() -> readUnchecked(table, columns, keys, mostBytes, timeout));
    }

    private List<Row> readUnchecked(
            TableId table, ColumnSelection columns, List<RowKey> keys, long mostBytes, Duration timeout) {
        if (Results.isKeptByServers(columns)) {
            return getNames(table, columns, keys, mostBytes, timeout);
        }
        int together = room.rowsOfGet();
        if (together == 0 || columns.filter().isPresent()) {
            return scan(table, columns, keys, mostBytes, Deadline.after(timeout));
        }
        if (sizes.size() > MOST_SELECTIONS) {
            sizes.clear();
        }
        RowSizeEstimator usual = sizes.computeIfAbsent(Selected.of(table, columns), any -> RowSizeEstimator.careful());
        List<Row> rows = usual.bytes() == 0 || usual.bytes() > LARGE_ROW_BYTES
                ? scan(
                        table,
                        columns,
                        keys.subList(0, Math.min(UNKNOWN_TOGETHER, keys.size())),
                        mostBytes,
                        Deadline.after(timeout))
                : getSome(
                        table,
                        columns,
                        keys.subList(0, usual.rowsIn(BYTES_TOGETHER, Math.min(together, keys.size()))),
                        mostBytes,
                        timeout,
                        usual);
        List<Row> found = rows.stream().filter(row -> !row.isEmpty()).toList();
        usual.learn(
                rows.size(),
                found.size(),
                found.stream()
                        .mapToLong(row -> row.excess().map(Row.Excess::bytes).orElseGet(row::bytes))
                        .sum());
        return rows;
    }

    /** Selection that a size estimate belongs to: rows have other sizes for other columns. */
    private record Selected(TableId table, Map<String, Set<ByteArray>> families, int versions) {
        static Selected of(TableId table, ColumnSelection columns) {
            return new Selected(table, columns.families(), columns.versions());
        }
    }

    /** Reads the first cell of each family, without values: these have no more bytes than their names, however large the rows are. */
    private List<Row> getNames(
            TableId table, ColumnSelection columns, List<RowKey> keys, long mostBytes, Duration timeout) {
        int families = columns.families().isEmpty()
                ? MOST_FAMILIES
                : columns.families().size();
        long most = room.answersOfGet() * ReadRoom.LARGEST_CELL_BYTES;
        long bytes = 0;
        int number = 0;
        while (number < keys.size() && (number == 0 || bytes < most)) {
            bytes += families * (keys.get(number).bytes().length() + NAME_BYTES);
            number++;
        }
        int answers = (int) (bytes / ReadRoom.LARGEST_CELL_BYTES) + 1;
        return getSome(table, columns, keys.subList(0, number), mostBytes, answers, timeout);
    }

    private List<Row> getSome(
            TableId table,
            ColumnSelection columns,
            List<RowKey> keys,
            long mostBytes,
            Duration timeout,
            RowSizeEstimator usual) {
        try {
            return getSome(table, columns, keys, mostBytes, keys.size(), timeout);
        } catch (HBaseSearchException e) {
            if (e.failureClass().isRetryable() && !(e instanceof NoRoomException)) {
                // Perhaps because of large rows, or of one that HBase does not return as a whole
                // (hbase.table.max.rowsize): the next
                // read is a scan, which may end in the middle of them.
                usual.learn(1, LARGE_ROW_BYTES + 1);
            }
            throw e;
        }
    }

    /** Reads the rows of the first keys, until they have this number of bytes or as many as {@link ReadRoom} allows. */
    private List<Row> getSome(
            TableId table, ColumnSelection columns, List<RowKey> keys, long mostBytes, int answers, Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        room.take(answers, timeout);
        GetAnswers rows =
                new GetAnswers(keys, columns, mostRowBytes, Math.min(mostBytes, answers * ReadRoom.LARGEST_CELL_BYTES));
        CompletableFuture<Void> all;
        try {
            all = rows.add(table(table, deadline.left())
                    .get(keys.stream().map(key -> Results.get(key, columns)).toList()));
        } catch (RuntimeException e) {
            room.giveBack(answers);
            throw e;
        }
        // A read that fails or ends early leaves answers behind that still arrive.
        var unused = all.whenComplete((nothing, failure) -> room.giveBack(answers));
        Duration patience = deadline.left();
        connections.await(
                rows.done(),
                patience.plus(patience.dividedBy(GRACE_PART)),
                "reading " + keys.size() + " rows of table " + table);
        return rows.rows();
    }

    /** Returns the rows of the first keys, as many as a scan in table order has read. */
    List<Row> scan(TableId table, ColumnSelection columns, List<RowKey> keys, long mostBytes, Deadline deadline) {
        return new KeyScans(connections, table(table, deadline.left()), table, columns, mostRowBytes, deadline)
                .read(keys, mostBytes);
    }

    private AsyncTable<?> table(TableId table, Duration timeout) {
        return connections
                .get()
                .getTableBuilder(Results.tableName(table))
                .setOperationTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .setScanTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .setReadRpcTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    /**
     * Has a scan begin at the range's owner: edits that the scan does not show, as its server has been replaced since, are announced
     * later than anything that was announced before this.
     */
    private void findOwner(TableId table, KeyRange range) {
        if (checks.isEmpty()) {
            return;
        }
        ClientOwners owners = new ClientOwners(connections, table);
        ByteArray row = range.start();
        while (true) {
            ByteArray end = OwnerChecks.confirmed(owners, row, Deadline.after(connections.timeout()))
                    .end();
            if (end.isEmpty() || (!range.stop().isEmpty() && end.compareTo(range.stop()) >= 0)) {
                return;
            }
            row = end;
        }
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        findOwner(table, range);
        Scan scan = new Scan()
                .withStartRow(range.start().unsafeBytes())
                .withStopRow(range.stop().unsafeBytes())
                .setCaching(SCAN_ROWS)
                .setMaxResultSize(SCAN_BYTES)
                // A scan of everything must not evict blocks that others need from the cache.
                .setCacheBlocks(false);
        Results.select(scan, columns);
        return new ScanCursor(scanner(table, scan), "scanning table " + table, columns.filter(), mostRowBytes);
    }

    @Override
    public List<KeyRange> regions(TableId table) {
        List<ByteArray> starts = connections
                .await(
                        connections
                                .get()
                                .getRegionLocator(Results.tableName(table))
                                .getAllRegionLocations(),
                        "listing the regions of table " + table)
                .stream()
                .map(location -> ByteArray.copyOf(location.getRegion().getStartKey()))
                .toList();
        if (starts.isEmpty()) {
            // Only a read shows whether the table exists.
            Optional<RowKey> unused = last(table, KeyRange.all());
        }
        return ranges(new TreeSet<>(starts));
    }

    /** Builds ranges from the start keys only, so that nothing is missed while a region splits. */
    private static List<KeyRange> ranges(NavigableSet<ByteArray> starts) {
        starts.add(ByteArray.empty());
        List<KeyRange> ranges = new ArrayList<>(starts.size());
        for (ByteArray start : starts) {
            ByteArray next = starts.higher(start);
            ranges.add(new KeyRange(start, next == null ? ByteArray.empty() : next));
        }
        return List.copyOf(ranges);
    }

    @Override
    public Optional<RowKey> last(TableId table, KeyRange range) {
        Scan scan = new Scan()
                .setReversed(true)
                .withStartRow(range.stop().unsafeBytes(), false)
                .withStopRow(range.start().unsafeBytes(), true)
                .setFilter(new KeyOnlyFilter())
                .setMaxResultsPerColumnFamily(1)
                .setLimit(1)
                .setCacheBlocks(false);
        try (ScanCursor cursor = cursor(table, scan)) {
            return cursor.hasNext() ? Optional.of(cursor.next().key()) : Optional.empty();
        }
    }

    @Override
    public Optional<RowKey> after(TableId table, KeyRange range, int number) {
        Scan scan = new Scan()
                .withStartRow(range.start().unsafeBytes())
                .withStopRow(range.stop().unsafeBytes())
                .setFilter(new KeyOnlyFilter())
                .setMaxResultsPerColumnFamily(1)
                .setLimit(number + 1)
                .setMaxResultSize(SCAN_BYTES)
                .setCacheBlocks(false);
        try (ScanCursor cursor = cursor(table, scan)) {
            for (int i = 0; i < number && cursor.hasNext(); i++) {
                cursor.next();
            }
            return cursor.hasNext() ? Optional.of(cursor.next().key()) : Optional.empty();
        }
    }

    @Override
    public RowCursor matching(TableId table, RowFilter filter, KeyRange range) {
        findOwner(table, range);
        Scan scan = new Scan()
                .withStartRow(range.start().unsafeBytes())
                .withStopRow(range.stop().unsafeBytes())
                .setFilter(new KeyOnlyFilter())
                .setMaxResultsPerColumnFamily(1)
                .setCaching(SCAN_ROWS)
                .setMaxResultSize(SCAN_BYTES)
                .setCacheBlocks(false);
        Results.select(scan, filter.columns());
        try {
            scan.setTimeRange(filter.since().orElse(0), filter.until().orElse(Long.MAX_VALUE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // An answer may end between two families of a row, so a row may come in pieces.
        return new ScanCursor(scanner(table, scan), "scanning table " + table, Optional.empty(), Long.MAX_VALUE);
    }

    private ScanCursor cursor(TableId table, Scan scan) {
        return new ScanCursor(scanner(table, scan), "scanning table " + table);
    }

    private ResultScanner scanner(TableId table, Scan scan) {
        return connections.get().getTable(Results.tableName(table)).getScanner(scan);
    }

    @Override
    public Optional<TableCondition> inspect(TableId table) {
        return Optional.of(new HBaseTables(connections).condition(table));
    }

    /** Reads a row that does not exist from hbase:meta, which any authenticated user may read. */
    @Override
    public CheckResult check() {
        try {
            CompletableFuture<Boolean> answer =
                    connections.get().getTable(TableName.META_TABLE_NAME).exists(new Get(PROBE));
            connections.await(answer, "asking " + connections.cluster());
            return CheckResult.healthy();
        } catch (RuntimeException e) {
            return CheckResult.failed(e);
        }
    }

    @Override
    public void close() {}
}
