/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.purge;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.PurgedStubs;
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
 * Removes the stubs of one index that are older than {@code stubRetention}. A stub exists to reject writes that are older than it;
 * writers send nothing whose read is older than a quarter of that time, and what was sent arrives within the rest of it or never.
 * Of all processes that index, only the one that has partition 0 purges; two at once would do no harm.
 *
 * <p>Runs on its own thread. A failure is reported in the health and retried: it only means that stubs are kept longer. Safe for
 * use by several threads; starts once.
 */
public final class StubPurger implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StubPurger.class);
    private static final String STEP = "purging stubs";

    /** Stubs per batch, and per second: a small load compared with the deletes that wrote the stubs of one day. */
    static final int BATCH = 1_000;

    private static final Duration PAUSE_BETWEEN_BATCHES = Duration.ofSeconds(1);

    /** Maximum number of batches per second if a row leaves many stubs behind: more would affect writers and searches. */
    private static final int MOST_BATCHES = 10;

    /** A stub is kept at most a twenty-fourth of its retention longer, plus the delay of the pace. */
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
     * @param documents number of documents per row: a deleted row leaves as many stubs, and the pace increases with them
     * @param retention how long a stub is kept, from the beginning of its read
     * @param conditions whether this process is to purge, now
     */
    public StubPurger(
            String index,
            int documents,
            Duration retention,
            DocumentWriter writer,
            UpkeepThread.Conditions conditions,
            Metrics metrics,
            InstantSource clock) {
        this.index = Objects.requireNonNull(index, "index");
        this.pause = PAUSE_BETWEEN_BATCHES.dividedBy(Math.min(MOST_BATCHES, documents));
        this.retention = Objects.requireNonNull(retention, "retention");
        this.writer = Objects.requireNonNull(writer, "writer");
        this.mine = conditions.mine();
        this.clock = Objects.requireNonNull(clock, "clock");
        this.stop = conditions.stop();
        this.purged = metrics.counter(
                "hbase_search_indexer_stubs_purged_total",
                "Stubs of deleted rows that were removed because nothing older can arrive any more",
                "index",
                index);
        this.thread = new UpkeepThread(
                "hbase-search-purge-" + index, STEP, conditions, RandomGenerator.getDefault(), this::run);
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

    /** Purges until no old stub is left, a stop comes, or it is another process's turn. */
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

    /** @return null if another process's turn comes before it succeeds */
    private @Nullable PurgedStubs purge(long readBefore) throws StoppedException {
        return thread.insist(() -> writer.purgeStubs(readBefore, BATCH));
    }

    /** Waits for a batch in progress, which the stop signal does not end. Idempotent. */
    @Override
    public void close() {
        thread.close();
    }
}
