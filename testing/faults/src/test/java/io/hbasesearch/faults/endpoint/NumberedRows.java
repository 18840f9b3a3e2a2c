/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Puts rows that are numbered from 0 on, each once, at a steady rate, on a thread of its own. Their keys are spread over all
 * regions. A number counts as written once HBase has acknowledged it.
 */
final class NumberedRows implements AutoCloseable {
    private static final int BATCHES_A_SECOND = 10;
    private static final byte[] QUALIFIER = Bytes.toBytes("q");

    private final Connection connection;
    private final TableName table;
    private final int rowsPerBatch;
    private final byte[] value;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile int written;
    private volatile IOException failure;

    NumberedRows(Connection connection, TableName table, int rowsPerSecond, int valueBytes) {
        this.connection = connection;
        this.table = table;
        this.rowsPerBatch = Math.max(1, rowsPerSecond / BATCHES_A_SECOND);
        this.value = new byte[valueBytes];
        new Random(7).nextBytes(value);
        this.thread = new Thread(this::run, "numbered-rows-" + table);
        thread.start();
    }

    /** The last digit leads, in hexadecimal: neighbours in time are not neighbours in the table. */
    static byte[] key(int number) {
        return "%x-%09d".formatted(number % 16, number).getBytes(US_ASCII);
    }

    static int numberOf(byte[] key) {
        return Integer.parseInt(new String(key, 2, key.length - 2, US_ASCII));
    }

    private void run() {
        try (Table open = connection.getTable(table)) {
            long next = System.nanoTime();
            while (!stopped) {
                open.put(batch(written, rowsPerBatch));
                written += rowsPerBatch;
                next = Math.max(next + TimeUnit.SECONDS.toNanos(1) / BATCHES_A_SECOND, System.nanoTime() - 1);
                LockSupport.parkNanos(next - System.nanoTime());
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private List<Put> batch(int first, int count) {
        List<Put> puts = new ArrayList<>(count);
        for (int number = first; number < first + count; number++) {
            puts.add(new Put(key(number)).addColumn(EndpointStand.FAMILY, QUALIFIER, value));
        }
        return puts;
    }

    /** Rows 0 to this, exclusive, were acknowledged. */
    int written() throws IOException {
        if (failure != null) {
            throw new IOException("a put failed", failure);
        }
        return written;
    }

    /** Ends the writing; how many rows there are. */
    int stop() throws IOException, InterruptedException {
        stopped = true;
        thread.join();
        return written();
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        try {
            thread.join(TimeUnit.MINUTES.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
