/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import org.jspecify.annotations.Nullable;

/** A query that cannot be run; the message says where and why. */
public final class QuerySyntaxException extends HBaseSearchException {
    private static final long serialVersionUID = 1L;

    public QuerySyntaxException(String message, @Nullable String hint) {
        super(ErrorCode.QUERY_INVALID, message, hint, null);
    }
}
