/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the backfills of one index are kept, outside of any process. One process at a time owns the log and writes runs into it;
 * anybody may read it and make requests. Safe for use by several threads.
 */
public interface ReindexLog extends AutoCloseable {
    /** The newest run, the newest request and the newest that was refused; empty if there was none yet. */
    record Entries(Optional<RunState> run, Optional<ReindexRequest> request, Optional<ReindexRefusal> refusal) {
        public Entries {
            Objects.requireNonNull(run, "run");
            Objects.requireNonNull(request, "request");
            Objects.requireNonNull(refusal, "refusal");
        }

        /** Of a log that nobody has written to. */
        public static Entries none() {
            return new Entries(Optional.empty(), Optional.empty(), Optional.empty());
        }

        /** @throws HBaseSearchException what kept the index's owner from what was asked for */
        void requireNotRefused(ReindexRequest asked) {
            refusal.filter(newest -> newest.request().equals(asked.id())).ifPresent(newest -> {
                throw newest.failure();
            });
        }

        public Entries with(ReindexRefusal newer) {
            return new Entries(run, request, Optional.of(newer));
        }
    }

    /** Makes the log unless it exists. */
    void create();

    /**
     * Reads what was written before this call began.
     *
     * @param wait how long to wait for something new, if there is nothing
     */
    Entries read(Duration wait);

    /** Becomes the log's owner. Whoever was it before can write nothing any more. */
    void own();

    /**
     * Writes a run; returns once that is durable.
     *
     * @throws HBaseSearchException INDEX_LOCKED if another process has become the owner
     */
    void write(RunState run);

    /** Makes a request; returns once that is durable. */
    void request(ReindexRequest request);

    /** Answers a request that comes to no run; for whoever owns the index, and needs no ownership of the log. */
    void refuse(ReindexRefusal refusal);

    @Override
    void close();
}
