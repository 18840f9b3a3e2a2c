/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.hosting;

import io.hbasesearch.core.concurrent.BackgroundTask;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.run.ReindexLog;
import io.hbasesearch.indexer.reindex.run.ReindexRefusal;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.RunState;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reindexes an embedded index on request, as only its owner can write to it: commands write their requests to the log and follow
 * the run there. A run that was in progress when the process was stopped or killed continues automatically. Owns a thread and the service.
 */
public final class ReindexHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReindexHost.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(9);

    /** A second interrupt would keep the run from recording its end. */
    private static final Duration STOP = Duration.ofSeconds(6);

    private final String index;
    private final HostedReindexes service;
    private final Duration patience;
    private final BackgroundTask task;
    // For the thread only:
    private String refused = "";
    private boolean failing;

    public ReindexHost(String index, HostedReindexes service) {
        this(index, service, INTERVAL, PATIENCE);
    }

    /**
     * @param interval between two reads of the log
     * @param patience the additional interval after a failure
     */
    ReindexHost(String index, HostedReindexes service, Duration interval, Duration patience) {
        this.patience = Objects.requireNonNull(patience, "patience");
        this.index = Objects.requireNonNull(index, "index");
        this.service = Objects.requireNonNull(service, "service");
        this.task = new BackgroundTask("hbase-search-reindex-" + index, interval, this::lookOrTell);
    }

    public void start() {
        task.start();
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is, the next request is to be heard
    private void lookOrTell() throws InterruptedException {
        try {
            look();
            failing = false;
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            failed(e);
            task.await(patience);
        }
    }

    private void failed(Throwable failure) {
        if (failure instanceof HBaseSearchException known && failing) {
            LOG.debug("index {}: cannot reindex: {}", index, known.getMessage());
        } else {
            LOG.warn("index {}: cannot reindex: {}", index, failure.getMessage());
        }
        failing = true;
    }

    private void look() throws InterruptedException {
        ReindexLog.Entries entries = service.log().read(Duration.ZERO);
        Optional<RunState> unfinished = entries.run().filter(run -> run.state().isUnfinished());
        // A request that the previous process has refused no longer counts: its sender was answered.
        Optional<ReindexRequest> request = entries.request()
                .filter(asked -> !asked.id().equals(refused))
                .filter(asked -> entries.refusal()
                        .filter(newest -> newest.request().equals(asked.id()))
                        .isEmpty());
        if (request.filter(asked -> isCancel(asked, unfinished)).isPresent()) {
            refused = request.get().id();
            cancel(request.get());
        } else if (request.filter(asked -> isNewStart(asked, entries.run())).isPresent()) {
            start(request.get());
        } else if (unfinished.isPresent()) {
            goOn(unfinished.get());
        }
    }

    private void cancel(ReindexRequest request) {
        LOG.info("index {}: cancelling the unfinished reindex", index);
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
                && newest.filter(run -> run.request().equals(asked.id())).isEmpty()
                && (asked.run().isEmpty()
                        || newest.filter(run -> run.id().equals(asked.run())
                                        && run.state().isUnfinished())
                                .isPresent());
    }

    /** Works on a request, unless it continues a run of a definition or a generation that the index has no longer. */
    private void start(ReindexRequest request) throws InterruptedException {
        if (request.run().isEmpty()
                || service.runs()
                        .unfinished()
                        .filter(run -> run.id().equals(request.run()))
                        .isPresent()) {
            work(request);
        }
    }

    private void goOn(RunState unfinished) throws InterruptedException {
        Optional<RunState> left =
                service.runs().unfinished().filter(run -> run.state().isHeld());
        if (left.isPresent() && !unfinished.id().equals(refused)) {
            // The previous process left it: only one can have the index open.
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
                // Tried once: the log shows what ended a run, and its sender can repeat the request.
                refused = request.run().isEmpty() ? request.id() : request.run();
            }
        }
    }

    /**
     * Returns whether to retry. No sender repeats the request for an unfinished run, so it is retried. The sender of a new request
     * was answered and no longer waits.
     */
    private static boolean isTriedAgain(ReindexRequest request, HBaseSearchException failure) {
        return failure.failureClass().isRetryable() && !request.run().isEmpty();
    }

    /**
     * Answers a request. If the run exists, the log already shows its end. Without an answer, the sender would wait and then report
     * that no process serves the index.
     */
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
        continueLater(request, end);
        LOG.info(
                "index {}: reindex {} with {}",
                index,
                end.state(),
                end.progress().counts());
    }

    /**
     * Asks the next process to continue a run which ended only because this one stops, as it would after a kill. A newer request
     * replaces this one, and one that came before the stop is kept.
     */
    private void continueLater(ReindexRequest request, RunState end) {
        if (end.state() != RunState.State.STOPPED || end.failure().isPresent() || !Thread.interrupted()) {
            return;
        }
        try {
            boolean isNewest = service.log()
                    .read(Duration.ZERO)
                    .request()
                    .filter(newest -> !newest.id().equals(request.id()))
                    .isEmpty();
            if (isNewest) {
                service.log().request(ReindexRequest.of(ReindexRequest.Verb.START, end));
            }
        } finally {
            Thread.currentThread().interrupt();
        }
    }

    /** Begins a stop; returns at once. */
    public void requestStop() {
        task.interrupt();
    }

    /** Stops. A run in progress ends as stopped; the next process, or the command that started it, continues it. */
    @Override
    public void close() {
        requestStop();
        if (!task.stop(STOP)) {
            LOG.warn("index {}: the reindex did not stop in time", index);
        }
        service.close();
    }
}
