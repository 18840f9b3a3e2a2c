/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexGenerations.Redundancy;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.run.GenerationChange.Phase;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;

/**
 * Switches readers to another generation, once that tolerates the loss of as many servers as the live one, and has every edit that
 * was announced until a moment before. For one thread.
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
     * Switches readers to a generation.
     *
     * @param replaced the generation that was live when the change began
     * @param safe whether to wait until the target tolerates the loss of a server as the live one does
     */
    void to(IndexMetadata target, UUID replaced, boolean safe) throws StoppedException {
        turns.rest();
        turns.enter(Phase.SWITCHING);
        if (safe) {
            awaitRedundancy(target);
        }
        // Since the comparison, more events may have arrived that readers of the live one see.
        turns.catchUp(target);
        turns.tell("");
        turns.act("looking at the live generation", () -> requireSameTopic(target));
        turns.requireWhole(target);
        turns.actAsOwner("letting readers see " + target.physicalName(), () -> site.generations()
                .makeLive(target, replaced));
    }

    /**
     * Checks the topic: a generation that follows a former topic lacks what was announced since, even if it has read that topic to
     * its end.
     */
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
                            + site.index() + " has moved to " + live.topic() + " since: readers still see that one",
                    "Cancel this run: hbase-search reindex cancel " + site.index()
                            + ". Then rebuild the index: hbase-search reindex " + site.index() + " --rebuild",
                    null);
        }
    }

    private void awaitRedundancy(IndexMetadata target) throws StoppedException {
        IndexGenerations generations = site.generations();
        Deadline deadline = Deadline.after(bounds.redundancy());
        while (true) {
            Redundancy has = turns.call("reading the redundancy of an index", () -> generations.redundancy(target));
            Redundancy live = turns.call("reading the redundancy of an index", () -> redundancyOfLive(generations));
            if (has.compareTo(live) >= 0) {
                return;
            }
            if (deadline.isOver()) {
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
                "Check why the search servers do not create them.",
                null);
    }
}
