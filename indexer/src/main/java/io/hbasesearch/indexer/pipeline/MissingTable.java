/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.function.Supplier;

/** HBase has no such table either while it is truncated. Whoever watches the table finds out if it is gone for good. Stateless. */
final class MissingTable {
    private MissingTable() {}

    /** Reads of a table; one that is missing may come back. */
    static <T> T mayComeBack(Supplier<T> read) {
        try {
            return read.get();
        } catch (HBaseSearchException e) {
            if (e.code() != ErrorCode.TABLE_NOT_FOUND) {
                throw e;
            }
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    e.getMessage() + " (as long as a table is truncated, too)",
                    e.hint().orElse(null),
                    e);
        }
    }
}
