/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.concurrent.Deadline;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.lucene.index.QueryTimeout;

/**
 * Ends a search when its time is up, or when its thread has used the maximum processor time of one search: callers share the
 * process with the indexer. For the thread that searches, once.
 */
final class SearchTime implements QueryTimeout {
    static final Duration PROCESSOR_TIME = Duration.ofMillis(350);

    /** Lucene checks often, and reading a thread's clock is a system call. */
    private static final int CALLS_BETWEEN_LOOKS = 16;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Deadline deadline;
    private final LongSupplier processorClock;
    private final long processorDeadline;
    private int calls;
    private boolean isOver;

    SearchTime(Duration timeout) {
        this(timeout, THREADS.isCurrentThreadCpuTimeSupported() ? THREADS::getCurrentThreadCpuTime : () -> 0);
    }

    /** @param processorClock the processor time of this thread */
    SearchTime(Duration timeout, LongSupplier processorClock) {
        this.deadline = Deadline.after(timeout);
        this.processorClock = processorClock;
        this.processorDeadline = processorClock.getAsLong() + PROCESSOR_TIME.toNanos();
    }

    @Override
    public boolean shouldExit() {
        if (!isOver) {
            isOver = deadline.isOver()
                    || (calls++ % CALLS_BETWEEN_LOOKS == 0 && processorClock.getAsLong() > processorDeadline);
        }
        return isOver;
    }
}
