/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds documents of one index. Safe for use by several threads. */
public interface DocumentSearcher extends AutoCloseable {
    /**
     * Stubs are never found, nor counted in facets.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException TIMED_OUT when the deadline passed, SERVER_UNREACHABLE, QUERY_INVALID
     *     if it asks for more than the index can do, INDEX_INCOMPATIBLE if the index was built without what it asks for
     */
    SearchResult search(SearchRequest request);

    /** Lets go of a view that is kept. Nothing happens if it is gone. */
    default void closeView(ViewToken view) {}

    /**
     * The document or stub of one row as the newest acknowledged write left it, refreshed or not.
     *
     * @throws UnreadableDocumentException if there is something else in its place
     */
    Optional<IndexedDocument> get(DocumentId id);

    /**
     * As {@link #get}, of several rows at once, in as few calls as the backend can.
     *
     * @return those that are there; neither those that are not nor what is no row's document
     */
    default Map<DocumentId, IndexedDocument> getAll(Collection<DocumentId> ids) {
        Map<DocumentId, IndexedDocument> found = new HashMap<>();
        for (DocumentId id : ids) {
            try {
                get(id).ifPresent(document -> found.put(id, document));
            } catch (UnreadableDocumentException e) {
                // Somebody else's: there is none of this row.
                found.remove(id);
            }
        }
        return found;
    }

    /**
     * The documents of a range of row keys, stubs included, in the order of document ids, as one consistent view taken now.
     * Call {@link #refresh()} first to see everything that was acknowledged. What the backend cannot even put in that order
     * comes behind the last key, in ranges that are open there.
     */
    DocumentCursor scan(KeyRange range);

    /** Everything in the index: {@link #scan(KeyRange)} of all keys. */
    default DocumentCursor scan() {
        return scan(KeyRange.all());
    }

    /**
     * What a range holds, in short: as {@link #scan(KeyRange)} sees it, but for stubs of rows that are gone. Made from the hashes
     * that were stored with the documents when they were written, so it is cheap, and tells nothing of a document that somebody
     * else changed since and left its hash in place.
     *
     * @return empty if that takes a look at every document
     */
    Optional<RangeDigest> digest(KeyRange range);

    /** Makes every acknowledged write visible to searches. Expensive: for checks and tests. */
    void refresh();

    /**
     * How long an acknowledged write may stay invisible to searches, if nobody calls {@link #refresh()}. May ask a server.
     *
     * @return empty if there is no bound, as refreshing is switched off
     * @throws io.hbasesearch.core.error.HBaseSearchException SERVER_UNREACHABLE, INDEX_NOT_FOUND
     */
    Optional<Duration> refreshInterval();

    CheckResult check();

    @Override
    void close();
}
