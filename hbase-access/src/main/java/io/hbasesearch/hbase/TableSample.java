/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
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
 * Samples rows of each region of a table: all of a small one; of a larger one the first rows, and those after random positions between the
 * keys that are already known. A table with no more rows than asked for is read whole. The amount it reads is bounded, however large the
 * table is. Where keys are dense, rows at the edges of gaps are sampled more often than others: shares are estimates. For one thread;
 * borrows the connection.
 */
public final class TableSample {
    private static final Logger LOG = LoggerFactory.getLogger(TableSample.class);

    /** The first rows of a region show its start, later ones the rest. */
    private static final int FIRST = 2;

    private static final int ROWS_OF_A_SEEK = 4;
    private static final long SEEK_BYTES = 1L << 20;
    /** Regions beyond those that were chosen which are read if these have too few rows. */
    private static final int MOST_OTHERS = 1_000;

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
     * @param whole whether the region has no others
     */
    public record Region(KeyRange range, long bytes, long writes, List<Row> rows, boolean whole) {
        public Region {
            Objects.requireNonNull(range, "range");
            rows = List.copyOf(rows);
        }
    }

    /**
     * Takes a sample; it has fewer rows only if the table has, or once they reach 64 MB.
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
        return read(table, content, ranges, most).stream()
                .map(region -> {
                    RegionMetrics told = metrics.get(region.range.start());
                    return new Region(
                            region.range,
                            told == null ? 0 : size(told),
                            told == null ? 0 : told.getWriteRequestCount(),
                            List.copyOf(region.found.values()),
                            region.whole);
                })
                .toList();
    }

    /** Returns the rows of the regions that were read, in the order of the table. */
    private List<RegionRows> read(TableId table, Content content, List<KeyRange> ranges, int most) {
        NavigableMap<Integer, RegionRows> regions = new TreeMap<>();
        NavigableMap<RowKey, Row> keys = new TreeMap<>();
        boolean all = seek(table, Content.KEYS, KeyRange.all(), most + 1, keys) && keys.size() <= most;
        int looked = all ? ranges.size() : Math.min(ranges.size(), most);
        for (int i = 0; i < looked; i++) {
            int region = (int) ((long) i * ranges.size() / looked);
            regions.put(region, new RegionRows(table, content, ranges.get(region)));
            regions.get(region).begin(all ? most : most / looked);
        }
        // The others make up for regions that have too few rows.
        int others = 0;
        for (int missing = missing(regions, most); missing > 0 && left > 0; missing = missing(regions, most)) {
            List<RegionRows> open =
                    regions.values().stream().filter(region -> !region.finished).toList();
            while (others < ranges.size() && regions.containsKey(others)) {
                others++;
            }
            if (open.isEmpty() && (others == ranges.size() || regions.size() > looked + MOST_OTHERS)) {
                break;
            } else if (open.isEmpty()) {
                regions.put(others, new RegionRows(table, content, ranges.get(others)));
                regions.get(others).begin(missing);
            }
            for (RegionRows region : open) {
                region.more(Math.min(missing(regions, most), Math.max(1, missing / open.size())));
            }
        }
        return List.copyOf(regions.values());
    }

    private static int missing(NavigableMap<Integer, RegionRows> regions, int most) {
        return most
                - regions.values().stream()
                        .mapToInt(region -> region.found.size())
                        .sum();
    }

    /** The rows of one region that were read so far. */
    private final class RegionRows {
        private final TableId table;
        private final Content content;
        private final KeyRange range;
        private final NavigableMap<RowKey, Row> found = new TreeMap<>();
        private Optional<KeyGaps> gaps = Optional.empty();
        private boolean finished;
        private boolean whole;

        RegionRows(TableId table, Content content, KeyRange range) {
            this.table = table;
            this.content = content;
            this.range = range;
        }

        /** Reads the region if it has no more rows than {@code most}, else so many from all of it. */
        void begin(int most) {
            NavigableMap<RowKey, Row> keys = new TreeMap<>();
            boolean all = seek(table, Content.KEYS, range, most + 1, keys) && keys.size() <= most;
            if (all && content == Content.KEYS) {
                found.putAll(keys);
                finished = true;
                whole = true;
            } else if (all) {
                readAll(keys.size());
            } else {
                // Only their shape is of use: of a region, its first keys are not more likely than others.
                seek(table, content, range, Math.min(FIRST, most), found);
                gaps = found.keySet().stream().reduce((before, key) -> key).flatMap(first -> rows.last(table, range)
                        .filter(last -> last.compareTo(first) >= 0)
                        .map(last -> new KeyGaps(first.bytes(), last.bytes(), random)));
                gaps.ifPresent(known -> keys.keySet().forEach(key -> known.learn(key.bytes())));
                more(most - found.size());
            }
        }

        private void readAll(int number) {
            KeyRange rest = range;
            while (found.size() < number && left > 0) {
                int before = found.size();
                boolean end = seek(table, content, rest, number - before, found);
                if (end || found.size() == before) {
                    break;
                }
                rest = new KeyRange(KeyGaps.behind(found.lastKey().bytes()), range.stop());
            }
            finished = true;
            whole = found.size() >= number;
        }

        /** Reads so many further rows, if there are. */
        void more(int most) {
            int wanted = found.size() + most;
            while (found.size() < wanted && left > 0) {
                Optional<KeyGaps.Place> place = gaps.flatMap(KeyGaps::next);
                if (place.isEmpty()) {
                    finished = true;
                    whole = gaps.isPresent();
                    return;
                }
                KeyRange behind = new KeyRange(place.get().at(), place.get().to());
                NavigableMap<RowKey, Row> seen = new TreeMap<>();
                boolean all = seek(table, content, behind, Math.min(ROWS_OF_A_SEEK, wanted - found.size()), seen);
                gaps.get()
                        .found(
                                place.get(),
                                seen.keySet().stream().map(RowKey::bytes).toList(),
                                all);
                found.putAll(seen);
            }
        }
    }

    /** Reads rows of a range, and tells if it has no others. */
    private boolean seek(TableId table, Content content, KeyRange range, int most, Map<RowKey, Row> found) {
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
        int before = found.size();
        try (ScanCursor cursor = new ScanCursor(
                connections.get().getTable(Results.tableName(table)).getScanner(scan), "sampling table " + table)) {
            long read = 0;
            while (read < SEEK_BYTES && left > 0 && cursor.hasNext()) {
                Row row = cursor.next();
                // Further parts of a large row count as well: else one seek would read all of it.
                read += bytes(row);
                if (found.putIfAbsent(row.key(), row) == null) {
                    left -= bytes(row);
                }
            }
            return read < SEEK_BYTES && left > 0 && found.size() - before < most;
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
