/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Adds up the processor time that one request has had: of the thread that answers it, and of others while they work for it. All stages
 * of the request share it, so that what a search leaves is there for its hits. Safe for use by several threads.
 */
public final class ProcessorTime {
    /** Of one request. The answer is still to be written then, which takes the longer the more rows it has. */
    static final Duration MOST = Duration.ofMillis(600);

    /** Of that, for one search or for choosing rows of the table. An embedded search ends itself by then. */
    static final Duration OF_STAGE = Duration.ofMillis(350);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final LongSupplier UNKNOWN = () -> 0;

    private final Thread thread = Thread.currentThread();
    private final LongSupplier clock;
    private final long start;
    private final AtomicLong ofOthers = new AtomicLong();

    /** @param clock of the processor time of the current thread */
    ProcessorTime(LongSupplier clock) {
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    /** Of a request that this thread answers. */
    static ProcessorTime ofThisThread() {
        return THREADS.isCurrentThreadCpuTimeSupported()
                ? new ProcessorTime(THREADS::getCurrentThreadCpuTime)
                : unlimited();
    }

    static ProcessorTime unlimited() {
        return new ProcessorTime(UNKNOWN);
    }

    /** Whether the request has had all. For the thread that answers it; others learn of their own stage only. */
    boolean isOver() {
        return Thread.currentThread() == thread && spent() > MOST.toNanos();
    }

    /** Whether one more search may begin, for the same thread. */
    public boolean hasOneMoreStage() {
        return Thread.currentThread() != thread
                || spent() <= MOST.minus(OF_STAGE).toNanos();
    }

    private long spent() {
        return clock.getAsLong() - start + ofOthers.get();
    }

    /** What other threads are about to do for the request. */
    public Stage stage() {
        return new Stage();
    }

    /** Safe for use by several threads. */
    public final class Stage {
        private final AtomicLong nanos = new AtomicLong();

        /** Does a part of the stage's work on this thread. */
        public <T> T work(Supplier<T> part) {
            if (clock == UNKNOWN || Thread.currentThread() == thread) {
                return part.get();
            }
            long begin = clock.getAsLong();
            try {
                return part.get();
            } finally {
                long took = clock.getAsLong() - begin;
                nanos.addAndGet(took);
                ofOthers.addAndGet(took);
            }
        }

        public boolean isOver() {
            return nanos.get() > OF_STAGE.toNanos();
        }
    }
}
