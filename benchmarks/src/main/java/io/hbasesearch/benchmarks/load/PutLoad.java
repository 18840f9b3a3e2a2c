/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import io.hbasesearch.system.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/** Puts of one row each, several at a time, each of which waits for its acknowledgement. Stateless. */
public final class PutLoad {
    /** As many as keep a small server busy. */
    public static final int CLIENTS = 16;

    private PutLoad() {}

    /** Makes so many puts; per second. */
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
