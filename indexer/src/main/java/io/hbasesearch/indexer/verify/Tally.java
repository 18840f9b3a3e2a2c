/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Counts for one verification. For one thread. */
final class Tally {
    private final String index;
    private final int samplesKept;
    private final long startNanos = System.nanoTime();
    private final List<Difference> samples = new ArrayList<>();
    long rows;
    long documents;
    long compared;
    long failed;
    long unconfirmed;
    long settled;
    private long missing;
    private long stale;
    private long extra;

    Tally(String index, int samplesKept) {
        this.index = index;
        this.samplesKept = samplesKept;
    }

    void count(Difference difference) {
        switch (difference.kind()) {
            case MISSING -> missing++;
            case STALE -> stale++;
            case EXTRA -> extra++;
        }
        if (samples.size() < samplesKept) {
            samples.add(difference);
        }
    }

    VerifyReport report(boolean complete) {
        return new VerifyReport(
                index,
                rows,
                documents,
                compared,
                failed,
                missing,
                stale,
                extra,
                unconfirmed,
                settled,
                complete,
                Duration.ofNanos(System.nanoTime() - startNanos),
                samples);
    }
}
