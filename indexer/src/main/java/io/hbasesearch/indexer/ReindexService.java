/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.DefinitionText;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.KafkaReindexLog;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.rebuild.BuildSite;
import io.hbasesearch.indexer.rebuild.DropOld;
import io.hbasesearch.indexer.rebuild.Rebuild;
import io.hbasesearch.indexer.rebuild.RollBack;
import io.hbasesearch.indexer.reindex.ChangePlan;
import io.hbasesearch.indexer.reindex.Reindex;
import io.hbasesearch.indexer.reindex.ReindexLog;
import io.hbasesearch.indexer.reindex.ReindexRun;
import io.hbasesearch.indexer.reindex.RunState;
import io.hbasesearch.indexer.reindex.RunWork;
import io.hbasesearch.indexer.reindex.Task;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/**
 * Backfills of one index and changes of its generations in this process, which must be one that may write to it: any process for a
 * shared index, its owner for an embedded one. For one thread. Borrows backend and reader; owns the log and what a run needs of
 * Kafka.
 */
public final class ReindexService implements AutoCloseable {
    private final ServiceConfig config;
    private final IndexBackend backend;
    private final RowReader rows;
    private final IndexDefinition definition;
    private final Clock clock;
    private final ReindexLog log;

    /** @param definition for what no generation and no request says */
    public ReindexService(
            ServiceConfig config,
            IndexBackend backend,
            RowReader rows,
            IndexDefinition definition,
            IndexMetadata metadata,
            Clock clock) {
        this.config = Objects.requireNonNull(config, "config");
        this.backend = Objects.requireNonNull(backend, "backend");
        this.rows = Objects.requireNonNull(rows, "rows");
        this.definition = Objects.requireNonNull(definition, "definition");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.log = new KafkaReindexLog(config.kafka(), Objects.requireNonNull(metadata, "metadata"));
    }

    public ReindexLog log() {
        return log;
    }

    /** Takes up and keeps runs of this index. */
    public ReindexRun runs() {
        return new ReindexRun(log, live(), clock);
    }

    /** Which generation that is may change while a run is under way, and by it. */
    private IndexMetadata live() {
        return backend.admin()
                .find(definition.name())
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.INDEX_NOT_FOUND,
                        "there is no index '" + definition.name() + "'",
                        "Create it: hbase-search index create " + definition.name(),
                        null));
    }

    /**
     * Goes on with what is unfinished, or begins a run, and works on it as {@link ReindexRun#run} does.
     *
     * @param request as {@link ReindexRun#claim} has it; so the failures
     */
    public RunState run(Task task, String request, ReindexRun.ProgressListener progress) throws InterruptedException {
        log.create();
        return task.change().isPresent()
                ? change(task, task.change().get(), request, progress)
                : fill(task, request, progress);
    }

    /** @throws HBaseSearchException NOT_FOUND if there is no old generation, for a plan that needs one */
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

    /** By the definition of who wants it, whose file may be on another machine. */
    private GenerationSite site(ChangePlan plan) {
        IndexDefinition wanted = plan.definition().isEmpty()
                ? definition
                : DefinitionText.read(definition.name(), plan.definition());
        return new GenerationSite(config, backend, rows, wanted, clock);
    }

    private static RunWork work(ChangePlan plan, Task task, BuildSite site) {
        Rebuild.Bounds bounds = Rebuild.Bounds.standard();
        return switch (plan.kind()) {
            case REBUILD -> new Rebuild(site, task.limits(), bounds);
            case ROLL_BACK -> new RollBack(site, bounds);
            case DROP_OLD -> new DropOld(site, bounds);
        };
    }

    /** Ends the unfinished run for good though nobody works on it, with what it leaves behind. False if there is none. */
    public boolean cancelUnowned() {
        return runs().cancelUnowned(run -> run.change().ifPresent(change -> {
            try (GenerationSite site = site(change.plan())) {
                work(change.plan(), run.task(), site).cancelled();
            }
        }));
    }

    private RunState fill(Task task, String request, ReindexRun.ProgressListener progress) throws InterruptedException {
        IndexMetadata metadata = live();
        awaitSettled(metadata);
        OpenGeneration opened = new OpenGeneration(
                config, backend, rows, metadata.definitionOr(definition), metadata, clock);
        RunState.State end = RunState.State.STOPPED;
        try {
            ReindexRun runs = new ReindexRun(log, metadata, clock);
            RunState run = runs.claim(task, request);
            Reindex reindex = new Reindex(opened.context(), task.selection(), task.limits());
            RunState last = runs.run(run, RunWork.of(reindex), progress);
            end = last.state();
            if (end == RunState.State.DONE && task.selection().isAll() && !metadata.complete()) {
                backend.admin().markComplete(definition.name());
            }
            return last;
        } finally {
            opened.close(end == RunState.State.DONE);
        }
    }

    private void awaitSettled(IndexMetadata metadata) throws InterruptedException {
        Duration left = Settling.left(metadata, clock);
        if (left.toMillis() > 0 && new StopSignal().await(left)) {
            throw new InterruptedException("interrupted while the peer settles");
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
