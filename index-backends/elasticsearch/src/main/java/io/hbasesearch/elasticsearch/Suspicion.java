/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import java.time.Duration;

/**
 * What speaks for it that a document, and not the server, is why Elasticsearch answers 500 to it: immutable, made at the first
 * such answer and renewed with each.
 *
 * @param sinceNanos when the first such answer came
 * @param answers how many there were while other operations of the same request succeeded
 * @param othersDone how many operations of the writer had succeeded when the first came
 */
record Suspicion(long sinceNanos, int answers, long othersDone) {
    static final int MIN_ANSWERS = 10;
    static final Duration MIN_TIME = Duration.ofMinutes(2);

    /** A shard in trouble fails for its part of all documents; an index has rarely more of them than this. */
    static final int MIN_OTHERS_FOR_EACH_SUSPECT = 100;

    Suspicion seenAgain(boolean othersSucceeded) {
        return new Suspicion(sinceNanos, othersSucceeded ? answers + 1 : answers, othersDone);
    }

    /**
     * Whether it is to be given up.
     *
     * @param done how many operations of the writer have succeeded
     * @param suspects how many are under suspicion at present, this one included
     */
    boolean isConfirmed(long nowNanos, long done, int suspects) {
        return answers >= MIN_ANSWERS
                && nowNanos - sinceNanos >= MIN_TIME.toNanos()
                && done - othersDone >= (long) MIN_OTHERS_FOR_EACH_SUSPECT * suspects;
    }
}
