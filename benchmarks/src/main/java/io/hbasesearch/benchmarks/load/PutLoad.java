/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import io.hbasesearch.system.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/** Puts of one row each, several at a time. Stateless. */
public final class PutLoad {
    /** As many as keep a small server busy. */
    public static final int CLIENTS = 16;

    /** Fewer than HBase lets wait for its 30 handlers, which is 300. */
    public static final int UNDER_WAY = 128;

    private PutLoad() {}

    /**
     * Makes so many puts, each a call and an entry of the log of its own, without a thread that waits for each: threads that change
     * places with the server's take a good part of a small machine. Per second.
     */
    public static double runUnwaited(AsyncConnection connection, TableName table, int number, IntFunction<Put> puts)
            throws InterruptedException {
        AsyncTable<?> open = connection.getTable(table);
        Semaphore free = new Semaphore(UNDER_WAY);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        long began = System.nanoTime();
        for (int i = 0; i < number && failure.get() == null; i++) {
            free.acquire();
            var unused = open.put(puts.apply(i)).whenComplete((done, problem) -> {
                failure.compareAndSet(null, problem);
                free.release();
            });
        }
        free.acquire(UNDER_WAY);
        Throwable problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("a put failed", problem);
        }
        return number * 1e9 / (System.nanoTime() - began);
    }

    /** Makes so many puts by clients, each of which waits for its acknowledgement; per second. */
    public static double run(TestTable table, int number, IntFunction<Put> puts) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
        try {
            AtomicInteger next = new AtomicInteger();
            long began = System.nanoTime();
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(pool.submit(() -> {
                    try (Table open = table.open()) {
                        for (int put = next.getAndIncrement(); put < number; put = next.getAndIncrement()) {
                            open.put(puts.apply(put));
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get();
            }
            return number * 1e9 / (System.nanoTime() - began);
        } finally {
            pool.shutdownNow();
        }
    }
}
