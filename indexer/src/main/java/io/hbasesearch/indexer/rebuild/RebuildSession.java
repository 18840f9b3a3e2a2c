/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.run.GenerationChange;
import io.hbasesearch.indexer.reindex.run.GenerationChange.Phase;
import io.hbasesearch.indexer.reindex.run.RunWork;
import io.hbasesearch.indexer.reindex.scan.CatchUpWaiter;
import io.hbasesearch.indexer.reindex.scan.CatchUpWaiter.OffsetPoller;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One start of a change: records its phases in the log, reports progress, waits, and retries while servers are unavailable. An
 * interrupt ends each wait and stays set. For the thread that runs the change; {@link #pause} is for any.
 */
final class RebuildSession {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration ASKED = Duration.ofSeconds(1);

    private final BuildSite site;
    private final RunWork.Journal journal;
    private final BooleanSupplier paused;
    private final Duration patience;
    private final StopSignal stop = new StopSignal();
    private final RetryPolicy outages;
    private GenerationChange change;
    private Counts counts;

    /** @param patience how long servers may be unavailable and indexers may make no progress */
    RebuildSession(
            BuildSite site,
            RunWork.Journal journal,
            BooleanSupplier paused,
            Duration patience,
            GenerationChange change,
            Counts counts) {
        this.site = site;
        this.journal = journal;
        this.paused = paused;
        this.patience = patience;
        this.outages = RetryPolicy.within(patience, stop);
        this.change = change;
        this.counts = counts;
    }

    GenerationChange change() {
        return change;
    }

    /** Returns whether this phase is not completed yet. */
    boolean isDue(Phase phase) {
        return change.phase().compareTo(phase) <= 0;
    }

    /** Records the present phase. Returns once the record is durable: then no other process works on the change. */
    void enter(Phase phase) throws StoppedException {
        note(change.in(phase));
    }

    void note(GenerationChange further) throws StoppedException {
        call("recording the phase of the change of generations", () -> {
            journal.changed(further);
            return further;
        });
        change = further;
    }

    /** Retries a step while its failures are transient. */
    <T> T call(String step, Supplier<T> action) throws StoppedException {
        return outages.call(step, action);
    }

    void act(String step, Runnable action) throws StoppedException {
        call(step, () -> {
            action.run();
            return step;
        });
    }

    /**
     * Does the same as {@link #call}, but before each attempt makes sure, by a record in the log, that no other process has taken
     * over the change: retries that last minutes would undo what that process does.
     */
    void actAsOwner(String step, Runnable action) throws StoppedException {
        call(step, () -> {
            journal.changed(change);
            action.run();
            return step;
        });
    }

    Counts counts() {
        return counts;
    }

    void counted(Counts now) {
        counts = now;
    }

    /** Reports progress. A request that arrived meanwhile ends the change here, by an exception. */
    void tell(String note) {
        tell(1, note);
    }

    void tell(double fraction, String note) {
        String phase = change.phase().words();
        journal.progress(counts, fraction, note.isEmpty() ? phase : phase + ": " + note);
    }

    /** Waits while the change is paused; called between two steps, so that none begins during a pause. */
    void rest() throws StoppedException {
        while (paused.getAsBoolean()) {
            tell("paused");
            await(LOOK);
        }
    }

    void await(Duration time) throws StoppedException {
        if (stop.await(time)) {
            throw new StoppedException(change.phase().words());
        }
    }

    /** Waits until a generation has every event that exists now; later ones are not waited for, or it might never end. */
    void catchUp(IndexMetadata generation) throws StoppedException {
        Map<Integer, Long> goal = call(
                        "reading the offsets of " + generation.physicalName() + " in its topic",
                        () -> site.offsets(generation))
                .ends();
        Runnable loss = () -> {
            // For example, no process indexes into a generation that was restored: starting an indexer would not help.
            // Before the
            // markers, as this check detects a recreated topic, in which these are gone as well.
            site.requireWhole(generation);
            site.requireMarkers(generation, journal.marked(generation.uuid()));
        };
        CatchUpWaiter arrival = new CatchUpWaiter(
                site.index(), new Asked(generation), patience, () -> site.isAttended(generation), loss);
        if (!arrival.await(goal, stop, this::tell)) {
            throw new StoppedException("waiting for the indexers");
        }
        requireMarkers(generation);
    }

    void requireWhole(IndexMetadata generation) throws StoppedException {
        act("checking that " + generation.physicalName() + " is intact", () -> site.requireWhole(generation));
    }

    /** Checks the markers before readers see rows that were written at their versions. */
    void requireMarkers(IndexMetadata generation) throws StoppedException {
        act(
                "looking for the markers of " + generation.physicalName(),
                () -> site.requireMarkers(generation, journal.marked(generation.uuid())));
    }

    /** Polls at most once a second. */
    private final class Asked implements Supplier<Optional<IndexOffsets>> {
        private final OffsetPoller offsets;
        private Optional<IndexOffsets> known = Optional.empty();
        private boolean asked;
        private long askedNanos;

        Asked(IndexMetadata generation) {
            this.offsets = new OffsetPoller(() -> site.offsets(generation), patience);
        }

        @Override
        public Optional<IndexOffsets> get() {
            if (!asked || System.nanoTime() - askedNanos > ASKED.toNanos()) {
                known = offsets.get();
                asked = true;
                askedNanos = System.nanoTime();
            }
            return known;
        }
    }
}
