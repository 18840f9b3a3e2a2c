/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import org.apache.lucene.index.QueryTimeout;

/** How much memory and time the facets of one search may take, all together. For one thread. */
final class FacetBudget {
    /** Room for more than a million different values. */
    static final long MOST_BYTES = 48L << 20;

    /** Looking at the clock takes longer than counting. */
    private static final int STEPS_BETWEEN_LOOKS = 1_024;

    private final QueryTimeout timeout;
    private final long mostBytes;
    private long bytes;
    private int steps;
    private boolean isOver;

    FacetBudget(QueryTimeout timeout) {
        this(timeout, MOST_BYTES);
    }

    FacetBudget(QueryTimeout timeout, long mostBytes) {
        this.timeout = timeout;
        this.mostBytes = mostBytes;
    }

    /**
     * Before memory is taken up.
     *
     * @param more bytes; negative for what is given back
     * @param field whose values are counted, for the message
     * @throws HBaseSearchException QUERY_INVALID if that is too much
     */
    void charge(long more, String field) {
        if (bytes + more > mostBytes) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID,
                    "There are too many different values to count: with those of " + field
                            + ", the facets of this search take more than " + (mostBytes >> 20) + " MB",
                    "Use a prefix, ranges, a longer interval, fewer facets, or a more selective query.",
                    null);
        }
        bytes += more;
    }

    /** Whether the time is over, as of one of the last steps. */
    boolean isOver() {
        if (!isOver && steps++ % STEPS_BETWEEN_LOOKS == 0) {
            isOver = timeout.shouldExit();
        }
        return isOver;
    }
}
