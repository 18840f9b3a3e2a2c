/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import java.time.Duration;

/**
 * Stores documents. This is the public entry of a backend module; its constructor does no I/O. Safe for use by several threads.
 * Closing it closes the writers and searchers that it opened.
 */
public interface IndexBackend extends AutoCloseable {
    /** The name in the configuration: {@code elasticsearch} or {@code lucene}. */
    String name();

    IndexAdmin admin();

    IndexGenerations generations();

    /**
     * Opens the physical index that {@code metadata} names for writing, whether it is live or not. Several generations of an index
     * may have writers at once.
     *
     * @param maxReadAge an operation whose read began longer ago than this is not sent but answered with {@link
     *     WriteResult.ReadTooOld}: a quarter of the retention of stubs, so that no write can need a stub that was purged
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND, or INDEX_LOCKED when another process owns it
     */
    DocumentWriter openWriter(IndexDefinition definition, IndexMetadata metadata, Duration maxReadAge);

    /**
     * Opens the index for searching by the name that users know. Follows the name when another generation becomes live. {@code
     * definition} should then be that generation's, because a field that the generation lacks finds nothing.
     */
    DocumentSearcher openSearcher(IndexDefinition definition);

    /**
     * Opens one generation for searching, whether it is live or not, and stays with it.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND
     */
    DocumentSearcher openSearcher(IndexDefinition definition, IndexMetadata generation);

    CheckResult check();

    /** Returns diagnostic information about the backend, for the analysis of problems. */
    default IndexDiagnosis diagnosis() {
        return IndexDiagnosis.none();
    }

    @Override
    void close();
}
