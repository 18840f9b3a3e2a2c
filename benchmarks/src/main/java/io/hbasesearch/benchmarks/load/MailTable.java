/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables of messages, in four regions. Stateless. */
public final class MailTable {
    /** Of the table and of its index, where there is one only. */
    public static final String NAME = "mail";

    private static final byte[][] SPLITS = {Bytes.toBytes("4"), Bytes.toBytes("8"), Bytes.toBytes("c")};
    private static final int BATCH = 1_000;
    /** More than any scenario writes between two compactions, and fewer than those at which HBase lets writes wait, which are 16. */
    private static final int FILES = 12;

    private static final Duration COMPACTION = Duration.ofMinutes(2);

    private MailTable() {}

    /** Announced by whatever peer there is. */
    public static TestTable create(Connection connection, String name) throws IOException {
        return TestTable.create(connection, name, 1, SPLITS);
    }

    /** HBase compacts none of its files from now on, however many there are. */
    public static void leaveUncompacted(Connection connection, String name) throws IOException {
        TableName table = TableName.valueOf(name);
        try (Admin admin = connection.getAdmin()) {
            admin.modifyTable(TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
                    .setCompactionEnabled(false)
                    .build());
        }
    }

    /** HBase compacts fewer than so many files of a region only where {@link #compact} asks for it. */
    public static void compactWhenAsked(Connection connection, String name) throws IOException {
        TableName table = TableName.valueOf(name);
        try (Admin admin = connection.getAdmin()) {
            admin.modifyTable(TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
                    .setValue("hbase.hstore.compaction.min", Integer.toString(FILES))
                    .build());
        }
    }

    /** Returns when each region has a file at most, and its memory none of its rows. */
    public static void compact(Connection connection, String name) throws IOException, InterruptedException {
        TableName table = TableName.valueOf(name);
        try (Admin admin = connection.getAdmin()) {
            admin.flush(table);
            admin.majorCompact(table);
            long patience = System.nanoTime() + COMPACTION.toNanos();
            while (files(admin, table) > 1) {
                if (System.nanoTime() - patience > 0) {
                    throw new IOException("table " + name + " was not compacted within " + COMPACTION);
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    /** Of the region that has the most. */
    private static int files(Admin admin, TableName table) throws IOException {
        int most = 0;
        for (ServerName server : admin.getRegionServers()) {
            for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
                most = Math.max(most, region.getStoreFileCount());
            }
        }
        return most;
    }

    /** Written while nobody announces it and flushed: its rows come to an index by a reindex alone. */
    public static TestTable unannounced(Connection connection, MailRows rows, int number) throws IOException {
        return unannounced(connection, NAME, rows, number);
    }

    /** The same with a name of its own. */
    public static TestTable unannounced(Connection connection, String name, MailRows rows, int number)
            throws IOException {
        TestTable table = TestTable.create(connection, name, 0, SPLITS);
        fill(table, rows, 0, number);
        flush(connection, name);
        return table;
    }

    /** Returns when what was put is in files. */
    public static void flush(Connection connection, String name) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.flush(TableName.valueOf(name));
        }
    }

    /** Puts the rows {@code from} to {@code to}, exclusive, in batches. */
    public static void fill(TestTable table, MailRows rows, int from, int to) throws IOException {
        try (Table open = table.open()) {
            List<Put> puts = new ArrayList<>(BATCH);
            for (int i = from; i < to; i++) {
                puts.add(rows.put(i));
                if (puts.size() == BATCH || i == to - 1) {
                    open.put(puts);
                    puts.clear();
                }
            }
        }
    }
}
