/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import java.util.List;

/** Stores dead letters. Safe for use by several threads. */
public interface DeadLetterSink extends AutoCloseable {
    /**
     * Stores dead letters durably; returns once every one is acknowledged. After a failure some may be stored: the caller then
     * stores all again, and a reader sees duplicates.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException if not all could be stored
     */
    void store(List<DeadLetter> letters);

    @Override
    void close();
}
