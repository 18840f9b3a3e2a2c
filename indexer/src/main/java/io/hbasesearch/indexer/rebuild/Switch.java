/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexGenerations.Redundancy;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.reindex.GenerationChange.Phase;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;

/**
 * Lets readers see another generation, once that can lose as much as the live one can, and has every edit that was announced a
 * moment before. For one thread.
 */
final class Switch {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final BuildSite site;
    private final RebuildSession turns;
    private final Rebuild.Bounds bounds;

    Switch(BuildSite site, RebuildSession turns, Rebuild.Bounds bounds) {
        this.site = site;
        this.turns = turns;
        this.bounds = bounds;
    }

    /**
     * @param replaced the generation that was live when the change began
     * @param safe whether to wait until the target stands the loss of a server as the live one does
     */
    void to(IndexMetadata target, UUID replaced, boolean safe) throws StoppedException {
        turns.rest();
        turns.enter(Phase.SWITCHING);
        if (safe) {
            awaitRedundancy(target);
        }
        // Since the comparison some may have come that readers of the live one see.
        turns.catchUp(target);
        turns.tell("");
        turns.act("looking at the live generation", () -> requireSameTopic(target));
        turns.requireWhole(target);
        turns.actAsOwner("letting readers see " + target.physicalName(), () -> site.generations()
                .makeLive(target, replaced));
    }

    /** What follows a former topic lacks what was announced since, though it has that to its end. */
    private void requireSameTopic(IndexMetadata target) {
        IndexMetadata live = site.generations().list(site.index()).stream()
                .filter(generation -> generation.state() == State.LIVE)
                .map(IndexGeneration::metadata)
                .findFirst()
                .orElse(target);
        if (!live.topicId().equals(target.topicId())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    target.physicalName() + " follows topic " + target.topic() + ", and the live generation of "
                            + site.index() + " has gone to " + live.topic() + " since: readers still see that one",
                    "End this: hbase-search reindex cancel " + site.index() + ". Then build anew: hbase-search reindex "
                            + site.index() + " --rebuild",
                    null);
        }
    }

    private void awaitRedundancy(IndexMetadata target) throws StoppedException {
        IndexGenerations generations = site.generations();
        long deadline = System.nanoTime() + bounds.redundancy().toNanos();
        while (true) {
            Redundancy has = turns.call("asking for the copies of an index", () -> generations.redundancy(target));
            Redundancy live = turns.call("asking for the copies of an index", () -> redundancyOfLive(generations));
            if (has.compareTo(live) >= 0) {
                return;
            }
            if (System.nanoTime() - deadline > 0) {
                throw tooFewCopies(target, has, live);
            }
            turns.tell("waiting for the new generation's copies, which are " + words(has));
            turns.await(LOOK);
        }
    }

    private Redundancy redundancyOfLive(IndexGenerations generations) {
        return generations.list(site.index()).stream()
                .filter(generation -> generation.state() == State.LIVE)
                .map(IndexGeneration::metadata)
                .map(generations::redundancy)
                .findFirst()
                .orElse(Redundancy.BROKEN);
    }

    private static String words(Redundancy redundancy) {
        return redundancy.name().toLowerCase(Locale.ROOT);
    }

    private HBaseSearchException tooFewCopies(IndexMetadata target, Redundancy has, Redundancy live) {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "the copies of " + target.physicalName() + " are still " + words(has) + " after "
                        + bounds.redundancy().toMinutes() + " minutes, while those of the live generation are "
                        + words(live) + "; readers still see that one",
                "See why the search servers do not make them.",
                null);
    }
}
