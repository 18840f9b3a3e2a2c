/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.row.RowCursor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Helps programs that read HBase's files directly to use the same settings, scans, rows and failures as those that ask the servers.
 * Stateless.
 */
public final class HBaseFiles {
    /** Nothing else limits the memory for a row that is read from files, and each cell may have 10 MB. */
    private static final int CELLS_OF_A_PIECE = 8;

    private HBaseFiles() {}

    /** Returns a client's settings, with {@code hbase.rootdir} only if the configuration has it. */
    public static Configuration configuration(HBaseConfig config) {
        return ClientConfiguration.of(config);
    }

    /** Returns a scan of the indexed columns of a range. */
    public static Scan scan(ColumnSelection columns, KeyRange range) {
        Scan scan = new Scan()
                .withStartRow(range.start().unsafeBytes())
                .withStopRow(range.stop().unsafeBytes())
                .setBatch(CELLS_OF_A_PIECE)
                .setCacheBlocks(false);
        Results.select(scan, columns);
        return scan;
    }

    /**
     * Returns the rows of a {@link #scan}, which may come in pieces. The cursor owns the scanner from now on.
     *
     * @param columns those of the scan
     * @param mostRowBytes a row of which more is kept is {@link io.hbasesearch.core.model.Row#tooLarge}
     * @param what the operation, for messages: a participle and its object
     */
    public static RowCursor rows(ResultScanner scanner, ColumnSelection columns, long mostRowBytes, String what) {
        return new ScanCursor(scanner, what, columns.filter(), mostRowBytes);
    }

    /** @param what the operation, as in {@link #rows} */
    public static HBaseSearchException failure(Throwable failure, String what) {
        return HBaseFailures.translate(failure, what);
    }
}
