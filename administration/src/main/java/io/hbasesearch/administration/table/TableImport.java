/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.HBaseRowWriter.RowPut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Writes the records of a file to a table by ordinary puts, a bounded number of rows at a time. A record that cannot become a row is
 * reported with its line. For one thread; borrows what it is made of.
 */
public final class TableImport {
    private static final int MOST_ROWS = 2_000;
    private static final long MOST_BYTES = 4L << 20;

    private final TableAdmin tables;
    private final Target target;
    private final Listener listener;
    private final List<RowPut> rows = new ArrayList<>();
    private final List<Long> lines = new ArrayList<>();
    private long bytes;
    private long written;
    private long failed;
    private long writtenUpTo;

    /**
     * What becomes of records.
     *
     * @param dryRun whether records are only converted, and none is written
     */
    public record Target(TableId table, RecordKey key, ImportColumns columns, boolean dryRun) {
        public Target {
            Objects.requireNonNull(table, "table");
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(columns, "columns");
        }
    }

    /** Receives what happens during an import. */
    public interface Listener {
        /** @param line at which the record begins; {@code reason} repeats no value */
        void failed(long line, String reason);

        /** @param rows written so far, or converted with {@link Target#dryRun} */
        void reached(long rows);
    }

    /**
     * The outcome of an import.
     *
     * @param rows written, or converted with {@link Target#dryRun}
     * @param failed records that were not written
     */
    public record Outcome(long rows, long failed) {}

    public TableImport(TableAdmin tables, Target target, Listener listener) {
        this.tables = Objects.requireNonNull(tables, "tables");
        this.target = Objects.requireNonNull(target, "target");
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    /**
     * Reads the file to its end.
     *
     * @param stopOnError whether the first record that fails is the last; those before it are written
     * @throws HBaseSearchException if HBase fails, or the rest of the file cannot be read; the message says how far it was written
     * @throws InterruptedException if this thread is interrupted; rows before it are written
     */
    public Outcome run(RowFile file, boolean stopOnError) throws IOException, InterruptedException {
        try {
            for (Optional<FileRecord> next = next(file); next.isPresent(); next = next(file)) {
                add(next.get());
                if (rows.size() >= MOST_ROWS || bytes >= MOST_BYTES) {
                    flush();
                    TableAdmin.requireUninterrupted();
                }
                if (stopOnError && failed > 0) {
                    break;
                }
            }
            flush();
        } catch (HBaseSearchException e) {
            throw new HBaseSearchException(
                    e.code(), e.getMessage() + "; " + state(), e.hint().orElse(null), e);
        }
        return new Outcome(written, failed);
    }

    /** Reads a record; writes those before it if it is the last that can be read. */
    private Optional<FileRecord> next(RowFile file) throws IOException {
        try {
            return file.next();
        } catch (HBaseSearchException e) {
            flush();
            throw e;
        }
    }

    private String state() {
        return written == 0 || target.dryRun()
                ? "no row was written"
                : written + " rows up to line " + writtenUpTo + " were written";
    }

    private void add(FileRecord record) {
        try {
            record.problem().ifPresent(problem -> {
                throw new IllegalArgumentException(problem);
            });
            RowPut row = row(record.values());
            rows.add(row);
            lines.add(record.line());
            bytes += row.key().bytes().length();
            row.values().forEach((column, value) -> bytes += column.qualifier().length() + value.length());
        } catch (IllegalArgumentException e) {
            fail(record.line(), String.valueOf(e.getMessage()));
        }
    }

    private void fail(long line, String reason) {
        failed++;
        listener.failed(line, reason);
    }

    private RowPut row(Map<String, String> values) {
        RecordKey.Made made = target.key().of(values);
        ImportColumns columns = target.columns();
        Map<ColumnName, ByteArray> cells = new LinkedHashMap<>();
        values.forEach((field, text) -> {
            // A field that the key contains needs no column, unless the user names one.
            if (columns.isNamed(field) || !made.told().contains(field)) {
                columns.of(field).ifPresent(column -> {
                    if (cells.put(column.column(), encode(field, column, text)) != null) {
                        throw new IllegalArgumentException("two fields have the column " + column.column());
                    }
                });
            }
        });
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("it has no value besides its key, and a row has at least one");
        }
        return new RowPut(made.key(), cells, OptionalLong.empty());
    }

    private static ByteArray encode(String field, TypedColumn column, String text) {
        try {
            return column.type().orElse(CellType.STRING).encode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("field '" + field + "' is " + e.getMessage(), e);
        }
    }

    private void flush() {
        if (!rows.isEmpty()) {
            SortedMap<Integer, String> refused =
                    target.dryRun() ? Collections.emptySortedMap() : tables.putEach(target.table(), rows);
            written += rows.size() - refused.size();
            writtenUpTo = lines.get(lines.size() - 1);
            refused.forEach((place, reason) -> fail(lines.get(place), "HBase refuses it: " + reason));
            rows.clear();
            lines.clear();
            bytes = 0;
        }
        listener.reached(written);
    }
}
