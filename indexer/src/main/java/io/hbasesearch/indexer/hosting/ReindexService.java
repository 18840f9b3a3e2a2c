/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.hosting;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.KafkaReindexLog;
import io.hbasesearch.indexer.kafka.LogCheck;
import io.hbasesearch.indexer.lifecycle.LossCheck;
import io.hbasesearch.indexer.rebuild.BuildSite;
import io.hbasesearch.indexer.rebuild.DropOld;
import io.hbasesearch.indexer.rebuild.Rebuild;
import io.hbasesearch.indexer.rebuild.RollBack;
import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.ReindexLog;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.RunWork;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.indexer.reindex.scan.Reindex;
import io.hbasesearch.indexer.worker.OpenGeneration;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs backfills of one index and changes of its generations in this process, which must be allowed to write to it: any process for
 * a shared index, its owner for an embedded one. For one thread. Borrows backend and reader; owns the log and a run's Kafka
 * clients.
 */
public final class ReindexService implements HostedReindexes {

    private final OpenGeneration.Access access;
    private final ServiceConfig config;
    private final IndexBackend backend;
    private final IndexDefinition definition;
    private final Clock clock;
    private final ReindexLog log;

    /** @param definition used where neither generation nor request has one */
    public ReindexService(OpenGeneration.Access access, IndexDefinition definition, IndexMetadata metadata) {
        this.access = Objects.requireNonNull(access, "access");
        this.config = access.config();
        this.backend = access.backend();
        this.definition = Objects.requireNonNull(definition, "definition");
        this.clock = access.clock();
        this.log = new KafkaReindexLog(config.kafka(), Objects.requireNonNull(metadata, "metadata"));
    }

    @Override
    public ReindexLog log() {
        return log;
    }

    /** Returns the access to the runs of this index. */
    @Override
    public ReindexRun runs() {
        return new ReindexRun(log, live(), this::live, clock);
    }

    /** Returns the live generation, which may change while a run is in progress, also through the run. */
    private IndexMetadata live() {
        return backend.admin().require(definition.name());
    }

    /**
     * Continues the unfinished run, or starts one, and works on it as {@link ReindexRun#run} does.
     *
     * @param request as for {@link ReindexRun#claim}, which may fail in the same way
     * @throws HBaseSearchException also INDEX_INCOMPATIBLE, OFFSETS_LOST or TOPIC_NOT_FOUND, with the remedy, if an index that is
     *     to be filled in place has lost something
     */
    @Override
    public RunState run(Task task, String request, ReindexRun.ProgressListener progress) throws InterruptedException {
        log.create();
        return task.change().isPresent()
                ? change(task, task.change().get(), request, progress)
                : fill(task, request, progress, context -> new Reindex(context, task.selection(), task.limits()));
    }

    /**
     * Runs a backfill in place, as {@link #run(Task, String, ReindexRun.ProgressListener)} does.
     *
     * @param way creates the backfill that does the work
     */
    public RunState run(
            Task task, String request, ReindexRun.ProgressListener progress, Function<ReindexContext, Backfill> way)
            throws InterruptedException {
        log.create();
        return fill(task, request, progress, way);
    }

    /**
     * Works on a part of a run that another process started and records in the log; returns as {@link Reindex#run} does.
     *
     * @param appended the markers of the part, if its source is unchanged since they were appended, as a snapshot is; empty if the
     *     table itself is read, each piece with its own markers
     * @throws HBaseSearchException READ_TOO_OLD if the unchanged source is too old to be written; INDEX_INCOMPATIBLE if the index
     *     has another epoch than its markers
     */
    public boolean runPart(Selection part, Limits limits, Optional<Markers> appended, ReindexListener listener) {
        IndexMetadata metadata = live();
        appended.ifPresent(markers -> requireEpoch(metadata, markers));
        OpenGeneration opened = open(metadata);
        boolean done = false;
        try {
            ReindexContext context = appended.map(markers -> standingStill(opened.context(), markers))
                    .orElse(opened.context());
            done = new Reindex(context, part, limits).run(DoneRanges.none(), Counts.none(), listener);
            return done;
        } finally {
            opened.close(done);
        }
    }

    /** Checks the epoch: offsets of different topics are not comparable. */
    private static void requireEpoch(IndexMetadata metadata, Markers markers) {
        if (markers.epoch() != metadata.epoch()) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "index " + metadata.index() + " is in epoch " + metadata.epoch()
                            + ", and the markers of its reindex were appended in epoch " + markers.epoch(),
                    "Run the reindex again: it continues in the new epoch. To see its command: hbase-search reindex status "
                            + metadata.index(),
                    null);
        }
    }

    private ReindexContext standingStill(ReindexContext context, Markers markers) {
        return context.with(() -> {
            requireFresh(markers);
            return markers;
        });
    }

    /** @throws HBaseSearchException READ_TOO_OLD if what was read after these markers is too old to be written */
    public void requireFresh(Markers markers) {
        if (clock.millis() - markers.readMillis() > maxReadAge().toMillis()) {
            throw new HBaseSearchException(
                    ErrorCode.READ_TOO_OLD,
                    "rows that were read at " + Instant.ofEpochMilli(markers.readMillis())
                            + " are too old to be written to index "
                            + definition.name() + ": that is more than a quarter of indexer.stubRetention ("
                            + config.indexer().stubRetention().toSeconds() + " s) ago",
                    "Increase indexer.stubRetention for every process that writes to the index, use fewer rows at a time (--from, --to),"
                            + " or reindex from the live table.",
                    null);
        }
    }

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE if the log has lost markers that a run had appended before it wrote */
    public void requireMarkers(MarkerPositions marked) {
        new LogCheck(config.kafka()).requireMarkers(live(), marked);
    }

    /** Returns the maximum age of a read: older reads are not written. */
    public Duration maxReadAge() {
        return OpenGeneration.maxReadAge(config);
    }

    /** @throws HBaseSearchException NOT_FOUND if the plan needs an old generation and there is none */
    public void requirePossible(ChangePlan plan) {
        switch (plan.kind()) {
            case REBUILD -> {}
            case ROLL_BACK, DROP_OLD -> RollBack.requireOld(backend.generations(), definition.name());
        }
    }

    private RunState change(Task task, ChangePlan plan, String request, ReindexRun.ProgressListener progress) {
        ReindexRun runs = runs();
        if (runs.unfinished().isEmpty()) {
            requirePossible(plan);
        }
        try (GenerationSite site = site(plan)) {
            RunState run = runs.claim(task, request);
            return runs.run(run, work(plan, task, site), progress);
        }
    }

    /** Creates the site with the requester's definition, whose file may be on another machine. */
    private GenerationSite site(ChangePlan plan) {
        IndexDefinition wanted =
                plan.definition().isEmpty() ? definition : DefinitionText.read(definition.name(), plan.definition());
        return new GenerationSite(access, wanted);
    }

    private RunWork work(ChangePlan plan, Task task, BuildSite site) {
        Rebuild.Bounds bounds = Rebuild.Bounds.standard(config.scrub().maxGonePercent());
        return switch (plan.kind()) {
            case REBUILD -> new Rebuild(site, task.limits(), bounds);
            case ROLL_BACK -> new RollBack(site, bounds);
            case DROP_OLD -> new DropOld(site, bounds);
        };
    }

    /** Cancels the unfinished run although no process works on it, and removes what it leaves behind. Returns false if there is none. */
    @Override
    public boolean cancelUnowned() {
        return runs().cancelUnowned(run -> run.job().change().ifPresent(change -> {
            try (GenerationSite site = site(change.plan())) {
                work(change.plan(), run.task(), site).cancelled();
            }
        }));
    }

    private OpenGeneration open(IndexMetadata metadata) {
        return new OpenGeneration(access, metadata.definitionOr(definition), metadata, () -> requireWhole(metadata));
    }

    private void requireWhole(IndexMetadata metadata) {
        new LossCheck(backend, config.kafka()).check(metadata);
    }

    private RunState fill(
            Task task, String request, ReindexRun.ProgressListener progress, Function<ReindexContext, Backfill> way)
            throws InterruptedException {
        IndexMetadata metadata = live();
        awaitSettled(metadata);
        // Otherwise its indexers have stopped: waiting for the markers would never end, and the hint would be to start
        // indexers.
        new LossCheck(backend, config.kafka()).await(metadata);
        OpenGeneration opened = open(metadata);
        RunState.State end = RunState.State.STOPPED;
        try {
            ReindexRun runs = new ReindexRun(log, metadata, this::live, clock);
            RunState run = runs.claim(task, request);
            RunState last =
                    runs.run(run, RunWork.of(completing(way.apply(opened.context()), task, metadata)), progress);
            end = last.state();
            return last;
        } finally {
            opened.close(end == RunState.State.DONE);
        }
    }

    /**
     * Marks the index as complete before the log says that the run is done: a run that is killed in between continues and marks it
     * then.
     */
    private Backfill completing(Backfill backfill, Task task, IndexMetadata metadata) {
        return task.selection().isAll() && !metadata.complete()
                ? backfill.andThen(() -> backend.admin().markComplete(definition.name()))
                : backfill;
    }

    private void awaitSettled(IndexMetadata metadata) throws InterruptedException {
        Duration left = ReplicationGracePeriod.left(metadata, clock);
        if (left.toMillis() > 0 && new StopSignal().await(left)) {
            throw new InterruptedException("interrupted while the peer settles");
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
