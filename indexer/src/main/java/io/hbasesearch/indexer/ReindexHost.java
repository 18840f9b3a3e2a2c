/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.reindex.ReindexLog;
import io.hbasesearch.indexer.reindex.ReindexRefusal;
import io.hbasesearch.indexer.reindex.ReindexRequest;
import io.hbasesearch.indexer.reindex.RunState;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reindexes an embedded index on request, as nobody but its owner can write to it: commands put their requests into the log and
 * follow it there. A run that was under way when the process was killed goes on by itself. Owns a thread and the service.
 */
final class ReindexHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReindexHost.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration JOIN = Duration.ofSeconds(6);

    private final String index;
    private final HostedReindexes service;
    private final Duration interval;
    private final Duration patience;
    private final StopSignal stop = new StopSignal();
    private final Thread thread;
    // The thread's own:
    private String refused = "";
    private boolean failing;

    ReindexHost(String index, HostedReindexes service) {
        this(index, service, INTERVAL, PATIENCE);
    }

    /**
     * @param interval from one look into the log to the next
     * @param patience after a failure, instead of it
     */
    ReindexHost(String index, HostedReindexes service, Duration interval, Duration patience) {
        this.interval = Objects.requireNonNull(interval, "interval");
        this.patience = Objects.requireNonNull(patience, "patience");
        this.index = Objects.requireNonNull(index, "index");
        this.service = Objects.requireNonNull(service, "service");
        this.thread = new Thread(this::run, "hbase-search-reindex-" + index);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is, the next request is to be heard
    private void run() {
        while (!stop.isFired()) {
            try {
                look();
                failing = false;
                stop.await(interval);
            } catch (InterruptedException e) {
                return;
            } catch (Throwable e) {
                failed(e);
                stop.await(patience);
            }
        }
    }

    private void failed(Throwable failure) {
        if (failure instanceof HBaseSearchException known && failing) {
            LOG.debug("index {}: no reindex: {}", index, known.getMessage());
        } else {
            LOG.warn("index {}: no reindex: {}", index, failure.getMessage());
        }
        failing = true;
    }

    private void look() throws InterruptedException {
        ReindexLog.Entries entries = service.log().read(Duration.ZERO);
        Optional<RunState> unfinished = entries.run().filter(run -> run.state().isUnfinished());
        // One that the process before this has refused is wanted by nobody any more: who asked was told.
        Optional<ReindexRequest> request = entries.request()
                .filter(asked -> !asked.id().equals(refused))
                .filter(asked -> entries.refusal()
                        .filter(newest -> newest.request().equals(asked.id()))
                        .isEmpty());
        if (request.filter(asked -> isCancel(asked, unfinished)).isPresent()) {
            refused = request.get().id();
            cancel(request.get());
        } else if (request.filter(asked -> isNewStart(asked, entries.run())).isPresent()) {
            work(request.get());
        } else if (unfinished.isPresent()) {
            goOn(unfinished.get());
        }
    }

    private void cancel(ReindexRequest request) {
        LOG.info("index {}: ending the reindex that was left", index);
        try {
            service.cancelUnowned();
        } catch (HBaseSearchException e) {
            answer(request, e);
            throw e;
        }
    }

    private static boolean isCancel(ReindexRequest asked, Optional<RunState> unfinished) {
        return asked.verb() == ReindexRequest.Verb.CANCEL
                && unfinished.filter(run -> run.id().equals(asked.run())).isPresent();
    }

    private static boolean isNewStart(ReindexRequest asked, Optional<RunState> newest) {
        return asked.verb() == ReindexRequest.Verb.START
                && newest.filter(run -> run.request().equals(asked.id())).isEmpty();
    }

    private void goOn(RunState unfinished) throws InterruptedException {
        Optional<RunState> left =
                service.runs().unfinished().filter(run -> run.state().isHeld());
        if (left.isPresent() && !unfinished.id().equals(refused)) {
            // By the process that was here before: only one can have the index open.
            work(new ReindexRequest(
                    left.get().request(),
                    ReindexRequest.Verb.START,
                    left.get().id(),
                    left.get().task()));
        }
    }

    private void work(ReindexRequest request) throws InterruptedException {
        boolean again = false;
        LOG.info("index {}: reindexing", index);
        try {
            run(request);
        } catch (HBaseSearchException e) {
            answer(request, e);
            again = isTriedAgain(request, e);
            throw e;
        } finally {
            if (!again) {
                // Tried once: what ends a run stands in the log, and whoever wants it again asks again.
                refused = request.run().isEmpty() ? request.id() : request.run();
            }
        }
    }

    /** Nobody asks again for a run that was left. Who asked for a new one was told, and waits no more. */
    private static boolean isTriedAgain(ReindexRequest request, HBaseSearchException failure) {
        return switch (failure.failureClass()) {
            case TRANSIENT, THROTTLED -> !request.run().isEmpty();
            case CONFLICT, POISON, FATAL -> false;
        };
    }

    /** What ends a run stands in the log already. Without an answer, whoever asks waits, and is told that nobody is here. */
    private void answer(ReindexRequest request, HBaseSearchException failure) {
        try {
            boolean isRun = service.log()
                    .read(Duration.ZERO)
                    .run()
                    .filter(run -> run.request().equals(request.id()))
                    .isPresent();
            if (!isRun) {
                service.log().refuse(ReindexRefusal.of(request.id(), failure));
            }
        } catch (HBaseSearchException e) {
            failure.addSuppressed(e);
        }
    }

    private void run(ReindexRequest request) throws InterruptedException {
        RunState end = service.run(request.task(), request.id(), (state, reached) -> {});
        LOG.info(
                "index {}: reindex {} with {}",
                index,
                end.state(),
                end.progress().counts());
    }

    /** Begins a stop; returns at once. */
    @SuppressWarnings("Interruption") // its own thread
    void requestStop() {
        stop.fire();
        thread.interrupt();
    }

    /** A run that is under way ends as stopped: the command that began it goes on. */
    @Override
    public void close() {
        requestStop();
        boolean interrupted = false;
        try {
            thread.join(JOIN.toMillis());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        service.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
