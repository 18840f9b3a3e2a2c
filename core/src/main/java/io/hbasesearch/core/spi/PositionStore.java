/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Map;

/**
 * Keeps positions inside the index itself, in one atomic commit with the documents they stand for. Only an embedded index
 * has one; elsewhere positions are the consumer group's offsets.
 */
public interface PositionStore {
    /** The positions of the last commit, by partition. Empty for a new index. */
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
