/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.hbase.HBaseFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableSnapshotScanner;

/**
 * Reads the rows of a snapshot from HBase's files, without a RegionServer. It supports only scans: single rows are always needed in
 * their present state. Safe for use by several threads.
 */
final class SnapshotRowReader implements RowReader {
    private final Configuration configuration;
    private final JobSettings.Snapshot snapshot;
    private final long mostRowBytes;

    /** @param mostRowBytes a row of which more is read is {@link Row#tooLarge} */
    SnapshotRowReader(Configuration configuration, JobSettings.Snapshot snapshot, long mostRowBytes) {
        this.mostRowBytes = mostRowBytes;
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.snapshot = Objects.requireNonNull(snapshot, "snapshot");
    }

    private String what() {
        return "scanning snapshot " + snapshot.name();
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        try {
            return HBaseFiles.rows(
                    new TableSnapshotScanner(
                            configuration,
                            SnapshotFiles.root(configuration),
                            snapshot.restored(),
                            snapshot.name(),
                            HBaseFiles.scan(columns, range),
                            true),
                    columns,
                    mostRowBytes,
                    what());
        } catch (IOException e) {
            throw HBaseFiles.failure(e, what());
        }
    }

    /** Returns one range: a task gets its range from the driver and does not divide it. */
    @Override
    public List<KeyRange> regions(TableId table) {
        return List.of(KeyRange.all());
    }

    /** Returns empty: the last key is unknown without a scan. */
    @Override
    public Optional<RowKey> last(TableId table, KeyRange range) {
        return Optional.empty();
    }

    /** Returns empty, as {@link #last} does. */
    @Override
    public Optional<RowKey> after(TableId table, KeyRange range, int number) {
        return Optional.empty();
    }

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        throw new UnsupportedOperationException("single rows of a snapshot");
    }

    @Override
    public RowCursor matching(TableId table, RowFilter filter, KeyRange range) {
        throw new UnsupportedOperationException("filters on a snapshot");
    }

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    @Override
    public void close() {}
}
