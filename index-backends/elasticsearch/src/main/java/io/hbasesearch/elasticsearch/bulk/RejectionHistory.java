/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import java.time.Duration;

/**
 * Evidence that a document, and not the server, causes Elasticsearch's rejections. Immutable: created at the first rejection
 * and replaced at each further one.
 *
 * @param sinceNanos time of the first rejection
 * @param answers number of rejections while other operations succeeded
 * @param doneAtFirst number of the writer's successful operations at the first rejection
 * @param doneAtLast the same at the last rejection
 */
public record RejectionHistory(long sinceNanos, int answers, long doneAtFirst, long doneAtLast) {
    public static final int MIN_ANSWERS = 10;
    static final Duration MIN_TIME = Duration.ofMinutes(2);

    /** Longer, because other requests may have filled the server: then small ones succeed, but large ones must wait. */
    public static final Duration MIN_TIME_REFUSED = Duration.ofMinutes(10);

    /** A failing shard rejects its share of all documents; an index rarely has more shards than this. */
    static final int MIN_OTHERS_PER_DOCUMENT = 100;

    static RejectionHistory first(long nowNanos, long done) {
        return new RejectionHistory(nowNanos, 0, done, done);
    }

    /**
     * Records another rejection.
     *
     * @param alwaysCounts whether this rejection counts even if nothing has succeeded since the previous one
     * @param done number of the writer's successful operations
     */
    RejectionHistory seenAgain(boolean alwaysCounts, long done) {
        boolean counts = alwaysCounts || done > doneAtLast;
        return new RejectionHistory(sinceNanos, counts ? answers + 1 : answers, doneAtFirst, done);
    }

    /**
     * Returns whether to stop retrying a document for which Elasticsearch returns status 500.
     *
     * @param failing number of documents that get status 500 at present, including this one
     */
    boolean isConfirmed(long nowNanos, int failing) {
        return answers >= MIN_ANSWERS
                && nowNanos - sinceNanos >= MIN_TIME.toNanos()
                && doneAtLast - doneAtFirst >= (long) MIN_OTHERS_PER_DOCUMENT * failing;
    }

    /** Returns whether to stop retrying a document that was rejected (429) although it was sent alone. */
    boolean isConfirmedAsTooMuch(long nowNanos) {
        return answers >= MIN_ANSWERS && nowNanos - sinceNanos >= MIN_TIME_REFUSED.toNanos();
    }
}
