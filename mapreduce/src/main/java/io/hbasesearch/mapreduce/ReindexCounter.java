/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.indexer.reindex.Counts;
import java.util.function.ToLongFunction;
import org.apache.hadoop.mapreduce.Counters;

/** The counters of map tasks, as in {@link Counts}. Hadoop omits the counts of failed attempts. */
public enum ReindexCounter {
    ROWS(Counts::rows),
    BYTES(Counts::bytes),
    WRITTEN(Counts::written),
    SUPERSEDED(Counts::superseded),
    FAILED(Counts::failed),
    TOUCHED(Counts::touched),
    PLACELESS(Counts::placeless);

    @SuppressWarnings("ImmutableEnumChecker") // a method reference
    private final ToLongFunction<Counts> of;

    ReindexCounter(ToLongFunction<Counts> of) {
        this.of = of;
    }

    long of(Counts counts) {
        return of.applyAsLong(counts);
    }

    static Counts counts(Counters job) {
        return new Counts(
                ROWS.in(job),
                BYTES.in(job),
                WRITTEN.in(job),
                SUPERSEDED.in(job),
                FAILED.in(job),
                TOUCHED.in(job),
                PLACELESS.in(job));
    }

    private long in(Counters job) {
        return job.findCounter(this).getValue();
    }
}
