/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.function.Supplier;

/**
 * Treats a missing table as a transient failure, because HBase also reports a table as missing while it is truncated. The watch of
 * the table detects one that is gone permanently. Stateless.
 */
final class MissingTable {
    private MissingTable() {}

    /** Reads from a table; a missing one may come back. */
    static <T> T mayComeBack(Supplier<T> read) {
        try {
            return read.get();
        } catch (HBaseSearchException e) {
            if (e.code() != ErrorCode.TABLE_NOT_FOUND) {
                throw e;
            }
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    e.getMessage() + " (a table is also missing while it is truncated)",
                    e.hint().orElse(null),
                    e);
        }
    }
}
