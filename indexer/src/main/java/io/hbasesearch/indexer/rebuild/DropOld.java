/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.indexer.reindex.run.GenerationChange.Phase;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.RunWork;
import java.util.Objects;

/** Removes old generations that were kept. Runs once. */
public final class DropOld implements RunWork {
    private final BuildSite site;
    private final Rebuild.Bounds bounds;

    public DropOld(BuildSite site, Rebuild.Bounds bounds) {
        this.site = Objects.requireNonNull(site, "site");
        this.bounds = Objects.requireNonNull(bounds, "bounds");
    }

    @Override
    public void pause(boolean wanted) {
        // It takes only a moment.
    }

    @Override
    public boolean run(RunState claimed, Journal journal) {
        RebuildSession turns = new RebuildSession(
                site,
                journal,
                () -> false,
                bounds.patience(),
                claimed.job().change().orElseThrow(),
                claimed.progress().counts());
        try {
            turns.enter(Phase.DROPPING);
            turns.actAsOwner(
                    "removing old generations of " + site.index(), () -> site.generations().list(site.index()).stream()
                            .filter(generation -> generation.state() == State.OLD)
                            .forEach(generation -> site.drop(generation.metadata())));
            return true;
        } catch (StoppedException e) {
            return false;
        }
    }

    @Override
    public void cancelled() {
        // Removed generations stay removed; the rest stays.
    }
}
