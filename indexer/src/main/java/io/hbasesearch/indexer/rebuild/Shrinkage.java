/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.indexer.pipeline.StoppedException;
import java.util.function.ToLongFunction;

/**
 * Keeps from readers a generation that has far fewer documents than the live one, or lacks far more rows as they fail, though it may well agree with the table: by a
 * definition that fits no row each of them is a dead letter, and who has lost the right to see rows reads none and hears of no
 * error (DESIGN.md 1.7). A comparison reads with the same definition and the same rights. For one thread.
 */
final class Shrinkage {
    /** So few are no reason to hold back, as long as some are left. */
    static final long ALWAYS_ALLOWED = 20;

    private static final int ALL_PERCENT = 100;

    private final BuildSite site;
    private final Turns turns;
    private final int mostGonePercent;

    /** @param mostGonePercent of the live generation's documents that the new one may lack */
    Shrinkage(BuildSite site, Turns turns, int mostGonePercent) {
        this.site = site;
        this.turns = turns;
        this.mostGonePercent = mostGonePercent;
    }

    /** @throws HBaseSearchException DIFFERENCES_FOUND */
    void check(IndexMetadata target, DocumentSearcher searcher) throws StoppedException {
        if (turns.change().plan().acceptFewer()) {
            return;
        }
        turns.act("making documents of " + target.physicalName() + " visible", searcher::refresh);
        IndexStatistics built = statistics(target);
        long before = live(IndexStatistics::documents);
        boolean empty = before > 0 && built.documents() == 0;
        // A live one that was never filled has few documents itself. Rows that it cannot index either are nothing new.
        long failed = built.failedStubs() - live(IndexStatistics::failedStubs);
        boolean shrunk = before - built.documents() > most(before);
        if (empty || shrunk || failed > most(built.documents() + built.failedStubs())) {
            throw refused(target, built, before);
        }
    }

    private long most(long all) {
        return Math.max(ALWAYS_ALLOWED, (long) (all * (mostGonePercent / (double) ALL_PERCENT)));
    }

    private IndexStatistics statistics(IndexMetadata generation) throws StoppedException {
        return turns.call("counting the documents of " + generation.physicalName(), () -> site.generations()
                .statistics(generation));
    }

    private long live(ToLongFunction<IndexStatistics> count) throws StoppedException {
        return turns.call(
                "counting the documents of " + site.index(), () -> site.generations().list(site.index()).stream()
                        .filter(generation -> generation.state() == State.LIVE)
                        .map(IndexGeneration::metadata)
                        .mapToLong(live -> count.applyAsLong(site.generations().statistics(live)))
                        .sum());
    }

    private HBaseSearchException refused(IndexMetadata target, IndexStatistics built, long before) {
        String failed = built.failedStubs() == 0
                ? ""
                : ", and " + built.failedStubs() + " rows that cannot be indexed by its definition";
        String look = built.failedStubs() == 0
                ? "See whether the table has lost rows, or the indexers' user the right to read them. "
                : "See why they cannot: hbase-search dead-letters list " + site.index() + ". ";
        return new HBaseSearchException(
                ErrorCode.DIFFERENCES_FOUND,
                target.physicalName() + " has " + built.documents() + " documents" + failed
                        + "; the live generation of " + site.index() + " has " + before
                        + ", and readers still see that one",
                look + "If that is how it should be: "
                        + turns.change().plan().acceptingFewer().command(site.index())
                        + ". If not: hbase-search reindex cancel " + site.index(),
                null);
    }
}
