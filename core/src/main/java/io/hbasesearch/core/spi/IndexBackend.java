/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import java.time.Duration;

/**
 * Where documents live. The public entry of a backend module; constructing one does no I/O. Safe for use by several
 * threads. Closing it closes the writers and searchers that it opened.
 */
public interface IndexBackend extends AutoCloseable {
    /** As it stands in the configuration: {@code elasticsearch} or {@code lucene}. */
    String name();

    IndexAdmin admin();

    IndexGenerations generations();

    /**
     * Opens the physical index that {@code metadata} names for writing, be it live or not. Several generations of an index may have
     * writers at once.
     *
     * @param maxReadAge an operation whose read began longer ago than this is not sent but answered with {@link
     *     WriteResult.ReadTooOld}: a quarter of the time that stubs are kept, so that a purged stub can never be missed
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND, or INDEX_LOCKED when another process owns it
     */
    DocumentWriter openWriter(IndexDefinition definition, IndexMetadata metadata, Duration maxReadAge);

    /**
     * Opens the index for searching by the name that users know. Follows the name when another generation becomes the live one;
     * {@code definition} should be that generation's then, as a field that it does not have finds nothing.
     */
    DocumentSearcher openSearcher(IndexDefinition definition);

    /**
     * Opens one generation for searching, be it live or not, and stays with it.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND
     */
    DocumentSearcher openSearcher(IndexDefinition definition, IndexMetadata generation);

    CheckResult check();

    /** What it can tell of itself besides: for who looks for the reason of a trouble. */
    default IndexDiagnosis diagnosis() {
        return IndexDiagnosis.none();
    }

    @Override
    void close();
}
