/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Continues or starts an index's backfill, and records its progress in the log, so that any process can continue it after a crash.
 * For one thread. Borrows the log.
 */
public final class ReindexRun {
    /** Interval of the owner's heartbeat. */
    static final Duration BEAT = Duration.ofSeconds(2);

    /** An owner that is silent for this long is considered dead. If it is not, it can no longer write. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final ReindexLog log;
    private final IndexMetadata metadata;
    private final Supplier<IndexMetadata> live;
    private final Clock clock;
    private final Duration beat;
    private final Duration silence;
    /** The newest request at the time of the claim. */
    private @Nullable String over;

    /**
     * @param metadata the live generation as it was a moment ago
     * @param live the generation that is live now: while this process waits for the log, another may switch readers
     */
    public ReindexRun(ReindexLog log, IndexMetadata metadata, Supplier<IndexMetadata> live, Clock clock) {
        this(log, metadata, live, clock, BEAT, SILENCE);
    }

    public ReindexRun(
            ReindexLog log,
            IndexMetadata metadata,
            Supplier<IndexMetadata> live,
            Clock clock,
            Duration beat,
            Duration silence) {
        this.live = Objects.requireNonNull(live, "live");
        this.log = Objects.requireNonNull(log, "log");
        this.metadata = Objects.requireNonNull(metadata, "metadata");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.beat = beat;
        this.silence = silence;
    }

    /** Returns the run that the next start would continue. */
    public Optional<RunState> unfinished() {
        return log.read(Duration.ZERO).run().filter(this::isOurs);
    }

    private boolean isOurs(RunState run) {
        boolean fits = run.job().change().isPresent()
                || run.generation().definitionHash().equals(metadata.definitionHash());
        return run.state().isUnfinished() && run.isAbout(metadata) && fits;
    }

    /**
     * Claims the index's run: the unfinished one, or a new one.
     *
     * @param request that asks for it; empty if none does
     * @throws HBaseSearchException INDEX_LOCKED if another process works on it; ALREADY_EXISTS if the unfinished run has another
     *     task
     */
    public RunState claim(Task task, String request) {
        requireStartable(task);
        log.own();
        requireStillLive();
        // Any write that the last owner could still make is in the log now.
        Optional<RunState> before = unfinished().filter(run -> !StartRules.supersedes(task, run));
        before.ifPresent(run -> StartRules.requireSame(metadata.index(), run, task));
        RunState.Owner owner = RunState.Owner.here();
        long now = clock.millis();
        RunState claimed = before.map(run -> run.heldBy(owner, request, task, now))
                .orElseGet(() -> new RunState(
                        UUID.randomUUID().toString(),
                        request,
                        new RunState.Generation(metadata.uuid(), metadata.definitionHash()),
                        RunState.Job.of(task),
                        RunState.State.RUNNING,
                        new RunState.Heartbeat(owner, 0, now, now),
                        ReindexProgress.none().with(marksBefore()),
                        Optional.empty()));
        over = newestRequest(request);
        log.write(claimed);
        return claimed;
    }

    /** Returns the newest request, unless it takes back the one that starts this run: that is still to be obeyed. */
    private String newestRequest(String startedBy) {
        return log.read(Duration.ZERO)
                .request()
                .filter(newest -> !newest.withdraws(startedBy))
                .map(ReindexRequest::id)
                .orElse("");
    }

    /**
     * Returns the markers that earlier runs have appended before they wrote to generations. If the log has lost these, a new run in
     * place would not reach the rows at their versions, and a switch must not expose these rows to readers.
     */
    private MarkerHistory marksBefore() {
        return log.read(Duration.ZERO)
                .run()
                .map(run -> run.progress().marks().keeping(metadata.uuid()))
                .orElseGet(MarkerHistory::none);
    }

    /** Throws what {@link #claim} would throw now. Takes a while if the last owner was killed. */
    public void requireStartable(Task task) {
        unfinished()
                .filter(run -> !StartRules.supersedes(task, run))
                .ifPresent(run -> StartRules.requireSame(metadata.index(), run, task));
        requireNoOwner();
    }

    /** Checks that the generation is still live. Called by the log's owner: while it is the owner, no other process changes that. */
    private void requireStillLive() {
        if (!live.get().uuid().equals(metadata.uuid())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    "readers of " + metadata.index() + " have just been switched to another generation",
                    "Run this again.",
                    null);
        }
    }

    /**
     * Throws if the run has a live owner. No two clocks are compared: an owner without a heartbeat during the observation is
     * considered dead.
     */
    private void requireNoOwner() {
        // Any generation counts: the run may concern one that was live when this process last looked.
        Optional<RunState> first =
                log.read(Duration.ZERO).run().filter(run -> run.state().isHeld());
        if (first.isEmpty()) {
            return;
        }
        if (isAlive(first.get())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    first.get().heartbeat().owner().name() + " is reindexing " + metadata.index() + " already",
                    "Follow it: hbase-search reindex status " + metadata.index(),
                    null);
        }
    }

    /** Returns whether the run's owner sends heartbeats; takes a while if it does not. */
    public boolean isAlive(RunState run) {
        Deadline deadline = Deadline.after(silence);
        while (!deadline.isOver()) {
            Optional<RunState> now = log.read(beat.dividedBy(2)).run();
            if (now.isEmpty() || !now.get().state().isHeld()) {
                return false;
            }
            if (now.get().heartbeat().count() != run.heartbeat().count()
                    || !now.get().heartbeat().owner().equals(run.heartbeat().owner())) {
                return true;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT, "interrupted while waiting for a heartbeat of the reindex's owner");
            }
        }
        return false;
    }

    /**
     * Cancels the unfinished run although it has no owner. Returns false if there is none.
     *
     * @param cleanup removes what the run leaves behind; repeated if the process is killed before the end is written
     */
    public boolean cancelUnowned(Consumer<RunState> cleanup) {
        requireNoOwner();
        log.own();
        requireStillLive();
        Optional<RunState> run = unfinished();
        run.ifPresent(found -> {
            // As above: only the log's owner can write this.
            log.write(found.next(found.state(), found.progress(), clock.millis(), found.failure()));
            cleanup.accept(found);
            MarkerHistory marks = found.progress().marks();
            MarkerHistory left = built(found.job().change()).map(marks::without).orElse(marks);
            log.write(found.next(
                    RunState.State.CANCELLED, found.progress().with(left), clock.millis(), Optional.empty()));
        });
        return run.isPresent();
    }

    /**
     * Works on a claimed run until it is done, a request ends it or the calling thread is interrupted; the interrupt flag stays
     * set.
     *
     * @param progress is called at intervals
     * @return the run as recorded in the log at the end
     * @throws HBaseSearchException if the run failed; unless the code is INDEX_LOCKED, the log records the failure, too
     */
    public RunState run(RunState claimed, RunWork work, ProgressListener progress) {
        RunHeartbeat heart = new RunHeartbeat(log, claimed, work::pause, clock, beat);
        RunState.State end = RunState.State.STOPPED;
        Optional<RunState.Failure> failure = Optional.empty();
        RuntimeException thrown = null;
        heart.start(Objects.requireNonNullElseGet(over, () -> newestRequest(claimed.request())));
        try {
            boolean done = work.run(claimed, heart.journal(progress));
            end = done ? RunState.State.DONE : RunState.State.STOPPED;
        } catch (RunHeartbeat.EndedException e) {
            end = e.state();
            failure = end == RunState.State.CANCELLED ? cleanUp(heart, work) : failure;
            end = failure.isPresent() ? RunState.State.STOPPED : end;
        } catch (RuntimeException e) {
            failure = Optional.of(failure(e));
            thrown = e;
        } finally {
            heart.close();
        }
        RunState last = heart.last(end, failure);
        if (!heart.isDisowned()) {
            writeEnd(last, thrown);
        }
        if (thrown != null) {
            throw thrown;
        }
        return last;
    }

    private void writeEnd(RunState last, @Nullable RuntimeException thrown) {
        try {
            uninterrupted(() -> log.write(last));
        } catch (RuntimeException e) {
            if (thrown == null) {
                throw e;
            }
            // The original failure is more informative.
            thrown.addSuppressed(e);
        }
    }

    /**
     * Returns the generation that a cancelled rebuild has built, which is then gone. Its marks would displace those of the kept
     * generation, which are checked before readers see it again.
     */
    private Optional<UUID> built(Optional<GenerationChange> change) {
        return change.filter(given -> given.plan().kind() == ChangePlan.Kind.REBUILD)
                .flatMap(GenerationChange::target)
                .filter(target -> !target.equals(live.get().uuid()));
    }

    /** @return why the run could not be cancelled */
    private Optional<RunState.Failure> cleanUp(RunHeartbeat heart, RunWork work) {
        try {
            // Another process may have taken over the run: what that process has created must not be removed.
            heart.requireOwned();
            work.cancelled();
            built(heart.change()).ifPresent(heart::forget);
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(failure(e));
        }
    }

    private static RunState.Failure failure(RuntimeException thrown) {
        if (thrown instanceof HBaseSearchException known) {
            return new RunState.Failure(
                    known.code(),
                    String.valueOf(known.getMessage()),
                    known.hint().orElse(""));
        }
        return new RunState.Failure(ErrorCode.INTERNAL, "unexpected " + thrown, "");
    }

    /** Runs an action that must complete even after an interrupt, such as writing the end. */
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

    /** Receives the progress of a run, on the thread that runs it, several times a second. */
    public interface ProgressListener {
        /** @param state running or paused */
        void progress(RunState.State state, ReindexProgress reached);
    }
}
