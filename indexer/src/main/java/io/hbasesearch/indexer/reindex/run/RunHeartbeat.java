/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.concurrent.BackgroundTask;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every two seconds, records the run's progress and its owner's heartbeat in the log, and carries out pending requests. Owns a
 * thread; the methods are for the thread that runs the backfill.
 */
final class RunHeartbeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunHeartbeat.class);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final ReindexLog log;
    private final Consumer<Boolean> pause;
    private final Clock clock;
    private final BackgroundTask task;
    /** Held while writing, so that an older state never overwrites a newer one. */
    private final Object writing = new Object();
    /** The state in the log; guarded by {@link #writing}. */
    private MarkerHistory written;

    private String obeyed = "";
    private RunState run;
    private ReindexProgress reached;
    private boolean paused;
    private boolean disowned;
    private RunState.@Nullable State ending;
    private @Nullable HBaseSearchException failure;

    RunHeartbeat(ReindexLog log, RunState run, Consumer<Boolean> pause, Clock clock, Duration interval) {
        this.log = log;
        this.run = run;
        this.reached = run.progress();
        this.written = reached.marks();
        this.pause = pause;
        this.clock = clock;
        this.task = new BackgroundTask("hbase-search-reindex-log", interval, this::beat);
    }

    /** Signals that a request ends the run. */
    static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final RunState.State state;

        EndedException(RunState.State state) {
            super("ended by a request", null, false, false);
            this.state = state;
        }

        RunState.State state() {
            return state;
        }
    }

    /** @param over the newest request when the run was claimed: requests to an earlier start no longer apply */
    void start(String over) {
        obeyed = over;
        task.startAfterInterval();
    }

    /** Drops the marks of a generation that is gone. */
    synchronized void forget(UUID generation) {
        reached = reached.with(reached.marks().without(generation));
    }

    RunWork.Journal journal(ReindexRun.ProgressListener outer) {
        return new RunWork.Journal() {
            @Override
            public void done(DoneRanges done, Counts soFar) {
                synchronized (RunHeartbeat.this) {
                    reached = new ReindexProgress(done, soFar, reached.fraction(), reached.note(), reached.marks());
                }
            }

            @Override
            public void progress(Counts soFar, double fraction, String note) {
                ReindexProgress now;
                RunState.State state;
                synchronized (RunHeartbeat.this) {
                    check();
                    reached = new ReindexProgress(reached.done(), soFar, fraction, note, reached.marks());
                    now = reached;
                    state = state();
                }
                outer.progress(state, now);
            }

            @Override
            public MarkerPositions marked() {
                synchronized (RunHeartbeat.this) {
                    return reached.marks().of(run.written());
                }
            }

            @Override
            public MarkerPositions marked(UUID generation) {
                synchronized (RunHeartbeat.this) {
                    return reached.marks().of(generation);
                }
            }

            @Override
            public void marked(MarkerPositions appended) {
                UUID generation = note(appended);
                synchronized (writing) {
                    // If several threads wait, the first writes for all of them.
                    MarkerPositions known = written.of(generation);
                    if (!known.and(appended).equals(known)) {
                        writeOrSay(RunHeartbeat.this::nextOfOurs);
                    }
                }
            }

            @Override
            public void changed(GenerationChange change) {
                synchronized (writing) {
                    writeOrSay(() -> next(change));
                }
            }
        };
    }

    /** @return the generation that is written to */
    private synchronized UUID note(MarkerPositions appended) {
        reached = reached.with(reached.marks().and(run.written(), appended));
        return run.written();
    }

    /** @throws HBaseSearchException INDEX_LOCKED if another process has taken over the run */
    void requireOwned() {
        synchronized (writing) {
            writeOrSay(this::next);
        }
    }

    private void writeOrSay(Supplier<RunState> next) {
        try {
            write(next.get());
        } catch (HBaseSearchException e) {
            missed(e);
            throw e;
        }
    }

    private void write(RunState next) {
        log.write(next);
        written = next.progress().marks();
    }

    /** Records a change of generations. A pending request does not end the run here, because the recorded step is already done. */
    private synchronized RunState next(GenerationChange change) {
        if (failure != null) {
            check();
        }
        Optional<UUID> before = run.job().change().flatMap(GenerationChange::target);
        run = run.with(change);
        if (before.isPresent() && !before.equals(change.target())) {
            // The rows that were written to a removed generation are gone as well.
            reached = reached.with(reached.marks().without(before.get()));
        }
        return next();
    }

    private synchronized RunState nextOfOurs() {
        if (failure != null) {
            check();
        }
        return next();
    }

    private void check() {
        if (failure != null) {
            throw new HBaseSearchException(
                    failure.code(),
                    String.valueOf(failure.getMessage()),
                    failure.hint().orElse(null),
                    failure);
        }
        if (ending != null) {
            throw new EndedException(ending);
        }
    }

    private RunState.State state() {
        return paused ? RunState.State.PAUSED : RunState.State.RUNNING;
    }

    private void beat() {
        try {
            Optional<ReindexRequest> request = log.read(Duration.ZERO).request();
            if (request.isPresent() && !request.get().id().equals(obeyed)) {
                obeyed = request.get().id();
                obey(request.get());
            }
            write();
        } catch (HBaseSearchException e) {
            missed(e);
        } catch (RuntimeException e) {
            missed(new HBaseSearchException(ErrorCode.INTERNAL, "unexpected " + e, null, e));
        }
    }

    /**
     * Writes the progress, except after the stop: the end that {@link #last} returns stays the last record, however long a read
     * took meanwhile.
     */
    private void write() {
        synchronized (writing) {
            if (!task.isStopping()) {
                write(next());
            }
        }
    }

    private synchronized RunState next() {
        run = run.next(state(), reached, clock.millis(), Optional.empty());
        return run;
    }

    private synchronized void obey(ReindexRequest request) {
        if (!request.run().equals(run.id()) && !request.withdraws(run.request())) {
            return;
        }
        LOG.info("reindex {}: asked to {}", run.id(), request.verb());
        switch (request.verb()) {
            case PAUSE -> paused = true;
            case RESUME -> paused = false;
            case STOP -> ending = RunState.State.STOPPED;
            case CANCEL -> ending = RunState.State.CANCELLED;
            case START -> {}
        }
        pause.accept(paused);
    }

    /**
     * Handles a failed write. An unavailable log costs only the progress record: only another owner, or a permanent failure, ends
     * the run.
     */
    private synchronized void missed(HBaseSearchException e) {
        if (e.failureClass().isRetryable()) {
            LOG.debug("reindex {}: progress could not be written: {}", run.id(), e.getMessage());
        } else {
            // Later failures are consequences of this one.
            disowned |= e.code() == ErrorCode.INDEX_LOCKED;
            failure = e;
        }
    }

    synchronized Optional<GenerationChange> change() {
        return run.job().change();
    }

    /** Returns whether another process has taken over the run. */
    synchronized boolean isDisowned() {
        return disowned;
    }

    /** Returns the final state to write. Call after {@link #close}; waits for a heartbeat that is being written. */
    RunState last(RunState.State end, Optional<RunState.Failure> why) {
        synchronized (writing) {
            return ended(end, why);
        }
    }

    private synchronized RunState ended(RunState.State end, Optional<RunState.Failure> why) {
        ReindexProgress progress = end == RunState.State.DONE
                ? new ReindexProgress(reached.done(), reached.counts(), 1, "", reached.marks())
                : reached;
        return run.next(Objects.requireNonNull(end, "end"), progress, clock.millis(), why);
    }

    @Override
    public void close() {
        // Not interrupted: the record that is being written comes before the last one.
        task.stop(STOP);
    }
}
