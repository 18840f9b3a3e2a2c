/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** Asks the process that owns an embedded index to reindex it, and follows the run in the log. For one thread. Borrows the log. */
public final class ReindexFollower {
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** Timeout for a request to be accepted; a process that serves the index looks for requests every few seconds. */
    private static final Duration TAKEN_UP = Duration.ofSeconds(40);

    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(20);

    private final ReindexLog log;
    private final String index;

    public ReindexFollower(ReindexLog log, String index) {
        this.log = Objects.requireNonNull(log, "log");
        this.index = Objects.requireNonNull(index, "index");
    }

    /**
     * Requests a run and returns when it has ended, whatever the result. If the calling thread is interrupted, the run is asked to
     * stop; the interrupt flag stays set.
     *
     * @param progress is called about every second
     * @throws HBaseSearchException SERVER_UNREACHABLE if no process accepts the request, or the owner stops reporting; the cause,
     *     if the owner of the index could not start the run
     */
    public RunState run(Task task, ReindexRun.ProgressListener progress) {
        log.create();
        ReindexRequest request = ReindexRequest.start(task);
        log.request(request);
        return follow(awaitTakenUp(request), progress);
    }

    /** Follows a run that a process already owns, as {@link #run} does. */
    public RunState follow(RunState held, ReindexRun.ProgressListener progress) {
        RunState run = held;
        long heardNanos = System.nanoTime();
        while (run.state().isHeld()) {
            if (Thread.currentThread().isInterrupted()) {
                return stop(run);
            }
            progress.progress(run.state(), run.progress());
            RunState now;
            try {
                now = newest(run);
            } catch (HBaseSearchException e) {
                // A read that the interrupt cut short fails with its own error, and the flag is set.
                if (Thread.currentThread().isInterrupted()) {
                    return stop(run);
                }
                throw e;
            }
            if (now.heartbeat().count() != run.heartbeat().count()
                    || !now.heartbeat().owner().equals(run.heartbeat().owner())) {
                heardNanos = System.nanoTime();
            } else if (System.nanoTime() - heardNanos > SILENCE.toNanos()) {
                throw silent(run.heartbeat().owner().name() + " has stopped reporting on the reindex");
            }
            run = now;
        }
        return run;
    }

    private RunState awaitTakenUp(ReindexRequest request) {
        Deadline deadline = Deadline.after(TAKEN_UP);
        try {
            while (!deadline.isOver() && !Thread.currentThread().isInterrupted()) {
                Optional<RunState> run = find(request, LOOK);
                if (run.isPresent()) {
                    return run.get();
                }
                log.read(Duration.ZERO).requireNotRefused(request);
            }
        } catch (HBaseSearchException e) {
            if (!Thread.currentThread().isInterrupted()) {
                throw e;
            }
        }
        withdraw(request);
        if (Thread.currentThread().isInterrupted()) {
            throw new HBaseSearchException(
                    ErrorCode.TIMED_OUT,
                    "interrupted: the request to reindex " + index
                            + " was withdrawn; a run that has just begun for it stops",
                    "Go on with: hbase-search reindex " + index,
                    null);
        }
        throw silent("the request to reindex " + index + " was not accepted by any process");
    }

    private Optional<RunState> find(ReindexRequest request, Duration wait) {
        return log.read(wait).run().filter(run -> run.request().equals(request.id()));
    }

    private RunState newest(RunState run) {
        return log.read(LOOK).run().filter(now -> now.id().equals(run.id())).orElse(run);
    }

    /** Withdraws the request, so that the run does not start, or ends if it has just started, after its caller has left. */
    private void withdraw(ReindexRequest request) {
        uninterrupted(() -> log.request(request.withdrawal()));
    }

    private RunState stop(RunState run) {
        RunState[] stopped = {run};
        uninterrupted(() -> new ReindexRequests(log)
                .ask(ReindexRequest.Verb.STOP, run, RunState.State.STOPPED, STOP)
                .ifPresent(now -> stopped[0] = now));
        return stopped[0];
    }

    private static void uninterrupted(Runnable action) {
        boolean interrupted = Thread.interrupted();
        try {
            action.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private HBaseSearchException silent(String message) {
        return new HBaseSearchException(
                ErrorCode.SERVER_UNREACHABLE,
                message + ": an embedded index is written by the process that owns it",
                "Start it: hbase-search serve.",
                null);
    }
}
