/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.query.NearWord;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds documents of one index. Safe for use by several threads. */
public interface DocumentSearcher extends AutoCloseable {
    /**
     * Searches the index. Stubs are neither found nor counted in facets.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException TIMED_OUT when the deadline passed, SERVER_UNREACHABLE, QUERY_INVALID if
     *     the index does not support the request, INDEX_INCOMPATIBLE if the index was built without a feature that it needs
     */
    SearchResult search(SearchRequest request);

    /** Releases a kept view. Does nothing if it no longer exists. */
    default void closeView(ViewToken view) {}

    /**
     * Returns the document or stub of one row as the newest acknowledged write left it, refreshed or not.
     *
     * @throws UnreadableDocumentException if the entry is not a row's document
     */
    Optional<IndexedDocument> get(DocumentId id);

    /**
     * Returns the documents or stubs of several rows, as {@link #get} does, in as few calls as the backend can.
     *
     * @return the existing ones, without entries that are not a row's document
     */
    default Map<DocumentId, IndexedDocument> getAll(Collection<DocumentId> ids) {
        Map<DocumentId, IndexedDocument> found = new HashMap<>();
        for (DocumentId id : ids) {
            try {
                get(id).ifPresent(document -> found.put(id, document));
            } catch (UnreadableDocumentException e) {
                // Not written by this project, so the row has no document.
                found.remove(id);
            }
        }
        return found;
    }

    /**
     * Returns words of text fields that are spelled almost like a word, the best first, as {@link NearWord} limits and orders them. They
     * are as the fields' analyzers leave them. May also count documents that are deleted.
     *
     * @param timeout after which there may be fewer
     * @return empty if the backend does not look for such words
     * @throws io.hbasesearch.core.error.HBaseSearchException as {@link #search}
     */
    default List<NearWord> nearWords(List<String> fields, String word, Duration timeout) {
        return List.of();
    }

    /**
     * Scans the documents of a range of row keys, including stubs, in the order of document ids, in one consistent view as of now.
     * Call {@link #refresh()} first to see all acknowledged writes. Entries that the backend cannot order follow the last key, in
     * ranges with an open end.
     */
    DocumentCursor scan(KeyRange range);

    /** Scans the whole index: {@link #scan(KeyRange)} of all keys. */
    default DocumentCursor scan() {
        return scan(KeyRange.all());
    }

    /**
     * Returns a digest of a range as {@link #scan(KeyRange)} sees it, without stubs of deleted rows. It is computed from the hashes
     * that were stored with the documents when they were written. So it is cheap, but does not detect a document that another program
     * changed without its hash.
     *
     * @return empty if the backend would have to read every document
     */
    Optional<RangeDigest> digest(KeyRange range);

    /** Makes every acknowledged write visible to searches. Expensive: for checks and tests. */
    void refresh();

    /**
     * Returns how long an acknowledged write may stay invisible to searches without a call of {@link #refresh()}. May ask a server.
     *
     * @return empty if there is no bound, because refreshing is disabled
     * @throws io.hbasesearch.core.error.HBaseSearchException SERVER_UNREACHABLE, INDEX_NOT_FOUND
     */
    Optional<Duration> refreshInterval();

    CheckResult check();

    @Override
    void close();
}
