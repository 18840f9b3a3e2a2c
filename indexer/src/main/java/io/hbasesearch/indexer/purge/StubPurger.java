/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.purge;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.indexer.pipeline.Health;
import io.hbasesearch.indexer.pipeline.StopSignal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the stubs of one index that are older than {@code stubRetention}. A stub is there to refuse writes that are older than
 * it; writers send nothing whose read is older than a quarter of that time, and what was sent arrives within the rest of it or
 * never. Of all processes that index, only that which has partition 0 purges; two at once would do no harm.
 *
 * <p>On a thread of its own, which it owns. A failure stands in the health and is tried again: stubs are only kept for longer then.
 * Safe for use by several threads; starts once.
 */
public final class StubPurger implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StubPurger.class);
    private static final String STEP = "purging stubs";

    /** Of a batch, and of a second: little beside what a day's deletes cost when they were written. */
    static final int BATCH = 1_000;

    private static final Duration PAUSE_BETWEEN_BATCHES = Duration.ofSeconds(1);

    /** A stub stays for a twenty-fourth of its retention longer at most, but for what the pace adds. */
    private static final int PASSES_PER_RETENTION = 24;

    private static final Duration CLOSE = Duration.ofMillis(1_200);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final String index;
    private final Duration retention;
    private final DocumentWriter writer;
    private final BooleanSupplier mine;
    private final Health health;
    private final Metrics.Counter purged;
    private final InstantSource clock;
    private final StopSignal stop;
    private final Thread thread;

    /**
     * @param retention how long a stub is kept, from the beginning of its read
     * @param mine whether this process is to purge, now
     * @param stop ends it; fired by others, too
     */
    public StubPurger(
            String index,
            Duration retention,
            DocumentWriter writer,
            BooleanSupplier mine,
            Health health,
            Metrics metrics,
            InstantSource clock,
            StopSignal stop) {
        this.index = Objects.requireNonNull(index, "index");
        this.retention = Objects.requireNonNull(retention, "retention");
        this.writer = Objects.requireNonNull(writer, "writer");
        this.mine = Objects.requireNonNull(mine, "mine");
        this.health = Objects.requireNonNull(health, "health");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.stop = Objects.requireNonNull(stop, "stop");
        this.purged = metrics.counter(
                "hbase_search_indexer_stubs_purged_total",
                "Stubs of rows that are gone, removed as nothing older than them can arrive any more",
                "index",
                index);
        this.thread = new Thread(this::run, "hbase-search-purge-" + index);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        Duration pause = retention.dividedBy(PASSES_PER_RETENTION);
        while (!stop.await(pause)) {
            if (mine.getAsBoolean()) {
                pass();
            }
        }
    }

    /** Ends when no old stub is left, when a stop comes, or when it is another process's turn. */
    private void pass() {
        long readBefore = clock.millis() - retention.toMillis();
        long removed = 0;
        PurgedStubs batch = purge(readBefore);
        while (batch != null && batch.removed() > 0) {
            removed += batch.removed();
            purged.add(batch.removed());
            boolean more = batch.found() >= BATCH && !stop.await(PAUSE_BETWEEN_BATCHES) && mine.getAsBoolean();
            batch = more ? purge(readBefore) : null;
        }
        if (removed > 0) {
            LOG.info("index {}: purged {} stubs older than {} s", index, removed, retention.toSeconds());
        }
    }

    /** @return null if a stop came, or another process's turn, before it succeeded */
    @SuppressWarnings("CatchingUnchecked") // whatever it is, the next attempt may succeed, and the health says so
    private @Nullable PurgedStubs purge(long readBefore) {
        Health.@Nullable Ailment ailment = null;
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    return writer.purgeStubs(readBefore, BATCH);
                } catch (RuntimeException | Error e) {
                    if (ailment == null) {
                        ailment = health.ailing(STEP, e);
                    } else {
                        ailment.failedAgain(e);
                    }
                }
                if (stop.await(BACKOFF.delay(attempt, ThreadLocalRandom.current())) || !mine.getAsBoolean()) {
                    return null;
                }
            }
        } finally {
            if (ailment != null) {
                ailment.close();
            }
        }
    }

    /** Waits for a batch under way, which the stop signal does not end. Idempotent. */
    @Override
    public void close() {
        stop.fire();
        try {
            thread.join(CLOSE.toMillis());
            if (thread.isAlive()) {
                LOG.warn("index {}: the purge of stubs did not stop in time and is interrupted", index);
                thread.interrupt();
                thread.join(CLOSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
