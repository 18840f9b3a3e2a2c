/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

/** Reads the rows of an access path without the search index. Safe for use by several threads. */
public interface PathReader extends AutoCloseable {
    /**
     * Reads with strong consistency. Several ranges may be read concurrently; no more than the requested rows are in memory, besides
     * those that scanners prefetch.
     *
     * @throws IllegalArgumentException if the path uses no row keys
     * @throws io.hbasesearch.core.error.HBaseSearchException TIMED_OUT at the request's deadline, SERVER_UNREACHABLE (retry),
     *     TABLE_NOT_FOUND, ACCESS_DENIED (fatal); then no row is returned, not even of ranges that could be read
     */
    PathRows read(PathRequest request);

    @Override
    void close();
}
