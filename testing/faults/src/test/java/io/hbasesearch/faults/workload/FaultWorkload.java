/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import io.hbasesearch.faults.Expected;
import io.hbasesearch.faults.Subject;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several writers that change a {@link WorkloadTable} at a steady rate, each by a sequence of operations that its seed alone
 * decides; how they interleave is the threads' affair. Safe for use by several threads. Owns its writers' threads; the
 * connection is borrowed.
 */
public final class FaultWorkload implements Subject {
    private static final Logger log = LoggerFactory.getLogger(FaultWorkload.class);
    private static final int WRITERS = 4;
    private static final double OPERATIONS_A_SECOND = 120;
    /** A call of HBase's client may take this long before it gives up. */
    private static final Duration LAST_CALL = Duration.ofMinutes(10);

    private final Connection connection;
    private final TableName name;
    private final OperationCounts counts = new OperationCounts();
    private final List<Writer> writers = new ArrayList<>();
    private boolean reported; // guarded by this

    private FaultWorkload(Connection connection, TableName name, long seed, int count, double operationsASecond) {
        this.connection = connection;
        this.name = name;
        RowKeys keys = new RowKeys();
        long beginMillis = System.currentTimeMillis();
        Duration interval = Duration.ofNanos((long) (count * 1e9 / operationsASecond));
        for (int i = 0; i < count; i++) {
            OperationSource source = new OperationSource(seed * WRITERS + i, keys, beginMillis);
            writers.add(new Writer("workload-" + name + "-" + i, connection, name, source, interval, counts));
        }
    }

    /** Creates the table, with four regions. */
    public static FaultWorkload create(Connection connection, String name, long seed) throws IOException {
        return create(connection, name, seed, WRITERS, OPERATIONS_A_SECOND);
    }

    /**
     * As {@link #create(Connection, String, long)}.
     *
     * @param writers threads
     * @param operationsASecond of all writers together, at most
     */
    public static FaultWorkload create(
            Connection connection, String name, long seed, int writers, double operationsASecond) throws IOException {
        TableName table = TableName.valueOf(name);
        WorkloadTable.create(connection, table);
        return new FaultWorkload(connection, table, seed, writers, operationsASecond);
    }

    @Override
    public TableName table() {
        return name;
    }

    @Override
    public Site.Definition definition() {
        return new Site.Definition(WorkloadTable.definition(name));
    }

    @Override
    public Site.Definition definitionOfHugeRows() {
        return new Site.Definition(WorkloadTable.definition(name) + WorkloadTable.HUGE_FIELD);
    }

    @Override
    public void putHugeRow(byte[] row, int bytes, Random values) throws IOException {
        WorkloadTable.putHugeRow(connection, name, row, bytes, values);
    }

    @Override
    public void putLargeDocument(byte[] row, int bytes, Random values) throws IOException {
        WorkloadTable.putLargeDocument(connection, name, row, bytes, values);
    }

    @Override
    public void start() {
        try {
            WorkloadTable.addLocalFamily(connection, name);
        } catch (IOException e) {
            throw new UncheckedIOException("table " + name + " cannot be altered", e);
        }
        writers.forEach(Writer::start);
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        writers.forEach(Writer::requestStop);
        for (Writer writer : writers) {
            writer.awaitStopped(LAST_CALL);
        }
        synchronized (this) {
            if (!reported) {
                reported = true;
                log.info("workload on {}: {}", name, counts);
            }
        }
    }

    @Override
    public long operations() {
        return counts.acknowledged();
    }

    @Override
    public long refused() {
        return counts.refused() + counts.unknown();
    }

    /** How often each kind of operation was acknowledged, refused, or ended without an answer. */
    public OperationCounts counts() {
        return counts;
    }

    @Override
    public Expected expected() throws IOException {
        return WorkloadTable.expected(connection, name);
    }
}
