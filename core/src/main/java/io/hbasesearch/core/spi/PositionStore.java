/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Map;

/**
 * Stores positions in the index itself, in one atomic commit with the documents up to them. Only an embedded index has one; otherwise
 * positions are the consumer group's offsets.
 */
public interface PositionStore {
    /** Loads the positions of the last commit, by partition; empty for a new index. */
    Map<Integer, Position> load();

    /**
     * Makes every write that was acknowledged before this call durable, together with these positions. The caller passes
     * only positions whose operations are all acknowledged; a partition that it leaves out keeps its position. Blocks until
     * done.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException if the index cannot be written
     */
    void commit(Map<Integer, Position> positions);
}
