/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.indexer.reindex.Counts;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.mapreduce.Job;

/** A submitted job, as its driver sees it. For one thread. */
interface RunningJob {
    String name();

    boolean isComplete() throws IOException;

    /** Returns the counts of its tasks; empty if they are unknown at the moment. */
    Optional<Counts> counts() throws IOException;

    /** Requests its end, without waiting for it. */
    void kill() throws IOException;

    static RunningJob of(Job job) {
        Objects.requireNonNull(job, "job");
        return new RunningJob() {
            @Override
            public String name() {
                return String.valueOf(job.getJobID());
            }

            @Override
            public boolean isComplete() throws IOException {
                return job.isComplete();
            }

            @Override
            public Optional<Counts> counts() throws IOException {
                return Optional.ofNullable(job.getCounters()).map(ReindexCounter::counts);
            }

            @Override
            public void kill() throws IOException {
                job.killJob();
            }
        };
    }
}
