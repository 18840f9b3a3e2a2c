/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.WatchHealth;
import io.hbasesearch.indexer.pipeline.Health;
import io.hbasesearch.indexer.pipeline.Progress;
import io.hbasesearch.indexer.pipeline.Retrier;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.scrub.ScrubState;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds every generation that an index has, each with a worker of its own: the live one, one that is being built, and those that were
 * kept, so that readers may be given any of them at any time. Looks for generations every second; one that becomes live goes
 * on as it is. Safe for use by several threads; runs once. Owns its thread, the workers and, in the owner of an embedded index, what
 * carries out requests to reindex it.
 */
final class IndexSupervisor {
    private static final Logger LOG = LoggerFactory.getLogger(IndexSupervisor.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** How long after it was refused something a generation is taken up again. */
    private static final Duration TRY_AGAIN = Duration.ofSeconds(10);

    private volatile IndexDefinition definition;
    private final WorkerContext context;
    private final IndexMetrics metrics;
    private final Readiness readiness;
    private final StopSignal stop = new StopSignal();
    private final Health health;
    private final WorkerState state;
    private final Map<UUID, GenerationWorker> workers = new ConcurrentHashMap<>();
    private final Thread thread;
    private final WatchHealth looks;
    private volatile @Nullable ReindexHost reindexing;
    // The thread's own:
    private String lastFailure = "";

    IndexSupervisor(IndexDefinition definition, WorkerContext context) {
        this.definition = definition;
        this.context = context;
        this.metrics = new IndexMetrics(context.metrics());
        this.readiness = new Readiness(definition, context);
        this.looks = new WatchHealth("the watch of generations of index " + definition.name(), LOOK);
        this.health = new Health(definition.name(), context.clock());
        this.state = new WorkerState(
                definition.name(),
                health,
                new Progress(),
                new ScrubState(
                        definition.name(), context.config().scrub().enabled(), metrics.ofIndex(), context.clock()),
                context.clock());
        this.thread = new Thread(this::run, "hbase-search-generations-" + definition.name());
        state.register(metrics.ofIndex());
        context.metrics()
                .gauge(
                        "hbase_search_indexer_generation_lag_events",
                        "Events of this process's partitions that are not yet in the generation that is furthest behind, of those"
                                + " that are not live",
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

    /** What the index is to be from now on; what its generations are, they say themselves. */
    void redefine(IndexDefinition changed) {
        definition = changed;
    }

    /** Well as long as generations are looked for; how the index fares is {@link #status}. */
    CheckResult checkLooks() {
        return looks.check();
    }

    /** Of the live generation; as long as there is none, of the index. */
    IndexStatus status() {
        return workers.values().stream()
                .filter(worker -> worker.role().isLive())
                .findFirst()
                .map(GenerationWorker::status)
                .orElseGet(state::status);
    }

    /** Of the other generations, from the oldest to the newest, by names of their own. */
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

    /** Waits for the end of all threads. False if one still runs after {@code timeout}. */
    boolean awaitStopped(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        thread.join(Math.max(1, timeout.toMillis()));
        boolean stopped = !thread.isAlive();
        for (GenerationWorker worker : workers.values()) {
            stopped &= worker.awaitStopped(Duration.ofNanos(deadline - System.nanoTime()));
        }
        return stopped;
    }

    /** The last resort, for threads that do not end in time. */
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
            // One that was started just before the stop has not heard of it.
            workers.values().forEach(worker -> {
                if (stop.isFired()) {
                    worker.requestStop();
                }
            });
            closeHost();
        }
    }

    /** @throws HBaseSearchException if there is no worker yet, and nothing but an operator will change that */
    private void look() throws StoppedException {
        Retrier retrier = new Retrier(stop, health, BACKOFF);
        try {
            List<IndexGeneration> found = retrier.call("looking for the index", this::list);
            lastFailure = "";
            looks.succeeded();
            if (Generations.live(found).isPresent()) {
                // First: one that was live when it was seen last would be so beside its successor.
                workers.values().forEach(worker -> leave(worker, found));
                workers.values().forEach(worker -> leaveReplaced(worker, found));
                for (IndexGeneration generation : found) {
                    follow(generation, retrier);
                }
                host(Generations.live(found).get().metadata());
            } else if (workers.isEmpty()) {
                state.noIndex("There is no index yet. Create it: hbase-search index create " + definition.name());
            }
        } catch (RuntimeException e) {
            if (workers.isEmpty()) {
                throw e;
            }
            // The workers notice what ails their own generations; this is of others that may come.
            if (!lastFailure.equals(String.valueOf(e.getMessage()))) {
                lastFailure = String.valueOf(e.getMessage());
                LOG.warn("index {}: looking for generations fails: {}", definition.name(), lastFailure);
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
            // Says why, if the name stands for something else.
            context.backend().admin().find(definition.name());
        }
        return found;
    }

    private void follow(IndexGeneration found, Retrier retrier) throws StoppedException {
        IndexMetadata metadata = found.metadata();
        GenerationWorker known = workers.get(metadata.uuid());
        if (known != null && known.metadata().epoch() != metadata.epoch()) {
            leaveMoved(known, metadata);
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

    /** A bump has taken the generation to its table's next topic: what is left of the former one is nothing any more. */
    private void leaveMoved(GenerationWorker worker, IndexMetadata moved) {
        worker.requestStop();
        if (worker.isStopped()) {
            forget(worker);
            LOG.info("index {}: goes on in topic {}", worker.role().label(), moved.topic());
        }
    }

    /** A right that was taken away may be given back at any time: nothing is lost meanwhile, and nobody need restart this. */
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
        metrics.forget(worker.role());
    }

    /**
     * Forgets a worker that has ended and whose generation was deleted, once another has its number: it was created in its place, as
     * after {@code index delete} and {@code index create}, and gets a worker of its own.
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
                "index {}: {} was deleted, and what was created in its place is taken up",
                definition.name(),
                former.physicalName());
    }

    /** One that was created again in another's place has the same group: the worker of the other has to end first. */
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
            LOG.info("index {}: takes up {}", role.described(), found.name());
        }
        worker.start();
        return worker;
    }

    private void leave(GenerationWorker worker, List<IndexGeneration> found) {
        if (!Generations.isDropped(worker.metadata(), found)) {
            return;
        }
        // Another is live, and the index's state is that one's.
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

    /** Where this process owns the index, it carries out what others ask for; where it owns it no longer, another may. */
    private void host(IndexMetadata live) {
        boolean owns = workers.values().stream().anyMatch(GenerationWorker::isOwner);
        if (owns && reindexing == null && !stop.isFired()) {
            ReindexHost host = new ReindexHost(
                    definition.name(),
                    new ReindexService(
                            context.config(),
                            context.backend(),
                            context.rows(),
                            live.definitionOr(definition),
                            live,
                            context.clock(),
                            this::isFed));
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
