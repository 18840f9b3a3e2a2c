/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import org.jspecify.annotations.Nullable;

/** What an operator is told to do when index and topic do not belong together any more. */
public final class Remedies {
    private Remedies() {}

    /** The command that starts an index over. */
    public static String createAnew(String index) {
        return "Create the index anew: hbase-search index delete " + index + ", then hbase-search index create " + index
                + ". Rows that exist already come into it slowly, as the scrub finds them missing, or at once with verify --repair.";
    }

    static HBaseSearchException incompatible(String index, String message) {
        return new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, message, createAnew(index), null);
    }

    static HBaseSearchException offsetsLost(String index, String message, @Nullable Throwable cause) {
        return new HBaseSearchException(ErrorCode.OFFSETS_LOST, message, createAnew(index), cause);
    }
}
