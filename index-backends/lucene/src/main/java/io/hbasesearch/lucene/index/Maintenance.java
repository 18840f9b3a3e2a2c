/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.concurrent.NamedThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * The threads that refresh and commit one index: two, so that a slow commit does not delay refreshes. They are never
 * interrupted. The callee records a failure, which ends the periodic refresh. Owned by {@link LuceneIndex}.
 */
final class Maintenance implements AutoCloseable {
    private static final int THREADS = 2;
    private static final long CLOSE_SECONDS = 30;

    private final ScheduledThreadPoolExecutor threads;

    Maintenance(String index, Duration refreshInterval, Runnable refresh) {
        threads = new ScheduledThreadPoolExecutor(THREADS, new NamedThreads("lucene-" + index + "-maintenance"));
        long interval = refreshInterval.toNanos();
        threads.scheduleWithFixedDelay(refresh, interval, interval, TimeUnit.NANOSECONDS);
    }

    /** Runs {@code task} on one of the threads and waits for it, even if the caller is interrupted meanwhile. */
    void run(Runnable task) {
        try {
            CompletableFuture.runAsync(task, threads).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        } catch (RejectedExecutionException e) {
            throw new AlreadyClosedException("the index was closed", e);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        boolean interrupted = false;
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
