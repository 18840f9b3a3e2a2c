/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.model.DocumentId;
import java.util.Optional;

/** Finds documents of one index. Safe for use by several threads. */
public interface DocumentSearcher extends AutoCloseable {
    /**
     * Stubs are never found.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException TIMED_OUT when the deadline passed, SERVER_UNREACHABLE
     */
    SearchResult search(SearchRequest request);

    /** The document or stub of one row as the newest acknowledged write left it, refreshed or not. */
    Optional<IndexedDocument> get(DocumentId id);

    /**
     * Everything in the index, stubs included, in the order of document ids, as one consistent view taken now. Call
     * {@link #refresh()} first to see everything that was acknowledged.
     */
    DocumentCursor scan();

    /** Makes every acknowledged write visible to searches. Expensive: for checks and tests. */
    void refresh();

    CheckResult check();

    @Override
    void close();
}
