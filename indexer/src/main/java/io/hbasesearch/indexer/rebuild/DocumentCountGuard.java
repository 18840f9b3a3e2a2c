/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps from readers a generation that has far fewer documents than the live one, or lacks far more rows as they fail, though it may
 * well agree with the table: by a definition that fits no row each of them is a dead letter, and who has lost the right to see rows
 * reads none and hears of no error (docs/decisions/027). A comparison reads with the same definition and the same rights. Where the two
 * divide rows into different numbers of documents, rows are compared, as far as documents tell them. For one thread.
 */
final class DocumentCountGuard {
    private static final Logger LOG = LoggerFactory.getLogger(DocumentCountGuard.class);

    /** A difference of up to this number is no reason to refuse, unless no document is left. */
    static final long ALWAYS_ALLOWED = 20;

    private static final int ALL_PERCENT = 100;

    private final BuildSite site;
    private final RebuildSession turns;
    private final int maxGonePercent;

    /** @param maxGonePercent of the live generation's documents that the new one may lack */
    DocumentCountGuard(BuildSite site, RebuildSession turns, int maxGonePercent) {
        this.site = site;
        this.turns = turns;
        this.maxGonePercent = maxGonePercent;
    }

    /** @throws HBaseSearchException DIFFERENCES_FOUND */
    void check(IndexMetadata target, DocumentSearcher searcher) throws StoppedException {
        if (turns.change().plan().acceptFewer()) {
            return;
        }
        turns.act("making documents of " + target.physicalName() + " visible", searcher::refresh);
        Comparison compared = new Comparison(size(target), live());
        if (!compared.isOfOneUnit()) {
            LOG.info(
                    "index {}: rows have up to {} documents in {} and up to {} in the live generation, so rows"
                            + " are compared, as estimated from documents",
                    site.index(),
                    compared.built().parts(),
                    target.physicalName(),
                    compared.live().parts());
        }
        long before = compared.before();
        boolean empty = before > 0 && compared.now() == 0;
        boolean shrunk = before - compared.now() > most(before);
        // A live generation that was never filled has few documents itself. Rows that it cannot index either are not a
        // new problem.
        if (empty || shrunk || compared.failed() > most(compared.now() + compared.builtFailed())) {
            throw refused(target, compared);
        }
    }

    /**
     * The contents of a generation.
     *
     * @param parts number of documents per row
     */
    record Size(long documents, long failed, long stubs, int parts) {
        Size(IndexStatistics statistics, int parts) {
            this(statistics.documents(), statistics.failedStubs(), statistics.deletedStubs(), parts);
        }

        private long rows(long ids) {
            return (ids + parts - 1) / parts;
        }

        /** Returns the minimum number of rows: a row has at least one document, and at most as many as it has parts. */
        long leastRows() {
            return rows(documents);
        }

        /** Returns the maximum number of rows: a part without content has a stub, as long as that is kept. */
        long mostRows() {
            return Math.min(documents, rows(documents + failed + stubs));
        }

        long leastFailed() {
            return rows(failed);
        }

        Size plus(Size other) {
            return new Size(
                    documents + other.documents,
                    failed + other.failed,
                    stubs + other.stubs,
                    Math.max(parts, other.parts));
        }
    }

    /** The sizes of the new generation and the live one. */
    record Comparison(Size built, Size live) {
        boolean isOfOneUnit() {
            return built.parts() == live.parts();
        }

        /** Returns the size of the live one: documents, or the fewest rows that these may belong to. */
        long before() {
            return isOfOneUnit() ? live.documents() : live.leastRows();
        }

        /** Returns the size of the new one: documents, or the most rows that these may belong to. */
        long now() {
            return isOfOneUnit() ? built.documents() : built.mostRows();
        }

        /** Returns how many the new one cannot index. */
        long builtFailed() {
            return isOfOneUnit() ? built.failed() : built.leastFailed();
        }

        /** Returns how many more the new one cannot index. */
        long failed() {
            return builtFailed() - live.failed();
        }

        private String unit(String bound) {
            return isOfOneUnit() ? " documents" : " rows " + bound;
        }
    }

    private long most(long all) {
        return Math.max(ALWAYS_ALLOWED, (long) (all * (maxGonePercent / (double) ALL_PERCENT)));
    }

    private Size size(IndexMetadata generation) throws StoppedException {
        IndexStatistics counted =
                turns.call("counting the documents of " + generation.physicalName(), () -> site.generations()
                        .statistics(generation));
        return new Size(counted, parts(generation));
    }

    private Size live() throws StoppedException {
        List<IndexMetadata> live = turns.call(
                "looking for the live generation of " + site.index(),
                () -> site.generations().list(site.index()).stream()
                        .filter(generation -> generation.state() == State.LIVE)
                        .map(IndexGeneration::metadata)
                        .toList());
        Size all = new Size(0, 0, 0, 1);
        for (IndexMetadata generation : live) {
            all = all.plus(size(generation));
        }
        return all;
    }

    /**
     * Reads the number from the definition that the generation was created with; an index without a stored definition is older than
     * definitions with buckets.
     */
    private static int parts(IndexMetadata generation) {
        if (generation.definition().isEmpty()) {
            return 1;
        }
        try {
            return DefinitionText.read(generation.index(), generation.definition())
                    .buckets()
                    .size();
        } catch (HBaseSearchException e) {
            // An extension that its definition needs may be missing: then the number is unknown.
            LOG.warn("{}", e.getMessage());
            return Bucket.MOST;
        }
    }

    private HBaseSearchException refused(IndexMetadata target, Comparison compared) {
        long withoutDocument = compared.built().failed();
        String failed = withoutDocument == 0
                ? ""
                : ", and " + withoutDocument
                        + (compared.built().parts() == 1 ? " rows" : " documents of rows")
                        + " that cannot be indexed by its definition";
        String look = withoutDocument == 0
                ? "Check whether the table has lost rows, or the indexers' user its permission to read them. "
                : "See why they cannot: hbase-search dead-letters list " + site.index() + ". ";
        return new HBaseSearchException(
                ErrorCode.DIFFERENCES_FOUND,
                target.physicalName() + " has " + compared.now() + compared.unit("at most") + failed
                        + "; the live generation of " + site.index() + " has " + compared.before()
                        + (compared.isOfOneUnit() ? "" : compared.unit("at least"))
                        + ", and readers still see that one",
                look + "If this is intended: "
                        + turns.change().plan().acceptingFewer().command(site.index())
                        + ". If not: hbase-search reindex cancel " + site.index(),
                null);
    }
}
