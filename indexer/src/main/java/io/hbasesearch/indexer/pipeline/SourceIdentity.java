/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Whether an index and its source still are what they were when the index was created. */
public interface SourceIdentity {
    /**
     * @param partitions assigned at present
     * @throws HBaseSearchException of class FATAL if they are not, with the command that heals it;
     *     transient if it could not be found out
     */
    void check(Set<Integer> partitions);

    /** Asks for the offset behind the last event of each of these partitions; returns at once. */
    default Map<Integer, CompletableFuture<Long>> ends(Set<Integer> partitions) {
        return Map.of();
    }

    /**
     * What to tell of a partition that has events of which none is delivered.
     *
     * @param from where the reader waits; empty if it has not found that out either
     */
    default HBaseSearchException stalled(int partition, OptionalLong from, long end) {
        throw new UnsupportedOperationException();
    }
}
