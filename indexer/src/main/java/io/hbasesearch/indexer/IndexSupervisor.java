/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.WatchHealth;
import io.hbasesearch.indexer.hosting.ReindexHost;
import io.hbasesearch.indexer.hosting.ReindexService;
import io.hbasesearch.indexer.pipeline.PipelineProgress;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.scrub.ScrubState;
import io.hbasesearch.indexer.worker.GenerationRole;
import io.hbasesearch.indexer.worker.GenerationWorker;
import io.hbasesearch.indexer.worker.Generations;
import io.hbasesearch.indexer.worker.IndexMetrics;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.indexer.worker.OpenGeneration;
import io.hbasesearch.indexer.worker.Readiness;
import io.hbasesearch.indexer.worker.WorkerContext;
import io.hbasesearch.indexer.worker.WorkerState;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds every generation of an index, each with its own worker: the live one, one that is being built, and those that were kept, so
 * that readers may be switched to any of them at any time. Looks for generations every second; one that becomes live continues as
 * it is. Safe for use by several threads; runs once. Owns its thread, the workers and, in the owner of an embedded index, the host
 * that carries out requests to reindex it.
 */
final class IndexSupervisor {
    private static final Logger LOG = LoggerFactory.getLogger(IndexSupervisor.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** Delay before a generation is restarted after a denied access. */
    private static final Duration TRY_AGAIN = Duration.ofSeconds(10);

    private volatile IndexDefinition definition;
    private final WorkerContext context;
    private final IndexMetrics metrics;
    private final Readiness readiness;
    private final StopSignal stop = new StopSignal();
    private final PipelineHealth health;
    private final WorkerState state;
    private final Map<UUID, GenerationWorker> workers = new ConcurrentHashMap<>();

    /** Generations whose workers were told to stop because of a deletion. Of the supervisor's thread only. */
    private final Set<UUID> withdrawn = new HashSet<>();

    private final Thread thread;
    private final WatchHealth looks;
    private volatile @Nullable ReindexHost reindexing;
    // For the thread only:
    private String lastFailure = "";

    IndexSupervisor(IndexDefinition definition, WorkerContext context) {
        this.definition = definition;
        this.context = context;
        this.metrics = new IndexMetrics(context.metrics());
        this.readiness = new Readiness(definition, context);
        this.looks = new WatchHealth("the watch of generations of index " + definition.name(), LOOK);
        this.health = new PipelineHealth(definition.name(), context.clock());
        this.state = new WorkerState(
                definition.name(),
                health,
                new PipelineProgress(),
                new ScrubState(
                        definition.name(), context.config().scrub().enabled(), metrics.ofIndex(), context.clock()),
                context.clock());
        this.thread = NamedThreads.lasting("hbase-search-generations-" + definition.name(), this::run);
        state.register(metrics.ofIndex());
        context.metrics()
                .gauge(
                        "hbase_search_indexer_generation_lag_events",
                        "Events of this process's partitions that are not yet in the generation that is furthest behind,"
                                + " among those that are not live",
                        this,
                        supervisor -> supervisor
                                .others()
                                .mapToLong(GenerationWorker::lag)
                                .max()
                                .orElse(0),
                        "index",
                        definition.name());
    }

    void start() {
        thread.start();
    }

    String index() {
        return definition.name();
    }

    /** Sets the definition for the future; existing generations have their own. */
    void redefine(IndexDefinition changed) {
        definition = changed;
    }

    /** Returns healthy as long as generations are looked for; the state of the index is in {@link #status}. */
    CheckResult checkLooks() {
        return looks.check();
    }

    /** Returns the status of the live generation; while there is none, that of the index. */
    IndexStatus status() {
        return workers.values().stream()
                .filter(worker -> worker.role().isLive())
                .findFirst()
                .map(GenerationWorker::status)
                .orElseGet(state::status);
    }

    /** Returns the statuses of the other generations, from the oldest to the newest, under their own names. */
    List<IndexStatus> otherStatuses() {
        return others().map(worker -> worker.status().named(worker.role().described()))
                .toList();
    }

    private Stream<GenerationWorker> others() {
        return workers.values().stream()
                .filter(worker -> !worker.role().isLive())
                .sorted(Comparator.comparingInt(worker -> worker.metadata().generation()));
    }

    /** Begins a stop; returns at once. */
    void requestStop() {
        stop.fire();
        ReindexHost host = reindexing;
        if (host != null) {
            host.requestStop();
        }
        workers.values().forEach(GenerationWorker::requestStop);
    }

    /** Waits for the end of all threads. Returns false if one still runs after {@code timeout}. */
    boolean awaitStopped(Duration timeout) throws InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        thread.join(deadline.leftMillis());
        boolean stopped = !thread.isAlive();
        for (GenerationWorker worker : workers.values()) {
            stopped &= worker.awaitStopped(deadline.left());
        }
        return stopped;
    }

    /** Interrupts the threads: the last resort if they do not end in time. */
    void interrupt() {
        thread.interrupt();
        workers.values().forEach(GenerationWorker::interrupt);
    }

    @SuppressWarnings("CatchingUnchecked") // the end of a thread is never silent, whatever it is
    private void run() {
        try {
            do {
                look();
            } while (!stop.await(LOOK));
            state.stopped();
        } catch (StoppedException e) {
            state.stopped();
        } catch (HBaseSearchException e) {
            LOG.error(
                    "index {}: failed with {}: {}",
                    definition.name(),
                    e.code(),
                    IndexStatus.told(String.valueOf(e.getMessage()), e.hint()));
            state.failed(e);
        } catch (Throwable e) {
            LOG.error("index {}: failed unexpectedly", definition.name(), e);
            state.failed(new HBaseSearchException(
                    ErrorCode.INTERNAL, "unexpected " + e, "This is a defect: please report it with the log.", e));
        } finally {
            // A worker that was started just before the stop has not received it.
            workers.values().forEach(worker -> {
                if (stop.isFired()) {
                    worker.requestStop();
                }
            });
            closeHost();
        }
    }

    /** @throws HBaseSearchException if there is no worker yet, and only an operator can change that */
    private void look() throws StoppedException {
        RetryPolicy retrier = RetryPolicy.forever(stop, BACKOFF, health::ailing);
        try {
            List<IndexGeneration> found = retrier.call("looking for the index", this::list);
            lastFailure = "";
            looks.succeeded();
            if (Generations.live(found).isPresent()) {
                // First: otherwise the generation that was live last would count as live beside its successor.
                workers.values().forEach(worker -> leave(worker, found));
                workers.values().forEach(worker -> leaveReplaced(worker, found));
                for (IndexGeneration generation : found) {
                    follow(generation, retrier);
                }
                host(Generations.live(found).get().metadata());
            } else if (context.backend().admin().isWithdrawn(definition.name())) {
                leaveWithdrawn();
            } else {
                workers.values().forEach(this::forgetDeleted);
                if (workers.isEmpty()) {
                    state.noIndex("There is no index yet. Create it: hbase-search index create " + definition.name());
                }
            }
        } catch (RuntimeException e) {
            if (workers.isEmpty()) {
                throw e;
            }
            // The workers detect failures of their own generations; this one concerns new generations.
            if (!lastFailure.equals(String.valueOf(e.getMessage()))) {
                lastFailure = String.valueOf(e.getMessage());
                LOG.warn("index {}: looking for generations failed: {}", definition.name(), lastFailure);
            }
        }
    }

    private List<IndexGeneration> list() {
        List<IndexGeneration> found;
        try {
            found = context.backend().generations().list(definition.name());
        } catch (RuntimeException e) {
            looks.failed(e);
            throw e;
        }
        if (workers.isEmpty() && Generations.live(found).isEmpty()) {
            // Throws the cause, if the name refers to something else.
            context.backend().admin().find(definition.name());
        }
        return found;
    }

    private void follow(IndexGeneration found, RetryPolicy retrier) throws StoppedException {
        IndexMetadata metadata = found.metadata();
        GenerationWorker known = workers.get(metadata.uuid());
        if (known != null && known.metadata().epoch() != metadata.epoch()) {
            leaveMoved(known, metadata);
        } else if (known != null && withdrawn.contains(metadata.uuid())) {
            goOn(known, found);
        } else if (known != null) {
            known.role().become(found.state());
            tryAgain(known, found);
            known.tellChanged(found.state() == State.LIVE && !metadata.isMadeBy(definition), definition);
        } else if (isFree(metadata)) {
            if (retrier.call("looking for the index's offsets", () -> readiness.isReady(found))) {
                begin(found);
            } else if (found.state() == State.LIVE) {
                state.noIndex("The index is being created.");
            }
        }
    }

    /** Stops a worker whose generation a bump has moved to its table's next topic: the rest of the former one no longer matters. */
    private void leaveMoved(GenerationWorker worker, IndexMetadata moved) {
        worker.requestStop();
        if (worker.isStopped()) {
            forget(worker);
            LOG.info("index {}: continuing in topic {}", worker.role().label(), moved.topic());
        }
    }

    /**
     * Restarts a worker that stopped because of a missing permission, which may be granted at any time: nothing is lost meanwhile,
     * and this process need not be restarted.
     */
    private void tryAgain(GenerationWorker worker, IndexGeneration found) {
        Optional<HBaseSearchException> refused = worker.endedFor(ErrorCode.ACCESS_DENIED, TRY_AGAIN);
        if (refused.isPresent() && !stop.isFired()) {
            forget(worker);
            begin(found).recovers(worker, refused.get());
        } else {
            worker.tellRecovered(TRY_AGAIN.dividedBy(2));
        }
    }

    private void forget(GenerationWorker worker) {
        workers.remove(worker.metadata().uuid());
        withdrawn.remove(worker.metadata().uuid());
        metrics.forget(worker.role());
    }

    /**
     * Forgets a worker that has ended and whose generation was deleted, once another generation has its number. That one was
     * created in its place, as after {@code index delete} and {@code index create}, and gets its own worker.
     */
    private void leaveReplaced(GenerationWorker worker, List<IndexGeneration> found) {
        IndexMetadata former = worker.metadata();
        if (!worker.isStopped()
                || Generations.find(found, former.uuid()).isPresent()
                || found.stream().noneMatch(other -> other.metadata().generation() == former.generation())) {
            return;
        }
        forget(worker);
        LOG.info(
                "index {}: {} was deleted; using the index that was created in its place",
                definition.name(),
                former.physicalName());
    }

    /** Stops every worker of an embedded index that another process is about to delete; each leaves its consumer group. */
    private void leaveWithdrawn() {
        closeHost();
        for (GenerationWorker worker : workers.values()) {
            worker.requestStop();
            if (withdrawn.add(worker.metadata().uuid())) {
                LOG.info(
                        "index {}: {} is no longer used, because it is about to be deleted",
                        definition.name(),
                        worker.metadata().physicalName());
            }
            if (worker.isStopped()) {
                forget(worker);
            }
        }
    }

    /** Starts a worker again that was stopped for a deletion which did not take place. */
    private void goOn(GenerationWorker worker, IndexGeneration found) {
        if (worker.isStopped() && !stop.isFired()) {
            forget(worker);
            LOG.info("index {}: {} was not deleted; continuing", definition.name(), found.name());
            begin(found);
        }
    }

    /** Forgets a worker that was stopped for a deletion which took place before it had ended. */
    private void forgetDeleted(GenerationWorker worker) {
        if (worker.isStopped() && withdrawn.contains(worker.metadata().uuid())) {
            forget(worker);
        }
    }

    /** Returns whether no worker has this number: a recreated generation has the same group, so the former worker has to end first. */
    private boolean isFree(IndexMetadata metadata) {
        return workers.values().stream().noneMatch(worker -> worker.metadata().generation() == metadata.generation());
    }

    private GenerationWorker begin(IndexGeneration found) {
        GenerationRole role = new GenerationRole(found.metadata(), found.state());
        WorkerContext own = context.with(metrics.of(role));
        GenerationWorker worker = new GenerationWorker(definition, found.metadata(), role, own);
        worker.tellChanged(role.isLive() && !found.metadata().isMadeBy(definition), definition);
        workers.put(found.metadata().uuid(), worker);
        if (found.metadata().generation() != IndexMetadata.FIRST_GENERATION || !role.isLive()) {
            LOG.info("index {}: using {}", role.described(), found.name());
        }
        worker.start();
        return worker;
    }

    private void leave(GenerationWorker worker, List<IndexGeneration> found) {
        if (!Generations.isDropped(worker.metadata(), found)) {
            return;
        }
        // Another generation is live, and determines the index's state.
        worker.role().become(State.OLD);
        worker.requestStop();
        if (worker.isStopped()) {
            forget(worker);
            LOG.info(
                    "index {}: generation {} was dropped",
                    definition.name(),
                    worker.metadata().physicalName());
        }
    }

    /** Starts to carry out requests of others if this process owns the index; stops when it no longer does, as another may then. */
    private void host(IndexMetadata live) {
        boolean owns = workers.values().stream().anyMatch(GenerationWorker::isOwner);
        if (owns && reindexing == null && !stop.isFired()) {
            ReindexHost host = new ReindexHost(
                    definition.name(),
                    new ReindexService(
                            new OpenGeneration.Access(
                                    context.config(), context.backend(), context.rows(), context.clock(), this::isFed),
                            live.definitionOr(definition),
                            live));
            reindexing = host;
            host.start();
        } else if (!owns) {
            closeHost();
        }
    }

    private boolean isFed(IndexMetadata generation) {
        return Optional.ofNullable(workers.get(generation.uuid()))
                .filter(GenerationWorker::isOwner)
                .isPresent();
    }

    private void closeHost() {
        ReindexHost host = reindexing;
        reindexing = null;
        if (host != null) {
            host.close();
        }
    }
}
