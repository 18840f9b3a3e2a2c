/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import java.time.Duration;

/**
 * What speaks for it that a document, and not the server, is why Elasticsearch does not take it: immutable, made at the first
 * such answer and renewed with each.
 *
 * @param sinceNanos when the first such answer came
 * @param answers how many there were that others got through beside
 * @param doneAtFirst how many operations of the writer had succeeded when the first came
 * @param doneAtLast how many when the last came
 */
record RejectionHistory(long sinceNanos, int answers, long doneAtFirst, long doneAtLast) {
    static final int MIN_ANSWERS = 10;
    static final Duration MIN_TIME = Duration.ofMinutes(2);

    /** Longer, as others may have filled the server: small requests then get through, large ones have to wait. */
    static final Duration MIN_TIME_REFUSED = Duration.ofMinutes(10);

    /** A shard in trouble fails for its part of all documents; an index has rarely more of them than this. */
    static final int MIN_OTHERS_FOR_EACH_SUSPECT = 100;

    static RejectionHistory first(long nowNanos, long done) {
        return new RejectionHistory(nowNanos, 0, done, done);
    }

    /**
     * @param speaksForItself whether this answer counts even if nothing has got through since the last
     * @param done how many operations of the writer have succeeded
     */
    RejectionHistory seenAgain(boolean speaksForItself, long done) {
        boolean counts = speaksForItself || done > doneAtLast;
        return new RejectionHistory(sinceNanos, counts ? answers + 1 : answers, doneAtFirst, done);
    }

    /**
     * Whether a document that Elasticsearch answers 500 to is to be given up.
     *
     * @param suspects how many are under suspicion at present, this one included
     */
    boolean isConfirmed(long nowNanos, int suspects) {
        return answers >= MIN_ANSWERS
                && nowNanos - sinceNanos >= MIN_TIME.toNanos()
                && doneAtLast - doneAtFirst >= (long) MIN_OTHERS_FOR_EACH_SUSPECT * suspects;
    }

    /** Whether a document that was refused (429) though nothing came with it is to be given up. */
    boolean isConfirmedAsTooMuch(long nowNanos) {
        return answers >= MIN_ANSWERS && nowNanos - sinceNanos >= MIN_TIME_REFUSED.toNanos();
    }
}
