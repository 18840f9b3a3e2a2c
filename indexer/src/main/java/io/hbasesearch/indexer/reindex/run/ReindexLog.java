/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Stores the backfills of one index, outside of any process. One process at a time owns the log and writes runs to it; any process
 * may read it and make requests. Safe for use by several threads.
 */
public interface ReindexLog extends AutoCloseable {
    /** The newest run, the newest request and the newest refused request; empty if there is none yet. */
    record Entries(Optional<RunState> run, Optional<ReindexRequest> request, Optional<ReindexRefusal> refusal) {
        public Entries {
            Objects.requireNonNull(run, "run");
            Objects.requireNonNull(request, "request");
            Objects.requireNonNull(refusal, "refusal");
        }

        /** Returns the entries of an empty log. */
        public static Entries none() {
            return new Entries(Optional.empty(), Optional.empty(), Optional.empty());
        }

        /** @throws HBaseSearchException if the index's owner refused this request: the reason */
        void requireNotRefused(ReindexRequest asked) {
            refusal.filter(newest -> newest.request().equals(asked.id())).ifPresent(newest -> {
                throw newest.failure();
            });
        }

        public Entries with(ReindexRefusal newer) {
            return new Entries(run, request, Optional.of(newer));
        }
    }

    /** Creates the log unless it exists. */
    void create();

    /**
     * Reads the entries that were written before this call began.
     *
     * @param wait how long to wait for a new entry, if there is none
     */
    Entries read(Duration wait);

    /** Takes ownership of the log. The previous owner can then no longer write. */
    void own();

    /**
     * Writes a run; returns once it is durable.
     *
     * @throws HBaseSearchException INDEX_LOCKED if another process has become the owner
     */
    void write(RunState run);

    /** Makes a request; returns once it is durable. */
    void request(ReindexRequest request);

    /** Refuses a request that starts no run. For the owner of the index; needs no ownership of the log. */
    void refuse(ReindexRefusal refusal);

    @Override
    void close();
}
