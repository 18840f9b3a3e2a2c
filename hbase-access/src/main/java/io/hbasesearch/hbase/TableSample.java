/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples rows of each region of a table: the first ones, and those after random positions between the region's first and last row. The
 * amount it reads is bounded, however large the table is. Where keys are dense, rows at the edges of gaps are sampled more often than
 * others: shares are estimates. For one thread; borrows the connection.
 */
public final class TableSample {
    private static final Logger LOG = LoggerFactory.getLogger(TableSample.class);

    /** The first rows of a region show its start, later ones the rest. */
    private static final int FIRST = 2;

    private static final int ROWS_OF_A_SEEK = 4;
    private static final long SEEK_BYTES = 1L << 20;
    /** Limit of the whole sample; later rows are not read. */
    private static final long MOST_BYTES = 64L << 20;

    // Memory of the objects that represent a cell.
    private static final int OVERHEAD_BYTES = 100;

    /** Limit of each family. */
    private static final int MOST_COLUMNS = 1_000;

    private final HBaseConnections connections;
    private final HBaseRowReader rows;
    private final RandomGenerator random;
    /** Bytes that this sample may still take. */
    private long left;

    /** @param random draws the positions; a seeded one repeats them */
    public TableSample(HBaseConnections connections, RandomGenerator random) {
        this.connections = Objects.requireNonNull(connections, "connections");
        this.rows = new HBaseRowReader(connections);
        this.random = Objects.requireNonNull(random, "random");
    }

    /** Part of the rows that is read. */
    public enum Content {
        /** One cell of each row, without its value. */
        KEYS,
        /** The newest cells, of at most 1,000 columns of each family; of a larger row only the first 1 MB. */
        CELLS
    }

    /**
     * Sample of one region.
     *
     * @param bytes in files and in memory, as the region's server reports; 0 if it does not
     * @param writes that the region took since it was opened; 0 if not known
     * @param rows each once, in the order of keys
     */
    public record Region(KeyRange range, long bytes, long writes, List<Row> rows) {
        public Region {
            Objects.requireNonNull(range, "range");
            rows = List.copyOf(rows);
        }
    }

    /**
     * Takes a sample; it has fewer rows once they reach 64 MB.
     *
     * @param most rows of the table; if it has more regions than this, evenly chosen ones contribute a row each
     * @return the sampled regions, in the order of the table
     * @throws HBaseSearchException as {@link HBaseRowReader}; TABLE_NOT_FOUND for one that does not exist
     */
    public List<Region> take(TableId table, Content content, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a sample has at least one row, not " + most);
        }
        left = MOST_BYTES;
        List<KeyRange> ranges = rows.regions(table);
        Map<ByteArray, RegionMetrics> metrics = metrics(table);
        List<Region> regions = new ArrayList<>();
        int looked = Math.min(ranges.size(), most);
        for (int i = 0; i < looked; i++) {
            KeyRange range = ranges.get((int) ((long) i * ranges.size() / looked));
            RegionMetrics told = metrics.get(range.start());
            regions.add(new Region(
                    range,
                    told == null ? 0 : size(told),
                    told == null ? 0 : told.getWriteRequestCount(),
                    rows(table, content, range, most / looked)));
        }
        return List.copyOf(regions);
    }

    private List<Row> rows(TableId table, Content content, KeyRange range, int most) {
        NavigableMap<RowKey, Row> found = new TreeMap<>();
        seek(table, content, range, Math.min(FIRST, most), found);
        Optional<RowKey> last = found.isEmpty() || most <= FIRST ? Optional.empty() : rows.last(table, range);
        if (last.isPresent()) {
            KeyPlaces places =
                    new KeyPlaces(found.firstKey().bytes(), last.get().bytes(), random);
            // A small region has fewer rows than requested, so seek at most twice as often as would suffice if each
            // seek found its full
            // number.
            for (int seeks = 2 * most / ROWS_OF_A_SEEK; seeks > 0 && found.size() < most && left > 0; seeks--) {
                KeyRange behind = new KeyRange(places.draw(), range.stop());
                Map<RowKey, Row> seen = new HashMap<>();
                seek(table, content, behind, Math.min(ROWS_OF_A_SEEK, most - found.size()), seen);
                seen.keySet().forEach(key -> places.learn(key.bytes()));
                found.putAll(seen);
            }
        }
        return List.copyOf(found.values());
    }

    private void seek(TableId table, Content content, KeyRange range, int most, Map<RowKey, Row> found) {
        Scan scan = new Scan()
                .withStartRow(range.start().unsafeBytes())
                .withStopRow(range.stop().unsafeBytes())
                .setLimit(most)
                .setMaxResultSize(SEEK_BYTES)
                // A row of any size comes in parts, of which the first is sufficient.
                .setAllowPartialResults(true)
                // Sampling must not evict from the cache what others need.
                .setCacheBlocks(false);
        switch (content) {
            case KEYS -> scan.setFilter(new KeyOnlyFilter()).setMaxResultsPerColumnFamily(1);
            // By a filter on the whole row, one wide family would leave nothing of those behind it.
            case CELLS -> scan.setMaxResultsPerColumnFamily(MOST_COLUMNS);
        }
        try (ScanCursor cursor = new ScanCursor(
                connections.get().getTable(Results.tableName(table)).getScanner(scan), "sampling table " + table)) {
            for (long read = 0; read < SEEK_BYTES && left > 0 && cursor.hasNext(); ) {
                Row row = cursor.next();
                // Further parts of a large row count as well: else one seek would read all of it.
                read += bytes(row);
                if (found.putIfAbsent(row.key(), row) == null) {
                    left -= bytes(row);
                }
            }
        }
    }

    private static long bytes(Row row) {
        return row.cells().stream()
                .mapToLong(cell ->
                        cell.value().length() + cell.column().qualifier().length() + OVERHEAD_BYTES)
                .sum();
    }

    private static long size(RegionMetrics metrics) {
        return (long) (metrics.getStoreFileSize().get(Size.Unit.BYTE)
                + metrics.getMemStoreSize().get(Size.Unit.BYTE));
    }

    /** Returns metrics by the regions' start keys. Optional: without them, a sample has no weights. */
    private Map<ByteArray, RegionMetrics> metrics(TableId table) {
        Map<ByteArray, RegionMetrics> metrics = new HashMap<>();
        try {
            Map<String, ByteArray> starts = new HashMap<>();
            List<HRegionLocation> locations = connections.await(
                    connections.get().getRegionLocator(Results.tableName(table)).getAllRegionLocations(),
                    "listing the regions of table " + table);
            locations.forEach(location -> starts.put(
                    location.getRegion().getEncodedName(),
                    ByteArray.copyOf(location.getRegion().getStartKey())));
            List<ServerName> servers = locations.stream()
                    .map(HRegionLocation::getServerName)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            for (ServerName server : servers) {
                for (RegionMetrics told : connections.await(
                        connections.get().getAdmin().getRegionMetrics(server, Results.tableName(table)),
                        "asking " + server.getAddress() + " for its regions")) {
                    ByteArray start = starts.get(RegionInfo.encodeRegionName(told.getRegionName()));
                    if (start != null) {
                        metrics.put(start, told);
                    }
                }
            }
        } catch (HBaseSearchException e) {
            LOG.debug("cannot get the region sizes of table {}", table, e);
        }
        return metrics;
    }
}
