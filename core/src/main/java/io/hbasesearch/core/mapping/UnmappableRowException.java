/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import org.jspecify.annotations.Nullable;

/**
 * Reports a row that cannot be mapped to a document: poison, which becomes a dead letter. The message names column and field, never
 * the value.
 */
public final class UnmappableRowException extends HBaseSearchException {
    private static final long serialVersionUID = 1L;

    private static final String HINT = "correct the row or the index definition, then replay the dead letter";

    public UnmappableRowException(String message) {
        this(message, null);
    }

    public UnmappableRowException(String message, @Nullable Throwable cause) {
        super(ErrorCode.ROW_UNMAPPABLE, message, HINT, cause);
    }
}
