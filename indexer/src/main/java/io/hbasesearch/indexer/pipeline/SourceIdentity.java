/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import java.util.Set;

/** Whether an index and its source still are what they were when the index was created. */
public interface SourceIdentity {
    /**
     * @param partitions assigned at present
     * @throws io.hbasesearch.core.error.HBaseSearchException of class FATAL if they are not, with the command that heals it;
     *     transient if it could not be found out
     */
    void check(Set<Integer> partitions);
}
