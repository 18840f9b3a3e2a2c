/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

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
 * Takes up an index's backfill, or begins one, and keeps in the log how far it is, so that any process can go on with it after a
 * crash. For one thread. Borrows the log.
 */
public final class ReindexRun {
    /** How often the owner shows that it lives. */
    static final Duration BEAT = Duration.ofSeconds(2);

    /** An owner that is silent for so long is taken for dead. It can write nothing more, if it is not. */
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
     * @param live that generation now: while this process waits for the log, another may let readers see another one
     */
    public ReindexRun(ReindexLog log, IndexMetadata metadata, Supplier<IndexMetadata> live, Clock clock) {
        this(log, metadata, live, clock, BEAT, SILENCE);
    }

    ReindexRun(
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

    /** The run that the next start would go on with. */
    public Optional<RunState> unfinished() {
        return log.read(Duration.ZERO).run().filter(this::isOurs);
    }

    private boolean isOurs(RunState run) {
        boolean fits = run.change().isPresent() || run.definitionHash().equals(metadata.definitionHash());
        return run.state().isUnfinished() && run.isAbout(metadata) && fits;
    }

    /**
     * Becomes the owner of the index's run: of the one that is unfinished, or of a new one.
     *
     * @param request that asks for it; empty if none does
     * @throws HBaseSearchException INDEX_LOCKED if another process works on it; ALREADY_EXISTS if what is unfinished is
     *     another task
     */
    public RunState claim(Task task, String request) {
        requireStartable(task);
        log.own();
        requireStillLive();
        // Whatever the last owner could still write is there now.
        Optional<RunState> before = unfinished().filter(run -> !StartRules.supersedes(task, run));
        before.ifPresent(run -> StartRules.requireSame(metadata.index(), run, task));
        RunState.Owner owner = RunState.Owner.here();
        long now = clock.millis();
        RunState claimed = before.map(run -> run.heldBy(owner, request, task, now))
                .orElseGet(() -> new RunState(
                        UUID.randomUUID().toString(),
                        request,
                        metadata.uuid(),
                        metadata.definitionHash(),
                        task.selection(),
                        task.limits(),
                        task.change().map(GenerationChange::of),
                        task.engine(),
                        RunState.State.RUNNING,
                        owner,
                        0,
                        now,
                        now,
                        ReindexProgress.none().with(marksBefore()),
                        Optional.empty()));
        over = newestRequest();
        log.write(claimed);
        return claimed;
    }

    private String newestRequest() {
        return log.read(Duration.ZERO).request().map(ReindexRequest::id).orElse("");
    }

    /**
     * What earlier runs have appended before they wrote to generations: if the log has lost that, another run in place would not reach
     * the rows at its versions, and readers must not get them by a switch.
     */
    private MarkerHistory marksBefore() {
        return log.read(Duration.ZERO)
                .run()
                .map(run -> run.progress().marks().keeping(metadata.uuid()))
                .orElseGet(MarkerHistory::none);
    }

    /** Refuses what {@link #claim} would refuse now. Takes a while if the last owner was killed. */
    public void requireStartable(Task task) {
        unfinished()
                .filter(run -> !StartRules.supersedes(task, run))
                .ifPresent(run -> StartRules.requireSame(metadata.index(), run, task));
        requireNoOwner();
    }

    /** Asked by the log's owner: as long as it is, nobody else changes that. */
    private void requireStillLive() {
        if (!live.get().uuid().equals(metadata.uuid())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    "readers of " + metadata.index() + " were given another generation a moment ago",
                    "Run this again.",
                    null);
        }
    }

    /** No clock is compared with another: who is silent while somebody listens is taken for dead. */
    private void requireNoOwner() {
        // Of whatever generation: it may be one that was live when this process last looked.
        Optional<RunState> first =
                log.read(Duration.ZERO).run().filter(run -> run.state().isHeld());
        if (first.isEmpty()) {
            return;
        }
        if (isAlive(first.get())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    first.get().owner().name() + " is reindexing " + metadata.index() + " already",
                    "Follow it: hbase-search reindex status " + metadata.index(),
                    null);
        }
    }

    /** Whether the run's owner shows itself; takes a while if it does not. */
    public boolean isAlive(RunState run) {
        long deadline = System.nanoTime() + silence.toNanos();
        while (System.nanoTime() - deadline < 0) {
            Optional<RunState> now = log.read(beat.dividedBy(2)).run();
            if (now.isEmpty() || !now.get().state().isHeld()) {
                return false;
            }
            if (now.get().beat() != run.beat() || !now.get().owner().equals(run.owner())) {
                return true;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT, "looking for the owner of the reindex: interrupted");
            }
        }
        return false;
    }

    /**
     * Ends the unfinished run for good though nobody works on it. False if there is none.
     *
     * @param cleanup takes away what the run leaves behind; repeated if the process is killed before the end is written
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
            MarkerHistory left = built(found.change()).map(marks::without).orElse(marks);
            log.write(found.next(
                    RunState.State.CANCELLED, found.progress().with(left), clock.millis(), Optional.empty()));
        });
        return run.isPresent();
    }

    /**
     * Works on a run that was claimed, until it is done, a request ends it or the calling thread is interrupted; the interrupt
     * stays set.
     *
     * @param progress hears of it now and then
     * @return as it stands in the log at the end
     * @throws HBaseSearchException what ended it; unless it is INDEX_LOCKED, the log says so, too
     */
    public RunState run(RunState claimed, RunWork work, ProgressListener progress) {
        RunHeartbeat heart = new RunHeartbeat(log, claimed, work::pause, clock, beat);
        RunState.State end = RunState.State.STOPPED;
        Optional<RunState.Failure> failure = Optional.empty();
        RuntimeException thrown = null;
        heart.start(Objects.requireNonNullElseGet(over, this::newestRequest));
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
            // What ended the run says more.
            thrown.addSuppressed(e);
        }
    }

    /**
     * What a cancelled rebuild has built, which is gone then. Its marks would push out those of the generation that is kept, which is
     * asked about them before readers see it again.
     */
    private Optional<UUID> built(Optional<GenerationChange> change) {
        return change.filter(given -> given.plan().kind() == ChangePlan.Kind.REBUILD)
                .flatMap(GenerationChange::target)
                .filter(target -> !target.equals(live.get().uuid()));
    }

    /** @return why the run is not ended for good after all */
    private Optional<RunState.Failure> cleanUp(RunHeartbeat heart, RunWork work) {
        try {
            // What another has begun since is not ours to remove.
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

    /** The end is written also where an interrupt brought it. */
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

    /** Is told how far a run is, on the thread that runs it, several times a second. */
    public interface ProgressListener {
        /** @param state running or paused */
        void progress(RunState.State state, ReindexProgress reached);
    }
}
