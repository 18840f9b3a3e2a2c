/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import org.apache.lucene.index.QueryTimeout;

/** Limits the memory and time of all facets of one search together. For one thread. */
public final class FacetBudget {
    /** Room for more than a million different values. */
    static final long MOST_BYTES = 48L << 20;

    /** Reading the clock takes longer than counting. */
    private static final int STEPS_BETWEEN_LOOKS = 1_024;

    private final QueryTimeout timeout;
    private final long mostBytes;
    private long bytes;
    private int steps;
    private boolean isOver;

    public FacetBudget(QueryTimeout timeout) {
        this(timeout, MOST_BYTES);
    }

    FacetBudget(QueryTimeout timeout, long mostBytes) {
        this.timeout = timeout;
        this.mostBytes = mostBytes;
    }

    /**
     * Charges memory before it is allocated.
     *
     * @param more bytes; negative to release memory
     * @param field whose values are counted, for the message
     * @throws HBaseSearchException QUERY_INVALID if the limit is exceeded
     */
    void charge(long more, String field) {
        if (bytes + more > mostBytes) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID,
                    "too many different values to count: with those of " + field
                            + ", the facets of this search take more than " + (mostBytes >> 20) + " MB",
                    "Use a prefix, ranges, a longer interval, fewer facets, or a more selective query.",
                    null);
        }
        bytes += more;
    }

    /** Returns whether the time is over; checked only every so many steps. */
    boolean isOver() {
        if (!isOver && steps++ % STEPS_BETWEEN_LOOKS == 0) {
            isOver = timeout.shouldExit();
        }
        return isOver;
    }
}
