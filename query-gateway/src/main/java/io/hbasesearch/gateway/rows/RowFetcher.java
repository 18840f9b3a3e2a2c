/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.UnmappableRowException;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.ByteBudget;
import io.hbasesearch.core.row.RowHistory;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.row.RowSizeEstimator;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.ProcessorTime;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.guard.RowRoom;
import io.hbasesearch.gateway.guard.Unsupported;
import io.hbasesearch.gateway.http.SafeTrace;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import io.hbasesearch.gateway.telemetry.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads rows and maps them again: an answer never shows data older than the request. Safe for use by several threads. */
public final class RowFetcher {
    private static final Logger LOG = LoggerFactory.getLogger(RowFetcher.class);

    /** The reader times out slightly before the guard does, so that the user sees the reader's own message. */
    private static final double SHARE_OF_READER = 0.9;

    private final RowReader rows;
    private final BackendGuard hbase;
    private final GatewayMetrics metrics;
    private final Optional<RowHistory> history;
    private final Tracing tracing;
    private final long mostBytes;

    /** Row size estimates of each table. */
    private final Map<TableId, RowSizeEstimator> usual = new ConcurrentHashMap<>();

    /** @param mostBytes of the rows of one answer */
    public RowFetcher(
            RowReader rows,
            Optional<RowHistory> history,
            BackendGuard hbase,
            GatewayMetrics metrics,
            Tracing tracing,
            long mostBytes) {
        this.mostBytes = mostBytes;
        this.rows = rows;
        this.history = history;
        this.hbase = hbase;
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /** Returns the byte budget for the rows of one answer. */
    public ByteBudget budget(IndexDefinition definition) {
        return budget(definition, 1);
    }

    /** @param indexes whose rows share one answer */
    public ByteBudget budget(IndexDefinition definition, int indexes) {
        return new ByteBudget(
                mostBytes / indexes, usual.computeIfAbsent(definition.table(), any -> new RowSizeEstimator()));
    }

    /** Returns the byte budget for several versions of these rows' cells. The first estimate assumes that each cell has all versions. */
    public ByteBudget budgetOfVersions(List<Row> rows, int versions) {
        RowSizeEstimator usual = new RowSizeEstimator();
        usual.learn(rows.size(), versions * rows.stream().mapToLong(Row::bytes).sum());
        return new ByteBudget(mostBytes, usual);
    }

    /**
     * Reads rows by key.
     *
     * @return rows of the first keys, in order; a deleted row has no cells. Fewer rows than keys once they reach the answer's byte limit, or
     *     there is no room for more; at least one if the request holds no other rows
     * @throws io.hbasesearch.gateway.http.ProblemException 503 if there is no room for the first row in time
     * @throws HBaseSearchException SERVER_UNREACHABLE, TIMED_OUT, TABLE_NOT_FOUND, ACCESS_DENIED; USAGE if {@code wanted} names a family
     *     that the table lacks and the index does not map
     */
    public List<Row> fetch(
            IndexDefinition definition, BoundedRead wanted, List<RowKey> keys, RequestDeadline deadline) {
        if (keys.isEmpty()) {
            return List.of();
        }
        RowRoom.Held held = deadline.held();
        boolean isFirst = held.isEmpty();
        Kept kept = keep(readTraced(definition, wanted, keys, deadline), held);
        while (isFirst && kept.rows().isEmpty()) {
            // Others may take the room by then, and the row grow.
            held.await(kept.next(), deadline);
            kept = keep(readTraced(definition, wanted, keys, deadline), held);
        }
        return kept.rows();
    }

    /** @param next memory of the next row, for which there was no room; 0 if there is none */
    private record Kept(List<Row> rows, long next) {}

    /** Drops the rows for which there is no room, so that a request does not hold them while it waits. */
    private static Kept keep(List<Row> read, RowRoom.Held held) {
        int fits = held.take(read);
        return fits == read.size()
                ? new Kept(read, 0)
                : new Kept(List.copyOf(read.subList(0, fits)), RowRoom.of(read.get(fits)));
    }

    private List<Row> readTraced(
            IndexDefinition definition, BoundedRead wanted, List<RowKey> keys, RequestDeadline deadline) {
        long start = System.nanoTime();
        List<Row> read = tracing.hbase("get", definition.table().toString(), () -> {
            Tracing.note(Tracing.BATCH, (long) keys.size());
            return read(definition, wanted.selection(), keys, deadline);
        });
        metrics.fetch(definition.name()).record(Duration.ofNanos(System.nanoTime() - start));
        if (read.isEmpty() || read.size() > keys.size()) {
            throw new HBaseSearchException(
                    ErrorCode.INTERNAL, "requested " + keys.size() + " rows and received " + read.size());
        }
        return read;
    }

    /** Tells whether an answer whose rows have this number of bytes has no room for more. */
    public boolean isFull(long bytes) {
        return bytes >= mostBytes;
    }

    /**
     * Reads several versions of each cell, otherwise like {@link #fetch}.
     *
     * @return cells of the first keys, in order, at least one
     * @throws io.hbasesearch.gateway.http.ProblemException 501 if this gateway cannot read versions, 503 if there is no room for them
     */
    public List<List<Cell>> history(
            IndexDefinition definition, BoundedRead wanted, List<RowKey> keys, int versions, RequestDeadline deadline) {
        RowHistory reader = history.orElseThrow(() -> Unsupported.problem("several versions of cells"));
        TableId table = definition.table();
        Duration patience = deadline.left(SHARE_OF_READER);
        ProcessorTime.Stage work = deadline.work().stage();
        long most = deadline.held().mostBytes(mostBytes);
        List<List<Cell>> read = tracing.hbase("get", table.toString(), () -> {
            Tracing.note(Tracing.BATCH, (long) keys.size());
            return hbase.call(
                    table.toString(),
                    deadline.left(),
                    () -> work.work(() -> reader.read(table, wanted.history(), keys, versions, most, patience)));
        });
        // A request that holds rows does not wait for more room.
        int fits = deadline.held()
                .takeMore(IntStream.range(0, read.size())
                        .mapToObj(i -> new Row(keys.get(i), read.get(i)))
                        .toList());
        return read.subList(0, fits);
    }

    private List<Row> read(
            IndexDefinition definition, ColumnSelection columns, List<RowKey> keys, RequestDeadline deadline) {
        TableId table = definition.table();
        Duration patience = deadline.left(SHARE_OF_READER);
        long most = deadline.held().mostBytes(mostBytes);
        try {
            ProcessorTime.Stage work = deadline.work().stage();
            return hbase.call(
                    table.toString(),
                    deadline.left(),
                    () -> work.work(() -> rows.readSome(table, columns, keys, most, patience)));
        } catch (HBaseSearchException e) {
            Set<String> asked = new TreeSet<>(columns.families().keySet());
            asked.removeAll(definition.columns().families().keySet());
            // A missing family is the operator's fault if the index maps it, and the caller's if only the caller names
            // it.
            if (e.code() == ErrorCode.CONFIGURATION_INVALID && !asked.isEmpty()) {
                throw new HBaseSearchException(
                        ErrorCode.USAGE,
                        "table " + table + " has no column family " + String.join(", ", asked),
                        "Request only columns of families that the table has.",
                        e);
            }
            throw e;
        }
    }

    /**
     * Returns a predicate that finds rows without a document: cells that the index does not map do not keep a document, and rows that the
     * definition leaves out have none.
     *
     * @param mapper of the same definition
     */
    public static Predicate<Row> gone(IndexDefinition definition, RowMapper mapper) {
        ColumnSelection mapped = definition.columns();
        if (definition.cells().isPresent()) {
            CellUnit unit = definition.cells().get();
            return row -> hasNone(row, unit::includes) || mapper.leavesOut(row);
        }
        return row -> hasNone(row, mapped::selects) || mapper.leavesOut(row);
    }

    /**
     * Tells whether the row has none of these columns. The columns of a row that is too large to keep are unknown, so it counts as having
     * them.
     */
    private static boolean hasNone(Row row, Predicate<ColumnName> columns) {
        return row.excess().isEmpty() && row.cells().stream().map(Cell::column).noneMatch(columns);
    }

    /** Maps rows as an index does. For any thread. */
    @FunctionalInterface
    public interface Mapping {
        MappedRow map(Row row);
    }

    /**
     * Returns a mapping like {@link #map} for the rows of one definition.
     *
     * @param mapper of the same definition
     */
    public static Mapping mapping(IndexDefinition definition, RowMapper mapper) {
        return row -> map(definition.name(), mapper::outcome, row);
    }

    /** Maps a row as the index does. Never fails: a row that cannot be mapped still has cells to show. */
    static MappedRow map(String index, Function<Row, RowOutcome> mapper, Row row) {
        try {
            RowOutcome outcome = mapper.apply(row);
            return outcome instanceof RowOutcome.LeftOut out
                    ? new MappedRow(row, Document.empty(), out.reason())
                    : new MappedRow(row, ((RowOutcome.Indexed) outcome).document(), null);
        } catch (UnmappableRowException e) {
            return new MappedRow(row, Document.empty(), e.getMessage());
        } catch (RuntimeException e) {
            // A mapper defect that one row triggers must not fail the whole page. Its message may contain the row's
            // values, so neither the
            // log nor the answer includes it.
            LOG.error("Mapping a row of index {} failed unexpectedly: {}", index, SafeTrace.of(e));
            return new MappedRow(row, Document.empty(), "the gateway failed to map this row; see its log");
        }
    }
}
