/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.run.GenerationChange.Phase;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.RunWork;
import io.hbasesearch.indexer.reindex.scan.Reindex;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Builds a new generation of an index beside the live one, and switches readers to it once it is complete: fills it from the table
 * while indexers apply live edits, catches up, compares it with the table, and switches. Each step may be repeated, so a process
 * that is killed anywhere leaves work that the next start continues. The backend stores which generations exist and their roles;
 * the log stores the rest.
 *
 * <p>Runs once; {@link #pause} is for any thread.
 */
public final class Rebuild implements RunWork {
    private final BuildSite site;
    private final Limits limits;
    private final Bounds bounds;
    private volatile boolean paused;
    private volatile @Nullable Reindex filling;

    /**
     * The time limits and tolerances.
     *
     * @param patience how long servers may be unavailable and indexers may make no progress
     * @param redundancy time for the copies that the generation lacks and the live one has
     * @param repair time for a differing row to be read again
     * @param grace time for searches that began on the previously live generation, before that is dropped
     * @param maxGonePercent of the live generation's documents that the new one may lack
     */
    public record Bounds(Duration patience, Duration redundancy, Duration repair, Duration grace, int maxGonePercent) {
        public static Bounds standard(int maxGonePercent) {
            return new Bounds(
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(30),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(5),
                    maxGonePercent);
        }
    }

    public Rebuild(BuildSite site, Limits limits, Bounds bounds) {
        this.site = Objects.requireNonNull(site, "site");
        this.limits = Objects.requireNonNull(limits, "limits");
        this.bounds = Objects.requireNonNull(bounds, "bounds");
    }

    @Override
    public void pause(boolean wanted) {
        paused = wanted;
        Reindex scans = filling;
        if (scans != null) {
            scans.pause(wanted);
        }
    }

    @Override
    public boolean run(RunState claimed, Journal journal) {
        RebuildSession turns = new RebuildSession(
                site,
                journal,
                () -> paused,
                bounds.patience(),
                claimed.job().change().orElseThrow(),
                claimed.progress().counts());
        try {
            Optional<IndexMetadata> begun = begun(turns);
            DoneRanges done = claimed.progress().done();
            if (begun.isEmpty()) {
                // The progress belongs to a generation that is gone.
                journal.done(DoneRanges.none(), Counts.none());
                turns.counted(Counts.none());
                done = DoneRanges.none();
            }
            IndexMetadata target = begun.isPresent() ? begun.get() : begin(turns);
            if (turns.isDue(Phase.SWITCHING) && !isLive(turns, target)) {
                build(turns, target, claimed.generation().uuid(), done, journal);
            }
            dropOld(turns, claimed.generation().uuid());
            return true;
        } catch (StoppedException e) {
            return false;
        }
    }

    /** Returns the generation that an earlier start has created. */
    private Optional<IndexMetadata> begun(RebuildSession turns) throws StoppedException {
        Optional<UUID> target = turns.change().target();
        return list(turns).stream()
                .map(IndexGeneration::metadata)
                .filter(generation -> target.equals(Optional.of(generation.uuid())))
                .findFirst();
    }

    private List<IndexGeneration> list(RebuildSession turns) throws StoppedException {
        return turns.call("looking at the generations of " + site.index(), () -> site.generations()
                .list(site.index()));
    }

    /**
     * Creates a generation. Only the log's owner may build: any other unfinished generation was left by a process that was killed
     * before it recorded that.
     */
    private IndexMetadata begin(RebuildSession turns) throws StoppedException {
        turns.enter(Phase.FILLING);
        AtomicReference<IndexMetadata> target = new AtomicReference<>();
        turns.actAsOwner("beginning a generation of " + site.index(), () -> {
            dropBuilding();
            target.set(site.begin());
        });
        turns.note(turns.change().towards(target.get().uuid()));
        return target.get();
    }

    private void dropBuilding() {
        site.generations().list(site.index()).stream()
                .filter(generation -> generation.state() == State.BUILDING)
                .forEach(generation -> site.drop(generation.metadata()));
    }

    private boolean isLive(RebuildSession turns, IndexMetadata target) throws StoppedException {
        return list(turns).stream()
                .anyMatch(generation -> generation.state() == State.LIVE
                        && generation.metadata().uuid().equals(target.uuid()));
    }

    private void build(RebuildSession turns, IndexMetadata target, UUID replaced, DoneRanges done, Journal journal)
            throws StoppedException {
        boolean whole = false;
        // Some of what an earlier start has filled may be lost by now, and would not be filled again.
        turns.requireWhole(target);
        turns.requireMarkers(target);
        BuildSite.Opened opened = turns.call("opening " + target.physicalName(), () -> site.open(target));
        try {
            if (turns.isDue(Phase.FILLING)) {
                fill(turns, opened, target, done, journal);
            }
            // Copies are made in parallel with the following steps.
            turns.act("restoring the settings of " + target.physicalName(), () -> site.generations()
                    .restoreSettings(target));
            if (turns.isDue(Phase.CATCHING_UP)) {
                turns.rest();
                turns.enter(Phase.CATCHING_UP);
                turns.catchUp(target);
            }
            if (turns.isDue(Phase.VERIFYING)) {
                turns.rest();
                turns.enter(Phase.VERIFYING);
                new Inspection(turns, opened.context(), limits.threads(), bounds).run();
            }
            new DocumentCountGuard(site, turns, bounds.maxGonePercent())
                    .check(target, opened.context().target().searcher());
            new Switch(site, turns, bounds).to(target, replaced, true);
            whole = true;
        } finally {
            opened.close(whole);
        }
    }

    private void fill(
            RebuildSession turns, BuildSite.Opened opened, IndexMetadata target, DoneRanges done, Journal journal)
            throws StoppedException {
        turns.act("lowering the settings of " + target.physicalName(), () -> site.generations()
                .lowerSettings(target));
        for (Duration left = site.unsettled(target); left.toMillis() > 0; left = site.unsettled(target)) {
            turns.tell(0, "waiting until the peer has settled");
            turns.await(Duration.ofMillis(Math.min(left.toMillis(), 500)));
        }
        Reindex scans = Reindex.intoEmpty(opened.context(), limits);
        filling = scans;
        scans.pause(paused);
        try {
            if (!scans.run(done, turns.counts(), telling(turns, journal))) {
                throw new StoppedException("filling");
            }
        } finally {
            filling = null;
        }
    }

    private static ReindexListener telling(RebuildSession turns, Journal journal) {
        return new ReindexListener() {
            @Override
            public void done(DoneRanges done, Counts soFar) {
                journal.done(done, soFar);
            }

            @Override
            public void progress(Counts soFar, double fraction, String note) {
                turns.counted(soFar);
                turns.tell(fraction, note);
            }

            @Override
            public MarkerPositions marked() {
                return journal.marked();
            }

            @Override
            public void marked(MarkerPositions appended) {
                journal.marked(appended);
            }
        };
    }

    /** Drops old generations: at most one is kept, and no older one. No request ends this step: readers already see the new generation. */
    private void dropOld(RebuildSession turns, UUID replaced) throws StoppedException {
        turns.enter(Phase.DROPPING);
        boolean keeps = turns.change().plan().keepOld();
        // A process that was considered dead may have created one that no run knows of.
        List<IndexMetadata> dropped = list(turns).stream()
                .filter(generation -> generation.state() != State.LIVE)
                // The generation to keep is kept, whatever its state at the moment.
                .filter(generation -> !keeps || !generation.metadata().uuid().equals(replaced))
                .map(IndexGeneration::metadata)
                .toList();
        if (!dropped.isEmpty()) {
            turns.await(bounds.grace());
        }
        for (IndexMetadata generation : dropped) {
            turns.actAsOwner("removing " + generation.physicalName(), () -> site.drop(generation));
        }
    }

    /** Drops the generation being built, unless readers see it already. */
    @Override
    public void cancelled() {
        dropBuilding();
    }
}
