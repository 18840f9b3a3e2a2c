/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.pipeline.PipelineProgress;
import io.hbasesearch.indexer.pipeline.RangeRepair;
import io.hbasesearch.indexer.pipeline.UpkeepThread;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
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

    private final IndexMetadata metadata;
    private final WorkerContext context;
    private final Signals signals;
    private final KafkaTouches touches;
    private final GroupProgress group;
    private final RangeRepairs repairs;
    private final StubPurger purger;
    private final @Nullable Scrubber scrubber;

    /** Shows and stops the work on one generation; shared by its worker and its upkeep. */
    record Signals(PipelineHealth health, PipelineProgress progress, ScrubState scrub, StopSignal stop) {}

    /** @param writer removes stubs, and reports whether the index accepts writes normally */
    IndexUpkeep(
            IndexDefinition definition,
            IndexMetadata metadata,
            GenerationRole role,
            WorkerContext context,
            Signals signals,
            DocumentWriter writer) {
        this.metadata = metadata;
        this.context = context;
        this.signals = signals;
        this.touches = new KafkaTouches(context.config().kafka());
        this.group = new GroupProgress(context.config().kafka(), metadata);
        this.purger = purger(definition, writer);
        this.repairs = new RangeRepairs(
                definition,
                context.rows(),
                () -> context.backend().openSearcher(definition, metadata),
                rows -> touches.announce(metadata, rows),
                context.config().hbase().timeout(),
                context.config().scrub(),
                signals.stop());
        this.scrubber = context.config().scrub().enabled() ? scrubber(role, writer::check) : null;
    }

    private StubPurger purger(IndexDefinition definition, DocumentWriter writer) {
        return new StubPurger(
                definition.name(),
                definition.buckets().size(),
                context.config().indexer().stubRetention(),
                writer,
                new UpkeepThread.Conditions(this::isFirst, signals.health(), signals.stop()),
                context.metrics(),
                context.clock());
    }

    /** Tells whether this process has partition 0, as exactly one has. */
    private boolean isFirst() {
        return signals.progress().last().first();
    }

    /** Creates the scrubber, which works on the live generation only: another one lacks rows that are not filled in yet, or is not read. */
    private Scrubber scrubber(GenerationRole role, Supplier<CheckResult> writer) {
        MassDeletionGuard brake = new MassDeletionGuard(
                metadata.index(),
                context.config().scrub().maxGonePercent(),
                () -> context.backend().generations().statistics(metadata).documents(),
                signals.health(),
                context.metrics());
        return new Scrubber(
                metadata.index(),
                context.config().scrub(),
                repairs.forScrub(
                        () -> writer.get().ok(),
                        () -> new IndexOffsets(group.acknowledged(), group.ends()),
                        signals.scrub(),
                        brake),
                new UpkeepThread.Conditions(() -> role.isLive() && isFirst(), signals.health(), signals.stop()),
                signals.scrub(),
                brake,
                new Random());
    }

    RangeRepair forBulkLoads() {
        return repairs.forBulkLoads(() -> signals.progress().last().lag() <= MOST_EVENTS_BEHIND_A_LOAD);
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
