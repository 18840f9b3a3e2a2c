/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

/** Reads the rows that an access path leads to, past the search index. Safe for use by several threads. */
public interface PathReader extends AutoCloseable {
    /**
     * Reads with strong consistency. Several ranges may be read side by side; no more than the rows asked for are held at a time,
     * besides what scanners fetch ahead.
     *
     * @throws IllegalArgumentException if row keys do not help, so that the path leads nowhere
     * @throws io.hbasesearch.core.error.HBaseSearchException TIMED_OUT when the request's time is over, SERVER_UNREACHABLE (retry),
     *     TABLE_NOT_FOUND, ACCESS_DENIED (fatal); then no row is given, not even of ranges that could be read
     */
    PathRows read(PathRequest request);

    @Override
    void close();
}
