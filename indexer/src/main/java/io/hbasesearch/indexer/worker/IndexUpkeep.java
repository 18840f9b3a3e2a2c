/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.pipeline.Progress;
import io.hbasesearch.indexer.pipeline.RangeRepair;
import io.hbasesearch.indexer.pipeline.source.Health;
import io.hbasesearch.indexer.purge.StubPurger;
import io.hbasesearch.indexer.scrub.MassDeletionGuard;
import io.hbasesearch.indexer.scrub.RangeRepairs;
import io.hbasesearch.indexer.scrub.ScrubState;
import io.hbasesearch.indexer.scrub.Scrubber;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The upkeep of one generation besides its events: the scrub and the comparison after bulk loads, which yield while the index lags,
 * and the purge of old stubs. For the worker's thread. Owns the threads of scrub and purge, its own clients and a searcher; borrows
 * the rest.
 */
final class IndexUpkeep implements AutoCloseable {
    /** A bulk load consists of edits that are late already: only a large number of other events takes precedence. */
    private static final long MOST_EVENTS_BEHIND_A_LOAD = 20_000;

    private final Progress progress;
    private final KafkaTouches touches;
    private final GroupProgress group;
    private final RangeRepairs repairs;
    private final StubPurger purger;
    private final @Nullable Scrubber scrubber;

    /** @param writer removes stubs, and reports whether the index accepts writes normally */
    IndexUpkeep(
            IndexDefinition definition,
            IndexMetadata metadata,
            GenerationRole role,
            WorkerContext context,
            Health health,
            Progress progress,
            ScrubState state,
            DocumentWriter writer,
            StopSignal stop) {
        this.progress = progress;
        this.touches = new KafkaTouches(context.config().kafka());
        this.group = new GroupProgress(context.config().kafka(), metadata);
        this.purger = purger(definition, context, health, progress, writer, stop);
        this.repairs = new RangeRepairs(
                definition,
                context.rows(),
                () -> context.backend().openSearcher(definition, metadata),
                rows -> touches.announce(metadata, rows),
                context.config().hbase().timeout(),
                context.config().scrub(),
                stop);
        this.scrubber = context.config().scrub().enabled()
                ? scrubber(metadata, role, context, health, state, writer::check, stop)
                : null;
    }

    private static StubPurger purger(
            IndexDefinition definition,
            WorkerContext context,
            Health health,
            Progress progress,
            DocumentWriter writer,
            StopSignal stop) {
        return new StubPurger(
                definition.name(),
                definition.buckets().size(),
                context.config().indexer().stubRetention(),
                writer,
                () -> progress.last().first(),
                health,
                context.metrics(),
                context.clock(),
                stop);
    }

    /** Creates the scrubber, which works on the live generation only: another one lacks rows that are not filled in yet, or is not read. */
    private Scrubber scrubber(
            IndexMetadata metadata,
            GenerationRole role,
            WorkerContext context,
            Health health,
            ScrubState state,
            Supplier<CheckResult> writer,
            StopSignal stop) {
        MassDeletionGuard brake = new MassDeletionGuard(
                metadata.index(),
                context.config().scrub().maxGonePercent(),
                () -> context.backend().generations().statistics(metadata).documents(),
                health,
                context.metrics());
        return new Scrubber(
                metadata.index(),
                context.config().scrub(),
                repairs.forScrub(
                        () -> writer.get().ok(),
                        () -> new IndexOffsets(group.acknowledged(), group.ends()),
                        state,
                        brake),
                () -> role.isLive() && progress.last().first(),
                health,
                state,
                brake,
                stop,
                new Random());
    }

    RangeRepair forBulkLoads() {
        return repairs.forBulkLoads(() -> progress.last().lag() <= MOST_EVENTS_BEHIND_A_LOAD);
    }

    void start() {
        purger.start();
        if (scrubber != null) {
            scrubber.start();
        }
    }

    /** Fire the stop signal before; otherwise the scrub fires it. */
    @Override
    public void close() {
        if (scrubber != null) {
            scrubber.close();
        }
        purger.close();
        repairs.close();
        group.close();
        touches.close();
    }
}
