/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;

/**
 * What the contract tests need of a backend besides its SPI. One harness serves one test; it may share a server with
 * others, as every test has an index name of its own. For the test's thread; the test closes it.
 */
public interface BackendHarness extends AutoCloseable {
    /**
     * The backend under test. Its writers hold at most {@link #bufferBytes()} of documents that are not acknowledged. After
     * {@link #reopen} or {@link #crash} it may be another instance, and writers and searchers must be opened anew.
     */
    IndexBackend backend();

    /**
     * Closes the physical index and opens it again, so that nothing is left of what was only in memory: {@code _close} and
     * {@code _open} in Elasticsearch, a new backend over the same directory for an embedded index. Every writer is idle.
     */
    void reopen(IndexMetadata metadata);

    /**
     * For an embedded index: ends the backend as if its process had been killed now, and opens what is left on disk. False
     * where documents live in another process.
     */
    default boolean crash() {
        return false;
    }

    /** Keeps the backend from finishing any write until the returned handle is closed. Writes that came before it stay as they are. */
    Hold holdWrites();

    /** The most bytes of documents that a writer of {@link #backend()} takes before it blocks, as the backend counts them. */
    long bufferBytes();

    /** Closes the backend. Idempotent. */
    @Override
    void close();

    /** Lets writes go on when it is closed. Idempotent. */
    interface Hold extends AutoCloseable {
        @Override
        void close();
    }
}
