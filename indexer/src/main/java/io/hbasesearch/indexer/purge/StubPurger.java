/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.purge;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.indexer.pipeline.Health;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.pipeline.UpkeepThread;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
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

    /** Batches of a second where a row leaves many stubs behind: more would be felt by who writes and searches. */
    private static final int MOST_BATCHES = 10;

    /** A stub stays for a twenty-fourth of its retention longer at most, but for what the pace adds. */
    private static final int PASSES_PER_RETENTION = 24;

    private final String index;
    private final Duration retention;
    private final DocumentWriter writer;
    private final BooleanSupplier mine;
    private final Metrics.Counter purged;
    private final InstantSource clock;
    private final Duration pause;
    private final StopSignal stop;
    private final UpkeepThread thread;

    /**
     * @param documents how many of them a row has: a row that goes leaves as many stubs, and the pace goes up with them
     * @param retention how long a stub is kept, from the beginning of its read
     * @param mine whether this process is to purge, now
     * @param stop ends it; fired by others, too
     */
    public StubPurger(
            String index,
            int documents,
            Duration retention,
            DocumentWriter writer,
            BooleanSupplier mine,
            Health health,
            Metrics metrics,
            InstantSource clock,
            StopSignal stop) {
        this.index = Objects.requireNonNull(index, "index");
        this.pause = PAUSE_BETWEEN_BATCHES.dividedBy(Math.min(MOST_BATCHES, documents));
        this.retention = Objects.requireNonNull(retention, "retention");
        this.writer = Objects.requireNonNull(writer, "writer");
        this.mine = Objects.requireNonNull(mine, "mine");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.stop = Objects.requireNonNull(stop, "stop");
        this.purged = metrics.counter(
                "hbase_search_indexer_stubs_purged_total",
                "Stubs of rows that are gone, removed as nothing older than them can arrive any more",
                "index",
                index);
        this.thread = new UpkeepThread(
                "hbase-search-purge-" + index, STEP, mine, health, stop, RandomGenerator.getDefault(), this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        Duration betweenPasses = retention.dividedBy(PASSES_PER_RETENTION);
        try {
            while (!stop.await(betweenPasses)) {
                if (mine.getAsBoolean()) {
                    pass();
                }
            }
        } catch (StoppedException e) {
            LOG.debug("index {}: {}", index, e.getMessage());
        }
    }

    /** Ends when no old stub is left, when a stop comes, or when it is another process's turn. */
    private void pass() throws StoppedException {
        long readBefore = clock.millis() - retention.toMillis();
        long removed = 0;
        PurgedStubs batch = purge(readBefore);
        while (batch != null && batch.removed() > 0) {
            removed += batch.removed();
            purged.add(batch.removed());
            boolean more = batch.found() >= BATCH && !stop.await(pause) && mine.getAsBoolean();
            batch = more ? purge(readBefore) : null;
        }
        if (removed > 0) {
            LOG.info("index {}: purged {} stubs older than {} s", index, removed, retention.toSeconds());
        }
    }

    /** @return null if it is another process's turn before it succeeds */
    private @Nullable PurgedStubs purge(long readBefore) throws StoppedException {
        return thread.insist(() -> writer.purgeStubs(readBefore, BATCH));
    }

    /** Waits for a batch under way, which the stop signal does not end. Idempotent. */
    @Override
    public void close() {
        thread.close();
    }
}
