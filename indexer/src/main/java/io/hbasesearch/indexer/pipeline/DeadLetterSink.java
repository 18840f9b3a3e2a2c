/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import java.util.List;

/** Where dead letters go. Safe for use by several threads. */
public interface DeadLetterSink extends AutoCloseable {
    /**
     * Stores letters durably; returns once every one is acknowledged. After a failure some may be stored: the caller stores
     * all again, and a reader sees duplicates.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException if not all could be stored
     */
    void store(List<DeadLetter> letters);

    @Override
    void close();
}
