/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A row as one read saw it, with the newest visible cell of each requested column, and older ones if they were requested. A row
 * without cells does not exist, as far as the requested columns show. An instance may also be one bucket of a row, with only the
 * cells of that bucket.
 */
public final class Row {
    private final RowKey key;
    private final Bucket bucket;
    private final Map<ColumnName, Cell> cells;
    private final Map<ColumnName, List<Cell>> older = new HashMap<>(0);
    private final Optional<Excess> excess;

    /**
     * Reports that a row has more bytes than the limit for memory.
     *
     * @param bytes of its cells that were counted until reading stopped; it may have more
     * @param most the limit
     */
    public record Excess(long bytes, long most) {}

    /** @param cells in HBase's order; of several cells of a column the first is the newest */
    public Row(RowKey key, List<Cell> cells) {
        this(key, Bucket.ONLY, cells);
    }

    /** Creates one bucket of a row. */
    public Row(RowKey key, Bucket bucket, List<Cell> cells) {
        this(key, bucket, cells, Optional.empty());
    }

    private Row(RowKey key, Bucket bucket, List<Cell> cells, Optional<Excess> excess) {
        this.key = Objects.requireNonNull(key, "key");
        this.bucket = Objects.requireNonNull(bucket, "bucket");
        this.excess = excess;
        this.cells = new LinkedHashMap<>();
        for (Cell cell : cells) {
            if (this.cells.putIfAbsent(cell.column(), cell) != null) {
                older.computeIfAbsent(cell.column(), none -> new ArrayList<>()).add(cell);
            }
        }
    }

    /** Creates a row that exists, but whose cells were not kept because they have too many bytes. */
    public static Row tooLarge(RowKey key, Excess excess) {
        return new Row(key, Bucket.ONLY, List.of(), Optional.of(excess));
    }

    /** Returns this row for one of its buckets if its cells were not kept, because their buckets are unknown. */
    public Row tooLargeOf(Bucket other) {
        return new Row(key, other, List.of(), excess);
    }

    /** The reason why the cells of this row were not kept; empty for a row that was read as usual. */
    public Optional<Excess> excess() {
        return excess;
    }

    public RowKey key() {
        return key;
    }

    /** The bucket; {@link Bucket#ONLY} for a whole row. */
    public Bucket bucket() {
        return bucket;
    }

    /** Returns the newest cell of each column. */
    public List<Cell> cells() {
        return List.copyOf(cells.values());
    }

    /** Returns all cells that were read, including older ones: those of a column together, the newest first. */
    public Stream<Cell> everyCell() {
        return Stream.concat(cells.values().stream(), older.values().stream().flatMap(List::stream));
    }

    public Optional<Cell> cell(ColumnName column) {
        return Optional.ofNullable(cells.get(column));
    }

    /** Returns up to {@code most} cells of a column, as far as they were read, the newest first. */
    public List<Cell> versions(ColumnName column, int most) {
        List<Cell> found = new ArrayList<>();
        cell(column).ifPresent(found::add);
        found.addAll(older.getOrDefault(column, List.of()));
        return List.copyOf(found.subList(0, Math.min(most, found.size())));
    }

    /** Tells if the row does not exist: it has no cells, and not because they have too many bytes. */
    public boolean isEmpty() {
        return cells.isEmpty() && excess.isEmpty();
    }

    /** Returns the number of cells that were read, including older ones. */
    public int cellCount() {
        int count = cells.size();
        for (List<Cell> others : older.values()) {
            count += others.size();
        }
        return count;
    }

    /** Returns the bytes of the values of all cells that were read. */
    public long valueBytes() {
        long bytes = 0;
        for (Cell cell : cells.values()) {
            bytes += cell.value().length();
        }
        for (List<Cell> others : older.values()) {
            for (Cell cell : others) {
                bytes += cell.value().length();
            }
        }
        return bytes;
    }

    /** Estimates the memory of the row: the bytes of its key, and of the names and values of all its cells. */
    public long bytes() {
        long bytes = key.bytes().length();
        for (Cell cell : cells.values()) {
            bytes += bytes(cell);
        }
        for (List<Cell> others : older.values()) {
            for (Cell cell : others) {
                bytes += bytes(cell);
            }
        }
        return bytes;
    }

    private static long bytes(Cell cell) {
        ColumnName column = cell.column();
        return (long) column.family().length()
                + column.qualifier().length()
                + cell.value().length();
    }

    /** Omits values: they never reach a log. */
    @Override
    public String toString() {
        return key + " (" + cells.size() + " cells)";
    }
}
