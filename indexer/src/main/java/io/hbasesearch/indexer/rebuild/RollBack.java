/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.RunWork;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes the newest old generation live again. Indexers have fed it meanwhile, so it lacks only what is in flight; the previously
 * live one becomes old, and stays. Runs once; {@link #pause} is for any thread.
 */
public final class RollBack implements RunWork {
    private final BuildSite site;
    private final Rebuild.Bounds bounds;
    private volatile boolean paused;

    public RollBack(BuildSite site, Rebuild.Bounds bounds) {
        this.site = Objects.requireNonNull(site, "site");
        this.bounds = Objects.requireNonNull(bounds, "bounds");
    }

    /** @throws HBaseSearchException NOT_FOUND if no old generation was kept */
    public static IndexMetadata requireOld(IndexGenerations generations, String index) {
        return old(generations, index)
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.NOT_FOUND,
                        "index " + index + " has no old generation: none was kept",
                        "To keep the one that a rebuild replaces: hbase-search reindex " + index
                                + " --rebuild --keep-old",
                        null));
    }

    private static Optional<IndexMetadata> old(IndexGenerations generations, String index) {
        return generations.list(index).stream()
                .filter(generation -> generation.state() == State.OLD)
                .map(IndexGeneration::metadata)
                .reduce((older, newer) -> newer);
    }

    @Override
    public void pause(boolean wanted) {
        paused = wanted;
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
            // The first start records the target: after the switch, the newest old generation is another one.
            if (turns.change().target().isEmpty()) {
                IndexMetadata chosen =
                        turns.call("looking for an old generation", () -> requireOld(site.generations(), site.index()));
                turns.note(turns.change().towards(chosen.uuid()));
            }
            UUID target = turns.change().target().orElseThrow();
            Optional<IndexMetadata> old = turns.call("looking for the old generation", () -> waiting(target));
            if (old.isPresent()) {
                // First, as its indexers have stopped if it is not intact: it would never catch up.
                turns.requireWhole(old.get());
                turns.requireMarkers(old.get());
                // A rollback is urgent: do not wait for copies.
                new Switch(site, turns, bounds)
                        .to(old.get(), claimed.generation().uuid(), false);
            }
            return true;
        } catch (StoppedException e) {
            return false;
        }
    }

    /** Returns empty if readers see it already. */
    private Optional<IndexMetadata> waiting(UUID target) {
        IndexGeneration found = site.generations().list(site.index()).stream()
                .filter(generation -> generation.metadata().uuid().equals(target))
                .findFirst()
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.INDEX_NOT_FOUND,
                        "the old generation of " + site.index() + " that was to be live again is gone",
                        "Cancel this run: hbase-search reindex cancel " + site.index(),
                        null));
        return found.state() == State.LIVE ? Optional.empty() : Optional.of(found.metadata());
    }

    @Override
    public void cancelled() {
        // Nothing to remove: readers see the one or the other.
    }
}
