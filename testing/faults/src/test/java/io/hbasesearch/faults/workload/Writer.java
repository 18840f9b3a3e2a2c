/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * One writer of a workload, on a thread of its own. It tries as a real client does: what HBase's client gives up on is tried
 * again a few times, whatever may have become of it, and then let be.
 */
final class Writer {
    private static final int ATTEMPTS = 3;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Connection connection;
    private final TableName name;
    private final OperationSource source;
    private final long intervalNanos;
    private final OperationCounts counts;
    private final Thread thread;
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile Throwable failure;

    /** @param interval between the beginnings of two operations, at least */
    Writer(
            String name,
            Connection connection,
            TableName table,
            OperationSource source,
            Duration interval,
            OperationCounts counts) {
        this.connection = connection;
        this.name = table;
        this.source = source;
        this.intervalNanos = interval.toNanos();
        this.counts = counts;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void requestStop() {
        stop.countDown();
    }

    /** Waits until the last operation has returned. */
    void awaitStopped(Duration limit) throws IOException, InterruptedException {
        thread.join(limit.toMillis());
        if (thread.isAlive()) {
            throw new IOException("a write of " + thread.getName() + " has not returned within " + limit);
        }
        if (failure != null) {
            throw new IOException(thread.getName() + " failed", failure);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the end of a thread is never silent, whatever it is
    private void run() {
        try (Table table = connection.getTable(name)) {
            long due = System.nanoTime();
            while (!stop.await(due - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                // What an outage held up is not made up for: the rate is a limit.
                due = Math.max(due + intervalNanos, System.nanoTime());
                write(table, source.next());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = e;
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void write(Table table, Operation operation) throws InterruptedException {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                operation.apply(table);
                counts.acknowledged(operation.kind());
                return;
            } catch (DoNotRetryIOException e) {
                counts.refused(operation.kind());
                return;
            } catch (IOException e) {
                if (attempt == ATTEMPTS || stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    counts.unknown(operation.kind());
                    return;
                }
            }
        }
    }
}
