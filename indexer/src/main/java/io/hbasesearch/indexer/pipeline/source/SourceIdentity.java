/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Checks whether an index and its source are still the ones that the index was created with. */
public interface SourceIdentity {
    /**
     * @param partitions assigned at present
     * @throws HBaseSearchException of class FATAL if they are not, with the command that repairs it; transient if the check could
     *     not be completed
     */
    void check(Set<Integer> partitions);

    /** Requests the offset after the last event of each of these partitions; returns at once. */
    default Map<Integer, CompletableFuture<Long>> ends(Set<Integer> partitions) {
        return Map.of();
    }

    /**
     * Returns the failure to report for a partition that has events but delivers none.
     *
     * @param from where the reader waits; empty if the reader does not know it either
     */
    default HBaseSearchException stalled(int partition, OptionalLong from, long end) {
        throw new UnsupportedOperationException();
    }
}
