/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Seeded puts, partial updates, increments and deletes of columns, families and rows over a small set of rows, so that rows
 * are changed often and come and go. One thread of its own while it runs.
 */
public final class Workload implements AutoCloseable {
    private static final String[] WORDS = {"river", "stone", "lantern", "harbour", "meadow", "搜索", "数据库", "中文"};

    private final Table table;
    private final int rows;
    private final Random random;
    private final AtomicLong operations = new AtomicLong();
    private final Thread thread;
    private volatile boolean stopped;
    private volatile long pauseNanos;
    private volatile Throwable failure;

    public Workload(TestTable table, int rows, long seed) throws IOException {
        this.table = table.open();
        this.rows = rows;
        this.random = new Random(seed);
        this.thread = new Thread(this::run, "workload-" + table.name());
    }

    public Workload start() {
        thread.start();
        return this;
    }

    /** For a workload that goes on for minutes, whose every event the oracle reads. */
    public Workload startSlowly(int operationsPerSecond) {
        pauseNanos = TimeUnit.SECONDS.toNanos(1) / operationsPerSecond;
        return start();
    }

    public long operations() {
        return operations.get();
    }

    /** Applies a number of operations on the caller's thread. */
    public void apply(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            step();
        }
    }

    private void run() {
        try {
            while (!stopped) {
                step();
                LockSupport.parkNanos(pauseNanos);
            }
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    private void step() throws IOException {
        byte[] row = row(random.nextInt(rows));
        switch (random.nextInt(10)) {
            case 0 -> table.delete(new Delete(row));
            case 1 -> table.delete(new Delete(row).addColumns(TestTable.FAMILY, TestTable.NOTE));
            case 2 -> table.delete(new Delete(row).addColumn(TestTable.FAMILY, TestTable.TEXT));
            case 3 -> table.increment(new Increment(row).addColumn(TestTable.FAMILY, TestTable.COUNT, 1));
            case 4, 5 -> table.put(new Put(row).addColumn(TestTable.FAMILY, TestTable.NOTE, words(1)));
            default -> table.put(new Put(row).addColumn(TestTable.FAMILY, TestTable.TEXT, words(6)));
        }
        operations.incrementAndGet();
    }

    /** Keys that begin with every byte value in turn, so that they spread over regions and are not all text. */
    public static byte[] row(int number) {
        return Bytes.add(new byte[] {(byte) (number * 37)}, Bytes.toBytes("row-" + number));
    }

    private byte[] words(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        return Bytes.toBytes(text.append(operations.get()).toString());
    }

    /** Ends the writes; fails if one of them failed. */
    @Override
    public void close() throws IOException {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        table.close();
        if (failure != null) {
            throw new IOException("the workload failed after " + operations + " operations", failure);
        }
    }
}
