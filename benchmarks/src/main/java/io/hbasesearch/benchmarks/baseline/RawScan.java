/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Pair;

/** Reads the mapped columns of a table with HBase's client, region by region, and does nothing with them. For one thread. */
public final class RawScan {
    private final Connection connection;
    private final TestTable table;
    private final int threads;

    public RawScan(Connection connection, TestTable table, int threads) {
        this.connection = connection;
        this.table = table;
        this.threads = threads;
    }

    /** Rows per second. */
    public double run(int rows) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (RegionLocator locator = connection.getRegionLocator(table.name())) {
            long began = System.nanoTime();
            Pair<byte[][], byte[][]> keys = locator.getStartEndKeys();
            List<Future<Integer>> regions = new ArrayList<>();
            for (int i = 0; i < keys.getFirst().length; i++) {
                byte[] start = keys.getFirst()[i];
                byte[] stop = keys.getSecond()[i];
                regions.add(pool.submit(() -> scan(start, stop)));
            }
            int read = 0;
            for (Future<Integer> region : regions) {
                read += region.get();
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            if (read != rows) {
                throw new IllegalStateException("the scan returned " + read + " rows, not " + rows);
            }
            return rows / seconds;
        } finally {
            pool.shutdownNow();
        }
    }

    private int scan(byte[] start, byte[] stop) throws IOException {
        // Sizes of answers are the client's defaults; blocks stay out of the cache, as for a reindex.
        Scan scan = new Scan().withStartRow(start).withStopRow(stop).setCacheBlocks(false);
        MailRows.MAPPED.forEach(column -> scan.addColumn(TestTable.FAMILY, column));
        int rows = 0;
        try (Table open = table.open();
                ResultScanner scanner = open.getScanner(scan)) {
            while (scanner.next() != null) {
                rows++;
            }
        }
        return rows;
    }
}
