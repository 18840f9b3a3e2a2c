/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.reindex.run.Verification;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyListener;
import io.hbasesearch.indexer.verify.VerifyOptions;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Compares a generation with the table before readers see it. Differing rows are announced once, as {@code verify --repair} does,
 * so that indexers read them again. If they still differ, there is an error that a switch would expose to readers. For one thread.
 */
final class Inspection {
    private static final int NAMED = 3;
    private static final Duration ARRIVAL = Duration.ofMinutes(1);

    private final RebuildSession turns;
    private final ReindexContext context;
    private final int threads;
    private final Duration repair;

    Inspection(RebuildSession turns, ReindexContext context, int threads, Rebuild.Bounds bounds) {
        this.turns = turns;
        this.context = context;
        this.threads = threads;
        this.repair = bounds.repair();
    }

    /** @throws HBaseSearchException DIFFERENCES_FOUND, or TIMED_OUT if the indexers lag too much for a result */
    void run() throws StoppedException {
        Verification wanted = turns.change().plan().verification();
        if (wanted == Verification.NONE) {
            return;
        }
        List<KeyRange> ranges = turns.call("choosing what to compare", () -> ranges(wanted));
        // From the start, after an outage that exceeded the comparison's own retries.
        VerifyReport found = turns.call("comparing with the table", () -> compare(ranges));
        if (found.cancelled()) {
            throw new StoppedException("comparing");
        }
        judge(found);
    }

    private VerifyReport compare(List<KeyRange> ranges) {
        return new Verify(
                        context.definition(),
                        context.table().rows(),
                        context.target().searcher(),
                        context.table().readTimeout(),
                        VerifyOptions.standard().withThreads(threads).withSamples(NAMED))
                .following(context.topic().offsets(), ARRIVAL)
                .repairing(context.topic().touches(), repair)
                .run(ranges, telling());
    }

    private List<KeyRange> ranges(Verification wanted) {
        return wanted == Verification.FULL
                ? context.table().rows().regions(context.definition().table())
                : SampledRanges.of(context.table().rows(), context.definition().table(), RandomGenerator.getDefault());
    }

    private VerifyListener telling() {
        return new VerifyListener() {
            @Override
            public void progress(VerifyReport soFar) {
                turns.tell(soFar.compared().rows() + " rows compared");
            }
        };
    }

    private void judge(VerifyReport found) {
        String name = context.metadata().physicalName();
        if (found.outstanding() > 0) {
            throw new HBaseSearchException(
                    ErrorCode.DIFFERENCES_FOUND,
                    found.outstanding() + " of " + found.compared().rows() + " rows that were compared differ in "
                            + name
                            + ", even after they were read again: " + named(found)
                            + "; readers still see the old index",
                    "Check these rows and the log of the indexers. Then compare again with the same command.",
                    null);
        }
        if (found.rechecked().pending() > 0) {
            throw new HBaseSearchException(
                    ErrorCode.TIMED_OUT,
                    "the indexers are " + found.rechecked().behind() + " events behind with " + name
                            + ", so it is unknown whether it is complete; readers still see the old index",
                    "Check whether the indexers keep up, and start more if they do not.",
                    null);
        }
    }

    private static String named(VerifyReport found) {
        return found.differing().samples().stream().map(Inspection::named).collect(Collectors.joining(", "));
    }

    private static String named(Difference difference) {
        return difference.name() + " (" + difference.kind().name().toLowerCase(Locale.ROOT) + ")";
    }
}
